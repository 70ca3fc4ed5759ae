// Systems other than a pool table: everything except their balls.
import {
  BoxGeometry, type BufferGeometry, CylinderGeometry, ExtrudeGeometry, Group, LatheGeometry, Mesh, MeshPhysicalMaterial,
  Shape, TorusGeometry, Vector2, Vector3, CircleGeometry, type Material,
} from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Scene, System, Vec3 } from '../api';
import { ballSample } from './balls';
import type { Materials } from './materials';
import { floorUnder, type Furniture } from './table';

/// Everything but the balls; moves with the samples.
export interface Apparatus extends Furniture {
  /// how many of the scene's bodies are balls, the first ones
  readonly balls: number;
  place(sample: ArrayLike<number>): void;
}

type Of<K extends System['kind']> = Extract<System, { kind: K }>;

function shadowed(mesh: Mesh): Mesh {
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/// A round bar between two points.
function bar(from: Vec3, to: Vec3, radius: number, material: Material): Mesh {
  const mesh = shadowed(new Mesh(new CylinderGeometry(radius, radius, 1, 16), material));
  stretch(mesh, from, to);
  return mesh;
}

function stretch(mesh: Mesh, from: Vec3, to: Vec3): void {
  const a = new Vector3(...from);
  const d = new Vector3(...to).sub(a);
  mesh.position.copy(a).addScaledVector(d, 0.5);
  mesh.scale.set(1, d.length(), 1);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), d.normalize());
}

/// Strings from fixed points to the balls; a frame of bars through those points.
function cradle(scene: Scene, system: Of<'newtons-cradle'>, materials: Materials): Apparatus {
  const group = new Group();
  const radius = scene.balls[0]?.radius ?? 0.0125;
  const xs = system.anchors.map((a) => a[0]);
  const ys = system.anchors.map((a) => a[1]);
  const top = Math.max(...system.anchors.map((a) => a[2]));
  const reach = Math.max(...xs.map(Math.abs)) + 0.55 * system.length;
  const foot = -2.6 * radius;
  const thick = 0.26 * radius;
  const across = Math.max(Math.max(...ys.map(Math.abs)), 2.5 * radius);
  for (const y of [-across, across]) {
    group.add(bar([-reach, y, top], [reach, y, top], thick, materials.brushed));
    for (const x of [-reach, reach]) {
      group.add(bar([x, y, foot], [x, y, top], thick, materials.brushed));
      const knob = shadowed(new Mesh(new CylinderGeometry(1.25 * thick, 1.25 * thick, 2.4 * thick, 24), materials.brass));
      knob.position.set(x, y, top);
      group.add(knob);
    }
  }
  if (system.strings === 1) {
    group.add(bar([-reach, 0, top], [reach, 0, top], thick, materials.brushed));
    for (const x of [-reach, reach]) group.add(bar([x, -across, top], [x, across, top], thick, materials.brushed));
  }
  const base = shadowed(new Mesh(
    new BoxGeometry(2 * reach + 5 * radius, 2 * across + 5 * radius, 0.9 * radius), materials.darkWood));
  base.position.z = foot - 0.45 * radius;
  group.add(base, floorUnder(materials, 9 * reach, foot - 0.9 * radius));

  const perBall = Math.max(1, Math.round(system.anchors.length / scene.balls.length));
  const strings = system.anchors.map((anchor) => {
    const mesh = bar(anchor, [anchor[0], anchor[1], anchor[2] - 1], 0.045 * radius, materials.pearl);
    group.add(mesh);
    return mesh;
  });
  const swing = Math.max(reach + 2.5 * radius, Math.max(...xs.map(Math.abs)) + 0.8 * system.length);
  return {
    group,
    balls: scene.balls.length,
    box: { low: [-swing, -across - 2.5 * radius, foot - radius], high: [swing, across + 2.5 * radius, top + radius] },
    place(sample) {
      strings.forEach((mesh, i) => stretch(mesh, system.anchors[i]!, ballSample(sample, Math.floor(i / perBall)).at));
    },
  };
}

/// A ring about y between two radii, with a groove for balls on one side.
function raceGeometry(inside: number, outside: number, width: number, groove: number, grooveAt: number, onInner: boolean): BufferGeometry {
  const h = 0.5 * width;
  const bevel = 0.06 * width;
  const arc = (side: number): Vector2[] => {
    const open = Math.min(0.8 * h, 0.86 * groove);
    return Array.from({ length: 17 }, (_, i) => {
      const y = open * (2 * (i / 16) - 1) * side;
      const deep = Math.sqrt(groove * groove - y * y);
      return new Vector2(grooveAt + (onInner ? deep : -deep), y);
    });
  };
  const outerEdge = onInner ? [new Vector2(outside, -h + bevel), new Vector2(outside, h - bevel)] : [];
  const land = (radius: number): number => (onInner ? Math.max(inside, radius) : Math.min(outside, radius));
  const points = onInner
    ? [...outerEdge, new Vector2(outside - bevel, h), new Vector2(inside + bevel, h), new Vector2(inside, h - bevel),
       ...arc(-1).map((p) => new Vector2(land(p.x), p.y)), new Vector2(inside, -h + bevel), new Vector2(inside + bevel, -h),
       new Vector2(outside - bevel, -h), new Vector2(outside, -h + bevel)]
    : [new Vector2(inside, h - bevel), new Vector2(inside, -h + bevel), new Vector2(inside + bevel, -h),
       new Vector2(outside - bevel, -h), new Vector2(outside, -h + bevel), ...arc(1).map((p) => new Vector2(land(p.x), p.y)),
       new Vector2(outside, h - bevel), new Vector2(outside - bevel, h), new Vector2(inside + bevel, h), new Vector2(inside, h - bevel)];
  return toCreasedNormals(new LatheGeometry(points, 128), 0.5);
}

/// Both races as rings, open at the sides so that the balls are visible, and a cage that moves with
/// them.
function bearing(scene: Scene, system: Of<'ball-bearing'>, materials: Materials): Apparatus {
  const group = new Group();
  const radius = scene.balls[0]?.radius ?? 0.004;
  const pitch = 0.5 * (system.innerRadius + system.outerRadius);
  const width = 2.1 * radius;
  const bore = 0.5 * system.bore;
  const outside = 0.5 * system.outside;
  const lip = 0.5 * radius; // shoulders of the grooves, over the deepest line

  const inner = shadowed(new Mesh(
    raceGeometry(bore, system.innerRadius + lip, width, radius, pitch, false), materials.brushed));
  const outer = new Group();
  outer.add(shadowed(new Mesh(
    raceGeometry(system.outerRadius - lip, outside, width, radius, pitch, true), materials.brushed)));
  const dot = new Mesh(new CircleGeometry(0.28 * radius, 24), materials.leather);
  dot.rotation.x = 0.5 * Math.PI;
  dot.position.set(0.5 * (system.outerRadius + outside), -0.5 * width - 0.004 * radius, 0);
  outer.add(dot);
  group.add(inner, outer);

  // the ridge, exaggerated: real ones are micrometres high
  if (system.defect !== 'none') {
    const onInner = system.defect === 'inner';
    const at = onInner ? system.innerRadius : system.outerRadius;
    const flaw = new Mesh(new CylinderGeometry(0.13 * radius, 0.13 * radius, 1.03 * width, 16),
      new MeshPhysicalMaterial({ color: '#ff5a3c', emissive: '#ff3a1c', emissiveIntensity: 0.6, roughness: 0.4 }));
    flaw.position.set(at * Math.cos(system.defectAngle), 0, at * Math.sin(system.defectAngle));
    (onInner ? group : outer).add(flaw);
  }

  const cage = new Group();
  for (const y of [-0.62, 0.62]) {
    const ring = shadowed(new Mesh(new TorusGeometry(pitch, 0.1 * radius, 10, 96), materials.brass));
    ring.rotation.x = 0.5 * Math.PI;
    ring.position.y = y * radius * 1.25;
    cage.add(ring);
  }
  for (let i = 0; i < system.ballCount; ++i) {
    const angle = (2 * Math.PI * (i + 0.5)) / system.ballCount;
    const [x, z] = [pitch * Math.cos(angle), pitch * Math.sin(angle)];
    cage.add(bar([x, -0.78 * radius, z], [x, 0.78 * radius, z], 0.12 * radius, materials.brass));
  }
  group.add(cage, floorUnder(materials, 9 * outside, -1.25 * outside));
  const reach = 1.06 * outside;
  return {
    group,
    balls: system.ballCount,
    box: { low: [-reach, -0.5 * width, -reach], high: [reach, 0.5 * width, reach] },
    place(sample) {
      const first = ballSample(sample, 0).at;
      cage.rotation.y = -Math.atan2(first[2], first[0]);
      if (system.race < 0) return;
      const { turned, at } = ballSample(sample, system.race);
      outer.position.set(...at);
      outer.quaternion.set(turned[1], turned[2], turned[3], turned[0]);
    },
  };
}

/// A plane of wood, or the lower half of a tube.
function dropSite(scene: Scene, system: Of<'bouncing-ball'>, materials: Materials): Apparatus {
  const group = new Group();
  const ball = scene.balls[0];
  const radius = ball?.radius ?? 0.03;
  const height = (ball?.position[2] ?? 0.5) + radius;
  if (system.surface === 'plane') {
    const slab = shadowed(new Mesh(new CylinderGeometry(7 * radius, 7.2 * radius, radius, 96), materials.darkWood));
    slab.rotation.x = 0.5 * Math.PI;
    slab.position.z = -0.5 * radius;
    group.add(slab, floorUnder(materials, 60 * radius, -radius));
    return {
      group, balls: scene.balls.length, place: () => {},
      box: { low: [-7 * radius, -7 * radius, -radius], high: [7 * radius, 7 * radius, height] },
    };
  }
  const tube = system.tubeRadius;
  const wall = Math.max(0.02 * tube, 0.25 * radius);
  const open = 1.25; // half the angle that is drawn, from the lowest line [rad]
  const shape = new Shape();
  shape.absarc(0, 0, tube + wall, -0.5 * Math.PI - open, -0.5 * Math.PI + open, false);
  shape.absarc(0, 0, tube, -0.5 * Math.PI + open, -0.5 * Math.PI - open, true);
  const length = Math.max(10 * radius, 0.5 * tube);
  const shell = shadowed(new Mesh(
    new ExtrudeGeometry(shape, { depth: length, bevelEnabled: false, curveSegments: 96 }), materials.brushed));
  shell.rotation.x = 0.5 * Math.PI;
  shell.position.set(0, 0.5 * length, tube);
  group.add(shell, floorUnder(materials, 8 * tube, -wall - 0.05 * tube));
  const half = tube * Math.sin(open) + wall;
  return {
    group, balls: scene.balls.length, place: () => {},
    box: { low: [-half, -0.5 * length, -wall], high: [half, 0.5 * length, Math.max(height, tube)] },
  };
}

/// Null for a pool table.
export function buildSystem(scene: Scene, materials: Materials): Apparatus | null {
  const { system } = scene;
  if (system.kind === 'newtons-cradle') return cradle(scene, system, materials);
  if (system.kind === 'ball-bearing') return bearing(scene, system, materials);
  if (system.kind === 'bouncing-ball') return dropSite(scene, system, materials);
  return null;
}

