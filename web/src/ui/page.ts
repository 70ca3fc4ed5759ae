// Builds the page from its parts.
import type { Engine } from '../api';
import type { MakeStage, Stage } from '../stage/types';
import { byId, h } from './dom';
import { acceptDrops, chooseFile } from './files';
import { makeFindShot, type FindShots } from './find_shot';
import { firstScene, makeGallery } from './gallery';
import { keyList, keyTable, listenToKeys } from './keyboard';
import { makeLawsPanel } from './laws_panel';
import { makeErrorList, type ShowError } from './errors';
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
  readonly findShots: FindShots;
  readonly makeStage: MakeStage;
}

function open(session: Session, showError: ShowError, text: string, name: string): void {
  try {
    session.open(text, name);
  } catch (problem) {
    showError(problem instanceof Error ? problem.message : String(problem));
  }
}

/// The scene with which the server was started, if any.
async function serverScene(server: Server): Promise<{ text: string; name: string } | null> {
  if (server.engines.length === 0) return null;
  const answer = await fetch(new URL('api/scene', document.baseURI));
  return answer.ok ? await answer.json() as { text: string; name: string } : null;
}

function runFrames(stage: Stage, session: Session, tick: (now: number) => void): void {
  const link = linkStage(session.store, stage);
  // request the next frame first: an exception in one must not stop the others
  const frame = (now: number): void => {
    requestAnimationFrame(frame);
    tick(now);
    link.frame();
  };
  requestAnimationFrame(frame);
}

export async function startPage({ engine, longRun, findShots, makeStage }: Parts): Promise<void> {
  const showError = makeErrorList(byId('errors'));
  let server: Server = { engines: [] };
  const runner = makeRunner(engine, longRun, () => server);
  const session = makeSession(engine, runner, firstScene, showError);
  const player = makePlayer(session);
  const canvas = byId<HTMLCanvasElement>('canvas');
  const stage = makeStage(canvas);

  const gallery = dialogById('gallery');
  const help = dialogById('help');
  const share = makeShareDialog(dialogById('share-dialog'), session, showError);
  makeGallery(gallery, (scene) => open(session, showError, scene.text, scene.file));
  const actions = {
    gallery: () => gallery.showModal(),
    help: () => help.showModal(),
    open: () => chooseFile(session, showError),
    share,
    say: (refusal: string | null) => {
      if (refusal) showError(refusal);
    },
  };
  const keys = keyTable(session, player, actions);
  help.querySelector('.keys-here')!.replaceChildren(keyList(keys));
  listenToKeys(keys);

  byId('top').replaceChildren(...makeTopBar(session, actions));
  byId('stage').append(makeStageBar(session));
  byId('transport').replaceChildren(makeTransport(session, player, showError));
  byId('panel').replaceChildren(...makeTabs(session.store, [
    { tab: 'shot', title: 'Shot', body: makeShotPanel(session, showError, makeFindShot(session, engine, findShots)) },
    { tab: 'laws', title: 'Laws', body: makeLawsPanel(session, engine) },
    { tab: 'run', title: 'Run', body: makeRunPanel(session, player) },
  ]));
  handleCanvas(canvas, stage, session, showError);
  acceptDrops(document.body, session, showError);
  new ResizeObserver(() => stage.resize()).observe(byId('stage'));

  let linking = false;
  const fromAddress = async (): Promise<boolean> => {
    const text = await sceneOfAddress(showError);
    linking = true;
    if (text !== null) open(session, showError, text, 'link');
    linking = false;
    return text !== null;
  };
  // remove the link from the address when its scene is left: reloading would restore it
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
  if (named) open(session, showError, named.text, named.name);
}
