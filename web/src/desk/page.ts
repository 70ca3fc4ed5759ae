// Puts the page together.
import type { Engine } from '../api';
import type { MakeStage, Stage } from '../stage/types';
import { byId, h } from './dom';
import { acceptDrops, chooseFile } from './files';
import { firstScene, makeGallery } from './gallery';
import { keyList, keyTable, listenToKeys } from './keyboard';
import { makeLawsPanel } from './laws_panel';
import { makeNotes, type Notes } from './notes';
import { makePlayer } from './player';
import { handleCanvas } from './pointer';
import { makeRunPanel } from './run_panel';
import { askServer, makeRunner, type LongRun, type Server } from './runner';
import { makeSession, type Session } from './session';
import { dialogById, makeShareDialog, sceneOfAddress } from './share_dialog';
import { makeShotPanel } from './shot_panel';
import { makeStageBar } from './stage_bar';
import { linkStage } from './stage_link';
import { makeTabs } from './tabs';
import { makeTopBar } from './top_bar';
import { makeTransport } from './transport';

export interface Parts {
  readonly engine: Engine;
  readonly longRun: LongRun;
  readonly makeStage: MakeStage;
}

function open(session: Session, notes: Notes, text: string, name: string): void {
  try {
    session.open(text, name);
  } catch (problem) {
    notes.problem(problem instanceof Error ? problem.message : String(problem));
  }
}

/// The scene the server was started with, if any.
async function serverScene(server: Server): Promise<{ text: string; name: string } | null> {
  if (server.engines.length === 0) return null;
  const answer = await fetch(new URL('api/scene', document.baseURI));
  return answer.ok ? await answer.json() as { text: string; name: string } : null;
}

function runFrames(stage: Stage, session: Session, tick: (now: number) => void): void {
  const link = linkStage(session.store, stage);
  // the next frame is asked for first: a fault in one must not stop the rest
  const frame = (now: number): void => {
    requestAnimationFrame(frame);
    tick(now);
    link.frame();
  };
  requestAnimationFrame(frame);
}

export async function startPage({ engine, longRun, makeStage }: Parts): Promise<void> {
  const notes = makeNotes(byId('notes'));
  let server: Server = { engines: [] };
  const runner = makeRunner(engine, longRun, () => server);
  const session = makeSession(engine, runner, firstScene, notes.problem);
  const player = makePlayer(session);
  const canvas = byId<HTMLCanvasElement>('canvas');
  const stage = makeStage(canvas);

  const gallery = dialogById('gallery');
  const help = dialogById('help');
  const share = makeShareDialog(dialogById('share-dialog'), session, notes);
  makeGallery(gallery, (scene) => open(session, notes, scene.text, scene.file));
  const actions = {
    gallery: () => gallery.showModal(),
    help: () => help.showModal(),
    open: () => chooseFile(session, notes),
    share,
    say: (refusal: string | null) => {
      if (refusal) notes.problem(refusal);
    },
  };
  const keys = keyTable(session, player, actions);
  help.querySelector('.keys-here')!.replaceChildren(keyList(keys));
  listenToKeys(keys);

  byId('top').replaceChildren(...makeTopBar(session, actions));
  byId('stage').append(makeStageBar(session));
  byId('transport').replaceChildren(makeTransport(session, player, notes));
  byId('panel').replaceChildren(...makeTabs(session.store, [
    { tab: 'shot', title: 'Shot', body: makeShotPanel(session, notes) },
    { tab: 'laws', title: 'Laws', body: makeLawsPanel(session, engine) },
    { tab: 'run', title: 'Run', body: makeRunPanel(session, player) },
  ]));
  handleCanvas(canvas, stage, session, notes);
  acceptDrops(document.body, session, notes);
  new ResizeObserver(() => stage.resize()).observe(byId('stage'));

  let linking = false;
  const fromAddress = async (): Promise<boolean> => {
    const text = await sceneOfAddress(notes.problem);
    linking = true;
    if (text !== null) open(session, notes, text, 'link');
    linking = false;
    return text !== null;
  };
  // a link in the address must not outlive its scene: loading the page again would bring it back
  session.store.on((now, before) => {
    const left = now.base !== before.base && !linking && location.hash !== '';
    if (left) history.replaceState(null, '', location.pathname + location.search);
  });
  window.addEventListener('hashchange', () => void fromAddress());
  const linked = await fromAddress();
  runFrames(stage, session, player.tick);
  byId('loading').remove();
  // for the browser's console: cuelab.session.store.get().run.events
  Object.assign(window, { cuelab: { session, stage } });
  document.body.append(h('span', { id: 'ready', hidden: true }));

  server = await askServer();
  const named = linked ? null : await serverScene(server);
  if (named) open(session, notes, named.text, named.name);
}
