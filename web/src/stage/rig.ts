// The camera: views, transitions between them, and manual control.
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Vec3 } from '../api';
import { between, eased, poseOf, positionOf, type Box, type Player, type Pose } from './framing';
import type { CameraView } from './types';

const glideSeconds = 0.5;
const lowest = (88 * Math.PI) / 180; // at a greater tilt the camera would be below the table

interface Glide { readonly from: Pose; readonly to: Pose; readonly begin: number }

export class Rig {
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private view: CameraView = 'free';
  private glide: Glide | null = null;
  private box: Box = { low: [-1, -1, 0], high: [1, 1, 0] };
  private player: Player | null = null;
  private aspect = 1;
  private allowed = true;
  private late = false; // the player moved while the camera was held

  /// `changed` is called whenever the picture changes.
  constructor(canvas: HTMLCanvasElement, private readonly changed: () => void) {
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = false;
    this.controls.maxPolarAngle = lowest;
    this.controls.addEventListener('change', changed);
    this.take(this.wanted());
  }

  private wanted(): Pose {
    return poseOf(this.view, this.box, this.aspect, this.player);
  }

  private size(): number {
    return Math.hypot(...this.box.high.map((v, i) => v - this.box.low[i]!));
  }

  /// Sets what to show; the camera jumps there.
  setBox(box: Box): void {
    this.box = box;
    this.controls.minDistance = 0.06 * this.size();
    this.glide = null;
    this.take(this.wanted());
  }

  setPlayer(player: Player | null): void {
    const old = this.player;
    if (player && old && player.heading === old.heading && player.ball.every((v, i) => v === old.ball[i])) return;
    this.player = player;
    if (this.view !== 'player' || !player) return;
    if (!this.allowed) this.late = true;
    else if (this.glide) this.glide = { ...this.glide, to: this.wanted() };
    else this.take(this.wanted());
  }

  setView(view: CameraView): void {
    this.view = view;
    this.startGlide();
  }

  setAspect(aspect: number): void {
    const turned = aspect < 1 !== this.aspect < 1;
    this.aspect = aspect;
    this.camera.aspect = aspect;
    if (this.view === 'top' || this.view === 'side' || turned) this.take(this.wanted());
    else this.camera.updateProjectionMatrix();
    this.changed();
  }

  setOrbiting(allowed: boolean): void {
    this.allowed = allowed;
    this.enable();
    if (allowed && this.late) this.startGlide();
  }

  private startGlide(): void {
    this.late = false;
    this.glide = { from: this.current(), to: this.wanted(), begin: performance.now() };
    this.enable();
    this.changed();
  }

  private enable(): void {
    this.controls.enabled = this.allowed && !this.glide;
    this.controls.enableRotate = this.view !== 'top';
  }

  private current(): Pose {
    const back = this.camera.position.clone().sub(this.controls.target);
    const distance = back.length();
    const { x, y, z } = this.controls.target;
    return {
      target: [x, y, z], distance, fov: this.camera.fov,
      turn: Math.atan2(back.y, back.x), tilt: Math.acos(Math.min(1, back.z / distance)),
    };
  }

  private take(pose: Pose): void {
    const at: Vec3 = positionOf(pose);
    const size = this.size();
    this.camera.fov = pose.fov;
    this.controls.maxDistance = Math.max(4 * size, 1.6 * pose.distance);
    this.controls.target.set(...pose.target);
    this.camera.position.set(...at);
    this.setDepth();
    this.enable();
    this.controls.update();
    this.changed();
  }

  /// Near and far planes as close together as the scene allows.
  private setDepth(): void {
    const size = this.size();
    const distance = this.camera.position.distanceTo(new Vector3(
      0.5 * (this.box.low[0] + this.box.high[0]), 0.5 * (this.box.low[1] + this.box.high[1]), this.box.high[2]));
    this.camera.near = Math.max(0.008 * size, 0.03 * distance);
    this.camera.far = distance + 6 * size;
    this.camera.updateProjectionMatrix();
  }

  /// Advances a moving camera. Returns whether it is still moving.
  update(): boolean {
    if (this.glide) {
      const s = Math.min(1, (performance.now() - this.glide.begin) / (1000 * glideSeconds));
      const { from, to } = this.glide;
      if (s >= 1) this.glide = null;
      this.take(between(from, to, eased(s)));
      return this.glide !== null;
    }
    const moved = this.controls.update();
    if (moved) this.setDepth();
    return moved;
  }

  dispose(): void {
    this.controls.dispose();
  }
}
