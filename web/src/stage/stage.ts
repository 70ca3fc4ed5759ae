// The picture of the table in 3-D.
import {
  Mesh, NeutralToneMapping, PCFShadowMap, Scene as World, SRGBColorSpace, Vector3, WebGLRenderer,
  type Group, type Material, type Texture,
} from 'three';
import type { Scene, Trajectory, Vec2, Vec3 } from '../api';
import { ballSample, Balls, startSample } from './balls';
import { Cue } from './cue';
import type { Box } from './framing';
import { Lamp, roomTexture } from './light';
import { Materials } from './materials';
import { RunOverlays } from './overlays';
import { hitBall, hitPlane, type Ray } from './picking';
import { isSoftware, Pace } from './quality';
import { Rig } from './rig';
import { buildSystem, type Apparatus } from './systems';
import { buildTable, type Furniture } from './table';
import { backdropTexture, softDisc } from './textures';
import type { AimPreview, CameraView, MakeStage, Overlays, Pick, Stage } from './types';

const fingerSlack = 1.25; // balls can be picked slightly beyond their edge

/// The name of the renderer, from a temporary context; '' if there is none.
function rendererName(): string {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return '';
  const asked = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(asked ? asked.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

function makeRenderer(canvas: HTMLCanvasElement, antialias: boolean): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
  } catch {
    throw new Error('this browser does not support WebGL 2, which the table in 3-D needs');
  }
}

/// Frees the contents of a group; materials and textures in `kept` are shared and stay.
function discard(group: Group, kept: ReadonlySet<unknown>): void {
  group.traverse((o) => {
    if (!(o instanceof Mesh)) return;
    o.geometry.dispose();
    const material = o.material as Material & { map?: Texture | null };
    if (kept.has(material)) return;
    if (material.map && !kept.has(material.map)) material.map.dispose();
    material.dispose();
  });
  group.removeFromParent();
}

/// The box that the camera must show for balls on a cloth without edge.
function boxAround(scene: Scene): Box {
  const room = 0.45; // [m]
  const over = (axis: 0 | 1): [number, number] => {
    const all = scene.balls.map((b) => b.position[axis]);
    return [Math.min(...all) - room, Math.max(...all) + room];
  };
  const [x0, x1] = over(0);
  const [y0, y1] = over(1);
  return { low: [x0, y0, 0], high: [x1, y1, 0.06] };
}

/// Differs for sets of balls of different appearance.
const ballsKey = (scene: Scene): string =>
  JSON.stringify([scene.system.kind, scene.table.preset, scene.balls.map((b) => [b.id, b.radius])]);

/// Differs for tables and systems of different appearance.
const furnitureKey = (scene: Scene): string =>
  JSON.stringify([scene.table, scene.system, scene.table.length > 0 ? '' : ballsKey(scene)]);

class TableStage implements Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly materials = new Materials();
  private readonly kept = new Set<unknown>(Object.values(this.materials));
  private readonly lamp = new Lamp();
  private readonly rig: Rig;
  private readonly pace: Pace;
  private readonly backdrop = backdropTexture();
  private readonly glow = softDisc(0, 2);
  private readonly overlays = new RunOverlays(this.glow);
  private readonly cue = new Cue();
  private scene: Scene | null = null;
  private furniture: Furniture | Apparatus | null = null;
  private balls: Balls | null = null;
  private sample: ArrayLike<number> = [];
  private ghosts: ArrayLike<number> | null = null;
  private run: Trajectory | null = null;
  private aim: AimPreview | null = null;
  private time = 0;
  private moved = true; // bodies, so that shadows are drawn again
  private stale = true; // the picture
  private drewLast = false; // a changed picture, when render() was last called

  constructor(private readonly canvas: HTMLCanvasElement) {
    const software = isSoftware(rendererName());
    this.renderer = makeRenderer(canvas, !software);
    this.pace = new Pace(Math.min(2, window.devicePixelRatio || 1), software);
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.world.background = this.backdrop;
    this.world.environment = roomTexture(this.renderer);
    this.world.add(this.lamp.group, this.overlays.group, this.cue.group);
    this.rig = new Rig(canvas, () => { this.stale = true; });
    this.applyQuality();
    this.resize();
  }

  setScene(scene: Scene): void {
    const known = this.scene;
    this.scene = scene;
    const moved = !known || furnitureKey(known) !== furnitureKey(scene);
    if (moved) this.furnish(scene);
    if (moved || ballsKey(known) !== ballsKey(scene)) this.rack(scene);
    this.setSample(null);
    this.setGhosts(null);
    this.followPlayer();
    if (moved && this.furniture) this.rig.setBox(this.furniture.box);
  }

  private rack(scene: Scene): void {
    if (this.balls) discard(this.balls.group, this.kept);
    const { kind } = scene.system;
    const count = this.furniture && 'balls' in this.furniture ? this.furniture.balls : scene.balls.length;
    this.balls = new Balls(scene, this.materials, count, kind !== 'pool');
    this.balls.setRun(this.run);
    this.world.add(this.balls.group);
    this.overlays.setScene(scene, count);
  }

  private furnish(scene: Scene): void {
    if (this.furniture) discard(this.furniture.group, this.kept);
    this.furniture = buildSystem(scene, this.materials) ?? buildTable(scene.table, boxAround(scene), this.materials);
    this.world.add(this.furniture.group);
    this.world.environmentIntensity = scene.system.kind === 'pool' ? 0.36 : 0.8;
    this.lamp.aimAt(this.furniture.box);
  }

  setSample(sample: Float64Array | null): void {
    if (!this.scene) return;
    this.sample = sample ? sample.slice() : startSample(this.scene);
    this.touch();
  }

  setGhosts(sample: Float64Array | null): void {
    this.ghosts = sample ? sample.slice() : null;
    this.touch();
  }

  setRuns(first: Trajectory | null, second: Trajectory | null): void {
    this.run = first;
    this.overlays.setRuns(first, second);
    this.balls?.setRun(first);
    this.touch();
  }

  setTime(t: number): void {
    this.time = t;
    this.touch();
  }

  setOverlays(overlays: Overlays): void {
    this.overlays.setShown(overlays);
    this.touch();
  }

  setAim(aim: AimPreview | null): void {
    this.aim = aim;
    this.followPlayer();
    this.touch();
  }

  setView(view: CameraView): void {
    this.followPlayer();
    this.rig.setView(view);
  }

  private touch(): void {
    this.moved = this.stale = true;
  }

  /// The player is behind the ball being aimed, or otherwise the one struck in the scene.
  private followPlayer(): void {
    const { scene, aim } = this;
    if (!scene) return;
    const index = aim?.ball ?? scene.shot?.ball ?? 0;
    const ball = scene.balls[index];
    const heading = aim?.heading ?? scene.shot?.heading;
    if (!ball || scene.system.kind !== 'pool') {
      this.rig.setPlayer(null);
      return;
    }
    const at: Vec3 = (aim && this.centreOf(index)) ?? ball.position;
    const towards = Math.atan2(-at[1], -at[0]);
    this.rig.setPlayer({ ball: at, radius: ball.radius, heading: heading === undefined ? towards : (heading * Math.PI) / 180 });
  }

  /// Position of a ball in play.
  private centreOf(ball: number): Vec3 | null {
    const { at, motion } = ballSample(this.sample, ball);
    return motion === 'pocketed' || motion === 'off-table' ? null : at;
  }

  private rayAt(x: number, y: number): Ray {
    const { camera } = this.rig;
    camera.updateMatrixWorld();
    const point = new Vector3(
      (2 * x) / this.canvas.clientWidth - 1, 1 - (2 * y) / this.canvas.clientHeight, 0.5).unproject(camera);
    const from: Vec3 = [camera.position.x, camera.position.y, camera.position.z];
    const along = point.sub(camera.position).normalize();
    return { from, along: [along.x, along.y, along.z] };
  }

  pick(x: number, y: number): Pick {
    if (!this.scene || !this.balls) return null;
    const ray = this.rayAt(x, y);
    const places = Array.from({ length: this.balls.count }, (_, i) => this.centreOf(i));
    const ball = hitBall(ray, places, this.scene.balls.map((b) => b.radius), fingerSlack);
    if (ball >= 0) return { kind: 'ball', ball };
    const at = hitPlane(ray, 0);
    const { length, width } = this.scene.table;
    const beyond = at && length > 0 && (Math.abs(at[0]) > 0.5 * length || Math.abs(at[1]) > 0.5 * width);
    return at && !beyond ? { kind: 'cloth', at } : null;
  }

  onPlane(x: number, y: number, height: number): Vec2 | null {
    return hitPlane(this.rayAt(x, y), height);
  }

  setOrbiting(allowed: boolean): void {
    this.rig.setOrbiting(allowed);
  }

  resize(): void {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    this.renderer.setSize(width, height, false);
    this.rig.setAspect(width / height);
    this.stale = true;
  }

  private applyQuality(): void {
    const { pixelRatio, shadowSize } = this.pace.quality;
    this.renderer.setPixelRatio(pixelRatio);
    this.lamp.setMapSize(shadowSize);
    this.touch();
  }

  render(): void {
    if (this.rig.update()) this.stale = true;
    const now = performance.now();
    const changed = this.stale;
    if (changed ? this.pace.frame(now, this.drewLast) : this.pace.settle(now)) this.applyQuality();
    this.drewLast = changed;
    if (!this.stale) return;
    if (this.moved && this.scene) this.placeAll(this.scene);
    this.stale = this.moved = false;
    this.renderer.render(this.world, this.rig.camera);
  }

  private placeAll(scene: Scene): void {
    this.balls?.place(this.sample, this.time);
    this.balls?.placeGhosts(this.ghosts);
    if (this.furniture && 'place' in this.furniture) this.furniture.place(this.sample);
    this.overlays.update(this.time, this.sample, this.ghosts);
    this.cue.show(this.aim, scene, this.aim && this.centreOf(this.aim.ball));
    this.renderer.shadowMap.needsUpdate = true;
  }

  dispose(): void {
    this.rig.dispose();
    this.overlays.dispose();
    this.cue.dispose();
    if (this.balls) discard(this.balls.group, this.kept);
    if (this.furniture) discard(this.furniture.group, this.kept);
    this.world.environment?.dispose();
    this.glow.dispose();
    this.backdrop.dispose();
    this.materials.dispose();
    this.lamp.dispose();
    this.renderer.dispose();
  }
}

export const makeStage: MakeStage = (canvas) => new TableStage(canvas);
