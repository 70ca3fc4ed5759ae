// Mouse and touch on the table: drag a ball, turn the cue, choose a ball.
import type { Scene, Vec2 } from '../api';
import type { Stage } from '../stage/types';
import { perFrame } from './dom';
import type { ShowError } from './errors';
import type { Session } from './session';

type Drag =
  | { readonly kind: 'ball'; readonly ball: number; readonly grip: Vec2 }
  | { readonly kind: 'aim'; last: number };

/// A press that moves less than this far is a click [px].
const clickReach = 4;
/// With Shift the cue turns slower by this factor.
export const fine = 0.1;

/// Direction from the struck ball to a point, degrees.
export function headingTo(scene: Scene, at: Vec2): number {
  const from = scene.balls[scene.shot!.ball]!.position;
  return Math.atan2(at[1] - from[1], at[0] - from[0]) * 180 / Math.PI;
}

/// The smallest angle from one direction to another, degrees.
export function turnBetween(from: number, to: number): number {
  return ((to - from) % 360 + 540) % 360 - 180;
}

export function handleCanvas(canvas: HTMLCanvasElement, stage: Stage, session: Session,
                             showError: ShowError): void {
  const { store } = session;
  let drag: Drag | null = null;
  let pressed: { x: number; y: number; moved: boolean } | null = null;
  let latest: PointerEvent | null = null;
  let refusal: string | null = null;

  const place = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onCloth = (event: PointerEvent, height: number): Vec2 | null =>
    stage.onPlane(...place(event), height);

  function begin(event: PointerEvent): Drag | null {
    const { mode, orbiting, scene } = store.get();
    if (event.button !== 0 || orbiting) return null;
    if (mode !== 'aim' || scene.system.kind !== 'pool') return null;
    const found = stage.pick(...place(event));
    if (found?.kind === 'ball') {
      const { position, radius } = scene.balls[found.ball]!;
      const at = onCloth(event, radius);
      const grip = (from: Vec2): Vec2 => [position[0] - from[0], position[1] - from[1]];
      return at && { kind: 'ball', ball: found.ball, grip: grip(at) };
    }
    if (!scene.shot || !found) return null;
    const at = onCloth(event, 0);
    return at && { kind: 'aim', last: headingTo(scene, at) };
  }

  function follow(): void {
    if (!drag || !latest) return;
    const { scene } = store.get();
    if (drag.kind === 'ball') {
      const at = onCloth(latest, scene.balls[drag.ball]!.radius);
      if (at) refusal = session.moveBall(drag.ball, at[0] + drag.grip[0], at[1] + drag.grip[1]);
      return;
    }
    const at = onCloth(latest, 0);
    if (!at || !scene.shot) return;
    const now = headingTo(scene, at);
    const turn = turnBetween(drag.last, now) * (latest.shiftKey ? fine : 1);
    drag.last = now;
    session.setShot({ heading: scene.shot.heading + turn });
  }
  const due = perFrame(follow);

  /// A click chooses a ball, or points the cue at what was clicked.
  function click(event: PointerEvent): void {
    const { mode, scene, orbiting } = store.get();
    const found = stage.pick(...place(event));
    if (found?.kind === 'ball') store.set({ selected: found.ball });
    if (!found || mode !== 'aim' || orbiting || !scene.shot) return;
    if (found.kind === 'ball' && found.ball === scene.shot.ball) return;
    const target: Vec2 = found.kind === 'ball'
      ? [scene.balls[found.ball]!.position[0], scene.balls[found.ball]!.position[1]] : found.at;
    session.setShot({ heading: headingTo(scene, target) });
  }

  /// A second finger ends the dragging of cue or ball: both fingers then move the camera, as if the
  /// first had just been placed.
  function giveToCamera(first: PointerEvent): void {
    drag = null;
    pressed = null;
    stage.setOrbiting(true);
    canvas.dispatchEvent(new PointerEvent('pointerdown', {
      pointerId: first.pointerId, pointerType: first.pointerType, button: 0, buttons: 1,
      clientX: first.clientX, clientY: first.clientY,
    }));
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary) {
      if (drag && latest) giveToCamera(latest);
      return;
    }
    latest = event;
    drag = begin(event);
    refusal = null;
    pressed = event.button === 0 ? { x: event.clientX, y: event.clientY, moved: false } : null;
    stage.setOrbiting(drag === null);
    if (drag) canvas.setPointerCapture(event.pointerId);
  }, { capture: true });

  canvas.addEventListener('pointermove', (event) => {
    if (!event.isPrimary || !pressed) return;
    const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (distance > clickReach) pressed.moved = true;
    latest = event;
    if (drag && pressed.moved) due();
  });

  canvas.addEventListener('pointerup', (event) => {
    if (!event.isPrimary) return;
    due.now();
    if (pressed && !pressed.moved) click(event);
    if (refusal) showError(refusal);
    drag = null;
    pressed = null;
    stage.setOrbiting(true);
  });

  canvas.addEventListener('pointercancel', () => {
    drag = null;
    pressed = null;
    stage.setOrbiting(true);
  });
}
