// Energy of all balls and speed of one, over time.
import { stride, type Trajectory } from '../api';
import { h, perFrame } from './dom';
import type { Player } from './player';
import type { Session } from './session';
import { changed } from './store';
import { fitted } from './time_bar';
import { fractionOf, timeAt } from './timeline';

export interface Curve {
  readonly t: Float64Array;
  readonly y: Float64Array;
  /// range of y, 0 included
  readonly top: number;
  readonly low: number;
}

function curveOf(t: Float64Array, y: Float64Array): Curve {
  return {
    t, y, top: y.reduce((most, value) => Math.max(most, value), 0),
    low: y.reduce((least, value) => Math.min(least, value), 0),
  };
}

/// t, E, t, E ... as a curve.
export function energyCurve(pairs: Float64Array): Curve {
  const even = pairs.filter((_, i) => i % 2 === 0);
  return curveOf(even, pairs.filter((_, i) => i % 2 === 1));
}

/// Points of the speed curve: as many as a chart has pixels.
const speedPoints = 320;

export function speedCurve(run: Trajectory, ball: number): Curve {
  const t = Float64Array.from({ length: speedPoints + 1 }, (_, i) => run.tEnd * i / speedPoints);
  return curveOf(t, t.map((time) => {
    const sample = run.sample(time);
    const at = stride * ball + 3;
    return Math.hypot(sample[at] ?? 0, sample[at + 1] ?? 0, sample[at + 2] ?? 0);
  }));
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Span { readonly low: number; readonly top: number }

function drawCurve(draw: CanvasRenderingContext2D, curve: Curve, box: Box, tEnd: number,
                   { low, top }: Span): void {
  draw.beginPath();
  curve.t.forEach((t, i) => {
    const x = box.left + box.width * fractionOf(t, tEnd);
    const y = box.top + box.height * (1 - (top > low ? (curve.y[i]! - low) / (top - low) : 0));
    if (i === 0) draw.moveTo(x, y);
    else draw.lineTo(x, y);
  });
  draw.stroke();
}

interface Curves { readonly energy: Curve; readonly speed: Curve; readonly kept: Curve | null }

export function makeChart(session: Session, player: Player): HTMLElement {
  const { store } = session;
  const canvas = h('canvas', {
    class: 'chart', role: 'img',
    'aria-label': 'Energy of all balls and speed of the chosen ball over time',
  });
  const energyWord = h('span', { class: 'key energy' });
  const speedWord = h('span', { class: 'key speed' });
  let curves: Curves | null = null;
  let plot: Box = { left: 0, top: 0, width: 1, height: 1 };

  function compute(): void {
    const { run, kept, selected, scene } = store.get();
    const ball = Math.min(selected, scene.balls.length - 1);
    curves = run === null ? null : {
      energy: energyCurve(run.energy()), speed: speedCurve(run, ball),
      kept: kept ? energyCurve(kept.run.energy()) : null,
    };
    const most = (curve: Curve | undefined, unit: string): string =>
      curve ? `, at most ${curve.top.toPrecision(3)} ${unit}` : '';
    energyWord.textContent = `energy${most(curves?.energy, 'J')}`;
    speedWord.textContent = `speed of ${scene.balls[ball]?.id ?? ''}${most(curves?.speed, 'm/s')}`;
  }

  function paint(): void {
    const { run, t } = store.get();
    const { width, height, draw } = fitted(canvas);
    const colour = (name: string): string => getComputedStyle(canvas).getPropertyValue(name).trim();
    plot = { left: 6, top: 8, width: width - 12, height: height - 14 };
    draw.clearRect(0, 0, width, height);
    draw.strokeStyle = colour('--line');
    draw.lineWidth = 1;
    for (const share of [0, 0.5, 1]) {
      draw.strokeRect(plot.left, plot.top + share * plot.height, plot.width, 0);
    }
    if (!curves || !run) return;
    const span = {
      low: Math.min(curves.energy.low, curves.kept?.low ?? 0),
      top: Math.max(curves.energy.top, curves.kept?.top ?? 0),
    };
    draw.lineWidth = 1.5;
    if (curves.kept) {
      draw.strokeStyle = colour('--muted');
      draw.setLineDash([4, 3]);
      drawCurve(draw, curves.kept, plot, run.tEnd, span);
      draw.setLineDash([]);
    }
    draw.strokeStyle = colour('--speed');
    drawCurve(draw, curves.speed, plot, run.tEnd, curves.speed);
    draw.strokeStyle = colour('--accent');
    drawCurve(draw, curves.energy, plot, run.tEnd, span);
    const x = plot.left + plot.width * fractionOf(t, run.tEnd);
    draw.strokeStyle = colour('--text');
    draw.lineWidth = 1;
    draw.strokeRect(x, plot.top, 0, plot.height);
  }

  function follow(event: PointerEvent): void {
    const { run } = store.get();
    const x = event.clientX - canvas.getBoundingClientRect().left - plot.left;
    if (run) player.seek(timeAt(x / plot.width, run.tEnd));
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    follow(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) follow(event);
  });

  const duePaint = perFrame(paint);
  const dueAll = perFrame(() => {
    compute();
    paint();
  });
  store.on((now, before) => {
    if (now.tab !== 'run') return;
    if (changed(now, before, 'run', 'kept', 'selected', 'tab')) dueAll();
    else if (changed(now, before, 't')) duePaint();
  });
  new ResizeObserver(dueAll).observe(canvas);
  return h('div', { class: 'chart-box' }, canvas, h('p', { class: 'legend' }, energyWord, speedWord));
}
