// Paths, spin axes and contact marks of the runs.
import {
  AdditiveBlending, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
  Quaternion, RingGeometry, Sprite, SpriteMaterial, Vector3, type InterleavedBufferAttribute, type Texture,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Scene, Trajectory, Vec3 } from '../api';
import { ballSample } from './balls';
import { pathColour, arrowColour } from './colours';
import { marksOf, type Mark } from './marks';
import { begun, segmentColours, segmentsOf, type Segments } from './segments';

const aboveCloth = 0.0016; // [m]
const flashSeconds = 0.14;

/// One ball's path; its last segment ends at the ball.
export class Trail {
  readonly line: LineSegments2;
  private patched = -1;

  constructor(private readonly segments: Segments, private readonly colour: string, material: LineMaterial) {
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(segments.positions.slice()); // the geometry keeps the array, and `reveal` writes to it
    geometry.setColors(segmentColours(segments, colour, false));
    this.line = new LineSegments2(geometry, material);
    this.line.computeLineDistances();
    this.line.frustumCulled = false;
  }

  colourBy(motion: boolean): void {
    this.line.geometry.setColors(segmentColours(this.segments, this.colour, motion));
  }

  reveal(t: number, now: Vec3 | null): void {
    const shown = begun(this.segments, t);
    const end = this.line.geometry.getAttribute('instanceEnd') as InterleavedBufferAttribute;
    const put = (i: number, p: ArrayLike<number>): void => {
      end.setXYZ(i, p[0]!, p[1]!, p[2]!);
      end.data.needsUpdate = true;
    };
    if (this.patched >= 0) put(this.patched, this.segments.positions.subarray(6 * this.patched + 3, 6 * this.patched + 6));
    this.patched = -1;
    const last = shown - 1;
    if (last >= 0 && now && t < this.segments.times[shown]!) {
      put(last, now);
      this.patched = last;
    }
    this.line.geometry.instanceCount = shown;
    this.line.visible = shown > 0;
  }
}

/// The trails of one run.
class Trails {
  readonly group = new Group();
  readonly material: LineMaterial;
  private readonly trails: Trail[];

  constructor(private readonly run: Trajectory, second: boolean) {
    this.material = new LineMaterial({
      linewidth: second ? 2 : 3, vertexColors: true, transparent: true, opacity: second ? 0.6 : 0.92,
      dashed: second, dashSize: 0.03, gapSize: 0.022, depthWrite: false, toneMapped: false,
    });
    this.trails = run.scene.balls.map((_, i) => {
      const segments = segmentsOf(run.path(i), this.lowered(i), aboveCloth * (second ? 0.7 : 1));
      return new Trail(segments, pathColour(run.scene.balls[i]!.colours), this.material);
    });
    for (const trail of this.trails) this.group.add(trail.line);
    this.group.renderOrder = 1;
  }

  /// A path on a table is drawn below the ball, elsewhere through its centre.
  private lowered(ball: number): number {
    return this.run.scene.system.kind === 'pool' ? this.run.scene.balls[ball]!.radius : 0;
  }

  colourBy(motion: boolean): void {
    for (const trail of this.trails) trail.colourBy(motion);
  }

  reveal(t: number, sample: ArrayLike<number> | null): void {
    this.trails.forEach((trail, i) => {
      const state = sample && ballSample(sample, i);
      const shown = state && state.motion !== 'pocketed';
      trail.reveal(t, shown ? [state.at[0], state.at[1], state.at[2] - this.lowered(i) + aboveCloth] : null);
    });
  }

  dispose(): void {
    for (const trail of this.trails) trail.line.geometry.dispose();
    this.material.dispose();
  }
}

/// An arrow along the spin axis of a ball.
class SpinArrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  private static readonly slowest = 0.3; // [rad/s]
  private static readonly full = 150; // spin at which the arrow has its full length [rad/s]

  constructor(private readonly radius: number, material: MeshBasicMaterial) {
    const thick = 0.1 * radius;
    this.shaft = new Mesh(new CylinderGeometry(thick, thick, 1, 12), material);
    this.head = new Mesh(new ConeGeometry(3 * thick, 7 * thick, 16), material);
    this.group.add(this.shaft, this.head);
  }

  show(at: Vec3, spin: Vec3): void {
    const rate = Math.hypot(...spin);
    this.group.visible = rate > SpinArrow.slowest;
    if (!this.group.visible) return;
    const reach = this.radius * (1.5 + 3 * Math.sqrt(Math.min(1, rate / SpinArrow.full)));
    const behind = 1.2 * this.radius;
    this.group.position.set(...at);
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...spin).divideScalar(rate));
    this.shaft.scale.y = reach + behind;
    this.shaft.position.y = 0.5 * (reach - behind);
    this.head.position.y = reach;
  }

  dispose(): void {
    this.shaft.geometry.dispose();
    this.head.geometry.dispose();
  }
}

const markColour = { ball: '#fff3c4', cushion: '#9fe8ff', cloth: '#ffd0f2' } as const;

/// Rings at contacts, and flashes at recent ones.
class Marks {
  readonly group = new Group();
  private readonly rings: InstancedMesh[] = [];
  private readonly flashes: Sprite[] = [];
  private readonly all: readonly Mark[];
  private readonly ring = new RingGeometry(0.62, 1, 40);

  constructor(run: Trajectory, glow: Texture) {
    this.all = marksOf(run);
    for (const kind of ['ball', 'cushion', 'cloth'] as const) {
      const marks = this.all.filter((m) => m.kind === kind);
      const rings = new InstancedMesh(this.ring, new MeshBasicMaterial({
        color: markColour[kind], transparent: true, opacity: 0.75, depthWrite: false, depthTest: kind === 'cloth',
      }), marks.length);
      marks.forEach((m, i) => {
        const z = kind === 'cushion' ? m.at[2] + 0.003 : Math.max(0.002, kind === 'ball' ? 0.002 : m.at[2] + 0.002);
        rings.setMatrixAt(i, new Matrix4().compose(
          new Vector3(m.at[0], m.at[1], z), new Quaternion(), new Vector3(m.size, m.size, m.size)));
      });
      rings.userData['times'] = marks.map((m) => m.t);
      rings.frustumCulled = false;
      this.rings.push(rings);
      this.group.add(rings);
    }
    for (let i = 0; i < 12; ++i) {
      const flash = new Sprite(new SpriteMaterial({ map: glow, blending: AdditiveBlending, depthWrite: false, depthTest: false }));
      this.flashes.push(flash);
      this.group.add(flash);
    }
  }

  reveal(t: number): void {
    for (const rings of this.rings) {
      const times = rings.userData['times'] as number[];
      rings.count = times.filter((begin) => begin <= t).length;
    }
    const fresh = this.all.filter((m) => m.kind !== 'cloth' && m.t <= t && t - m.t < flashSeconds).slice(-this.flashes.length);
    this.flashes.forEach((flash, i) => {
      const m = fresh[i];
      flash.visible = m !== undefined;
      if (!m) return;
      const age = (t - m.t) / flashSeconds;
      flash.position.set(...m.at);
      flash.scale.setScalar(m.size * (5 + 5 * age));
      flash.material.opacity = (1 - age) ** 2;
      flash.material.color.set(markColour[m.kind]);
    });
  }

  dispose(): void {
    this.ring.dispose();
    for (const rings of this.rings) {
      (rings.material as MeshBasicMaterial).dispose();
      rings.dispose();
    }
    for (const flash of this.flashes) flash.material.dispose();
  }
}

/// Everything that is drawn of runs except the balls.
export class RunOverlays {
  readonly group = new Group();
  private trails: (Trails | null)[] = [null, null];
  private marks: Marks | null = null;
  private arrows: SpinArrow[] = [];
  private arrowMaterials: MeshBasicMaterial[] = [];
  private shown = { path: true, motion: false, spinAxis: false, contacts: false };

  constructor(private readonly glow: Texture) {}

  setScene(scene: Scene, count: number): void {
    this.clearArrows();
    for (let i = 0; i < count; ++i) {
      const material = new MeshBasicMaterial({ color: arrowColour(scene.balls[i]!.colours), toneMapped: false });
      const arrow = new SpinArrow(scene.balls[i]!.radius, material);
      this.arrowMaterials.push(material);
      this.arrows.push(arrow);
      this.group.add(arrow.group);
    }
  }

  setRuns(first: Trajectory | null, second: Trajectory | null): void {
    for (const trails of this.trails) {
      if (trails) this.group.remove(trails.group);
      trails?.dispose();
    }
    if (this.marks) this.group.remove(this.marks.group);
    this.marks?.dispose();
    this.trails = [first && new Trails(first, false), second && new Trails(second, true)];
    this.marks = first && new Marks(first, this.glow);
    for (const trails of this.trails) if (trails) this.group.add(trails.group);
    if (this.marks) this.group.add(this.marks.group);
    this.applyColours();
  }

  setShown(shown: typeof this.shown): void {
    const recolour = shown.motion !== this.shown.motion;
    this.shown = { ...shown };
    if (recolour) this.applyColours();
  }

  private applyColours(): void {
    for (const trails of this.trails) trails?.colourBy(this.shown.motion);
  }

  update(t: number, sample: ArrayLike<number>, ghosts: ArrayLike<number> | null): void {
    const samples = [sample, ghosts];
    this.trails.forEach((trails, i) => {
      if (!trails) return;
      trails.group.visible = this.shown.path;
      if (this.shown.path) trails.reveal(t, samples[i] ?? null);
    });
    if (this.marks) {
      this.marks.group.visible = this.shown.contacts;
      if (this.shown.contacts) this.marks.reveal(t);
    }
    this.arrows.forEach((arrow, i) => {
      const state = ballSample(sample, i);
      const inPlay = state.motion !== 'pocketed' && state.motion !== 'off-table';
      if (this.shown.spinAxis && inPlay) arrow.show(state.at, state.spin);
      else arrow.group.visible = false;
    });
  }

  private clearArrows(): void {
    for (const arrow of this.arrows) {
      this.group.remove(arrow.group);
      arrow.dispose();
    }
    for (const material of this.arrowMaterials) material.dispose();
    this.arrows = [];
    this.arrowMaterials = [];
  }

  dispose(): void {
    this.setRuns(null, null);
    this.clearArrows();
  }
}
