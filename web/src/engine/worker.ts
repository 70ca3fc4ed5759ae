// A Web Worker that simulates one scene and replies with the recording.
import { answer } from './long_run_job';
import type { Job, Reply } from './long_run_job';

self.onmessage = async (message: MessageEvent<Job>) => {
  await answer(message.data, (reply: Reply) => self.postMessage(reply));
};
