// The time bar, with a tick for every event.
import { h, perFrame } from './dom';
import type { Player } from './player';
import type { Session } from './session';
import { changed } from './store';
import { fractionOf, ticks, type EventClass } from './timeline';
import { seconds } from './format';

/// The colour variable of the style sheet for a class of events.
export function colourOf(kind: EventClass): string {
  return `var(--event-${kind})`;
}

function resolved(element: Element, kind: EventClass): string {
  return getComputedStyle(element).getPropertyValue(`--event-${kind}`).trim();
}

interface Fitted {
  readonly width: number;
  readonly height: number;
  readonly draw: CanvasRenderingContext2D;
}

/// A canvas at the resolution of the screen.
export function fitted(canvas: HTMLCanvasElement): Fitted {
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const draw = canvas.getContext('2d')!;
  draw.setTransform(scale, 0, 0, scale, 0, 0);
  return { width, height, draw };
}

/// Half the width of the thumb: the range input ends this far inside [px].
const inset = 8;

export function makeTimeBar(session: Session, player: Player): HTMLElement {
  const { store } = session;
  const canvas = h('canvas', { class: 'ticks', 'aria-hidden': 'true' });
  const bar = h('input', {
    type: 'range', id: 'time', 'aria-label': 'Time', min: 0, max: 1, step: 0.001, value: 0,
  });
  const element = h('div', { class: 'time-bar' }, canvas, bar);
  bar.addEventListener('input', () => player.seek(bar.valueAsNumber));

  function drawTicks(): void {
    const { run } = store.get();
    const { width, height, draw } = fitted(canvas);
    draw.clearRect(0, 0, width, height);
    if (!run) return;
    for (const tick of ticks(run.events, run.tEnd, width - 2 * inset)) {
      const quiet = tick.kind === 'motion' || tick.kind === 'contact';
      draw.fillStyle = resolved(element, tick.kind);
      const [top, tall] = quiet ? [0.62, 0.3] : [0.12, 0.8];
      draw.fillRect(inset + tick.x - 0.75, top * height, 1.5, tall * height);
    }
  }

  function update(): void {
    const { run, t } = store.get();
    const tEnd = run?.tEnd ?? 0;
    bar.disabled = run === null;
    bar.max = String(tEnd || 1);
    bar.value = String(t);
    bar.setAttribute('aria-valuetext', `${seconds(t)} of ${seconds(tEnd)}`);
    element.style.setProperty('--done', String(fractionOf(t, tEnd)));
  }

  const dueTicks = perFrame(drawTicks);
  store.on((now, before) => {
    if (changed(now, before, 'run')) dueTicks();
    if (changed(now, before, 'run', 't')) update();
  });
  new ResizeObserver(dueTicks).observe(canvas);
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', dueTicks);
  update();
  return element;
}
