// The tip's position on the cue ball, as seen by the striker.
import { h, s } from './dom';

export interface Dial {
  readonly element: HTMLElement;
  set(side: number, height: number, miscue: number): void;
}

/// The offset within the miscue limit nearest to a point of the drawing; + is left and up.
export function offsetAt(x: number, y: number, miscue: number): { side: number; height: number } {
  const distance = Math.hypot(x, y);
  // just inside, so that rounding never puts the offset above the limit
  const shrink = distance > miscue ? miscue * (1 - 1e-9) / distance : 1;
  return { side: round(-x * shrink), height: round(-y * shrink) };
}

/// Rounded towards zero to thousandths.
function round(value: number): number {
  return Math.trunc(value * 1000) / 1000 + 0;
}

export function makeDial(change: (side: number, height: number) => void): Dial {
  const limit = s('circle', { class: 'dial-limit', r: 0.5 });
  const dot = s('circle', { class: 'dial-dot', r: 0.11 });
  const box = '-1.06 -1.06 2.12 2.12';
  const drawing = s('svg', { class: 'dial-ball', viewBox: box, 'aria-hidden': 'true' },
    s('circle', { class: 'dial-face', r: 1 }),
    s('path', { class: 'dial-cross', d: 'M-1 0H1M0-1V1' }), limit, dot);
  const element = h('div', {
    class: 'dial', tabindex: 0, role: 'group',
    'aria-label': 'Tip on the cue ball; arrow keys move it, 0 centres it',
  }, drawing);
  let now = { side: 0, height: 0, miscue: 0.5 };

  function follow(event: PointerEvent): void {
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width - 0.5) * 2.12;
    const y = ((event.clientY - box.top) / box.height - 0.5) * 2.12;
    const offset = offsetAt(x, y, now.miscue);
    change(offset.side, offset.height);
  }

  drawing.addEventListener('pointerdown', (event) => {
    drawing.setPointerCapture(event.pointerId);
    follow(event);
  });
  drawing.addEventListener('pointermove', (event) => {
    if (drawing.hasPointerCapture(event.pointerId)) follow(event);
  });
  drawing.addEventListener('dblclick', () => change(0, 0));
  element.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 0.005 : 0.05;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step],
    };
    const move = event.key === '0' ? [now.side, now.height] : moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const offset = offsetAt(-now.side + move[0]!, -now.height + move[1]!, now.miscue);
    change(offset.side, offset.height);
  });

  return {
    element,
    set(side, height, miscue) {
      now = { side, height, miscue };
      limit.setAttribute('r', String(miscue));
      dot.setAttribute('cx', String(-side));
      dot.setAttribute('cy', String(-height));
    },
  };
}
