// A Web Worker that does one job and replies with its result.
import { answer } from './long_run_job';
import type { Job, Reply } from './long_run_job';

self.onmessage = async (message: MessageEvent<Job>) => {
  await answer(message.data, (reply: Reply) => self.postMessage(reply));
};
