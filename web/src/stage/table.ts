// A table in 3-D, built from its parts.
import {
  BoxGeometry, CircleGeometry, Color, CylinderGeometry, ExtrudeGeometry, Group, LatheGeometry, Mesh,
  type Material, Path as Outline, RingGeometry, Shape, ShapeGeometry, Vector2,
} from 'three';
import type { Pocket, Table, Vec2 } from '../api';
import { cushionGeometry } from './cushion_mesh';
import { tableHeight } from './falls';
import type { Box } from './framing';
import type { Materials } from './materials';
import { opening, polygonOf, type Stretch } from './opening';
import { distance, scaled, add, sub, unit } from './plane';

const rise = 0.006; // of a cushion's top, from the nose to the wood
const lip = 0.005; // rounding of the cloth at a hole
const liner = 0.009; // leather in front of the wood around a hole
const collar = 0.019; // the same with what lies on the wood
const woodBelow = 0.05; // the wood's lower edge under the cloth
const apronBelow = 0.19;
const fromBed = 0.05; // light reflected from the cloth to the cushions
const overFloor = 4.2; // radius of the floor per half diagonal of the table

export interface Furniture { readonly group: Group; readonly box: Box }

const shapeOf = (points: readonly Vec2[]): Shape => new Shape(points.map((p) => new Vector2(p[0], p[1])));
const outlineOf = (points: readonly Vec2[]): Outline => new Outline(points.map((p) => new Vector2(p[0], p[1])));

function roundedRectangle(half: Vec2, radius: number): Vec2[] {
  const points: Vec2[] = [];
  for (let corner = 0; corner < 4; ++corner) {
    const x = (corner === 0 || corner === 3 ? 1 : -1) * (half[0] - radius);
    const y = (corner < 2 ? 1 : -1) * (half[1] - radius);
    for (let k = 0; k <= 10; ++k) {
      const angle = (corner + k / 10) * 0.5 * Math.PI;
      points.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
  }
  return points;
}

const circlePoints = (centre: Vec2, radius: number): Vec2[] =>
  Array.from({ length: 64 }, (_, i) => [
    centre[0] + radius * Math.cos((i * Math.PI) / 32), centre[1] + radius * Math.sin((i * Math.PI) / 32),
  ]);

function solid(shape: Shape, from: number, to: number, bevel: number, material: Material): Mesh {
  const geometry = new ExtrudeGeometry(shape, {
    depth: to - from - 2 * bevel, bevelEnabled: bevel > 0, bevelThickness: bevel, bevelSize: bevel,
    bevelOffset: -bevel, bevelSegments: 3,
  });
  geometry.translate(0, 0, from + bevel);
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/// Builds one table; its methods add parts to the group.
class TableBuilder {
  readonly group = new Group();
  private readonly half: Vec2;
  private readonly cloth;
  private readonly rubber;

  constructor(private readonly table: Table, private readonly materials: Materials) {
    this.half = [0.5 * table.length, 0.5 * table.width];
    const { cloth, cushion } = table.drawing;
    this.cloth = materials.clothOf(cloth);
    this.rubber = materials.clothOf(cushion);
    this.rubber.emissive.add(new Color(cloth).multiplyScalar(fromBed));
  }

  /// Cloth over a rectangle, with holes.
  bed(half: Vec2): void {
    const shape = shapeOf([[half[0], half[1]], [-half[0], half[1]], [-half[0], -half[1]], [half[0], -half[1]]]);
    for (const p of this.table.pockets) shape.holes.push(outlineOf(circlePoints(p.centre, p.radius + lip)));
    const mesh = new Mesh(new ShapeGeometry(shape), this.cloth);
    mesh.receiveShadow = true;
    this.group.add(mesh);
  }

  /// The hole: cloth bent over its edge, a dark shaft, a floor.
  shaft(pocket: Pocket): void {
    const bottom = -pocket.depth - 0.04;
    const bend = Array.from({ length: 7 }, (_, i) => {
      const angle = (0.5 * Math.PI * i) / 6;
      return new Vector2(pocket.radius + lip * (1 - Math.sin(angle)), lip * (Math.cos(angle) - 1));
    });
    const edge = new Mesh(new LatheGeometry(bend, 64), this.cloth);
    const wall = new Mesh(new CylinderGeometry(pocket.radius, 0.85 * pocket.radius, -bottom - lip, 48, 1, true), this.materials.pit);
    edge.rotation.x = wall.rotation.x = 0.5 * Math.PI;
    wall.position.z = 0.5 * (bottom - lip);
    const floor = new Mesh(new CircleGeometry(pocket.radius, 48), this.materials.pit);
    floor.position.z = bottom;
    const hole = new Group();
    hole.add(edge, wall, floor);
    hole.position.set(pocket.centre[0], pocket.centre[1], 0);
    for (const mesh of [edge, wall, floor]) mesh.receiveShadow = true;
    this.group.add(hole);
  }

  /// Leather around the part of a hole that is cut into the wood.
  collar(stretch: Stretch, pocket: Pocket, top: number): void {
    const at = (p: Vec2, radius: number): Vec2 => add(pocket.centre, scaled(radius, unit(sub(p, pocket.centre))));
    const inner = stretch.points.map((p) => at(p, pocket.radius - 0.001));
    const outer = stretch.points.map((p) => at(p, pocket.radius + collar)).reverse();
    this.group.add(solid(shapeOf([...inner, ...outer]), -0.01, top + 0.003, 0.0025, this.materials.leather));
  }

  /// Rails of wood around the cushions, cut out for the holes.
  rails(depth: number, width: number, top: number): void {
    const inside: Vec2 = [this.half[0] + depth, this.half[1] + depth];
    const outside: Vec2 = [this.half[0] + width, this.half[1] + width];
    const ring = opening(inside, this.table.pockets.map((p) => ({ centre: p.centre, radius: p.radius + liner })));
    const shape = shapeOf(roundedRectangle(outside, 0.07));
    shape.holes.push(outlineOf(polygonOf(ring)));
    this.group.add(solid(shape, -woodBelow, top, 0.006, this.materials.railWood(inside)));
    for (const s of ring) {
      const pocket = this.table.pockets[s.circle];
      if (pocket) this.collar(s, pocket, top);
    }
  }

  cushions(): void {
    const { rails, cushionDepth, looseCushions, looseJaws } = this.table.drawing;
    for (const rail of rails) {
      const mesh = new Mesh(cushionGeometry(rail, cushionDepth, this.table.cushionHeight, rise), this.rubber);
      mesh.castShadow = mesh.receiveShadow = true;
      this.group.add(mesh);
    }
    this.loose(looseCushions, looseJaws);
  }

  /// Cushions without a rail: a thin board on the nose line; jaws as posts.
  loose(cushions: Table['cushions'], jaws: Table['jaws']): void {
    const height = this.table.cushionHeight + rise;
    const thick = 0.006;
    const put = (mesh: Mesh, at: Vec2): void => {
      mesh.position.set(at[0], at[1], 0.5 * height);
      mesh.castShadow = mesh.receiveShadow = true;
      this.group.add(mesh);
    };
    const post = (at: Vec2, radius: number): void => {
      const mesh = new Mesh(new CylinderGeometry(radius, radius, height, 32), this.rubber);
      mesh.rotation.x = 0.5 * Math.PI;
      put(mesh, at);
    };
    for (const c of cushions) {
      const wall = new Mesh(new BoxGeometry(distance(c.from, c.to), thick, height), this.rubber);
      wall.rotation.z = Math.atan2(c.to[1] - c.from[1], c.to[0] - c.from[0]);
      put(wall, scaled(0.5, add(c.from, c.to)));
      post(c.from, 0.5 * thick);
      post(c.to, 0.5 * thick);
    }
    for (const j of jaws) post(j.centre, j.radius);
  }

  diamonds(top: number): void {
    const diamond = new CircleGeometry(0.0105, 4);
    for (const at of this.table.drawing.diamonds) {
      const mesh = new Mesh(diamond, this.materials.pearl);
      mesh.position.set(at[0], at[1], top + 0.0004);
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }

  /// Spots, and on a snooker table the baulk line with its D.
  markings(): void {
    const put = (geometry: CircleGeometry | RingGeometry | BoxGeometry, at: Vec2): void => {
      const mesh = new Mesh(geometry, this.materials.chalk);
      mesh.position.set(at[0], at[1], 0.0004);
      mesh.receiveShadow = true;
      this.group.add(mesh);
    };
    const { baulk, spots } = this.table.drawing;
    if (baulk) {
      const { x, radius, atLowX } = baulk;
      put(new BoxGeometry(0.003, this.table.width, 1e-5), [x, 0]);
      const start = (atLowX ? 0.5 : -0.5) * Math.PI;
      put(new RingGeometry(radius - 0.0015, radius + 0.0015, 96, 1, start, Math.PI), [x, 0]);
    }
    for (const at of spots) put(new CircleGeometry(0.0045, 24), at);
  }

  /// Apron, legs and the floor they stand on.
  stand(half: Vec2): void {
    const inset = 0.012;
    const board: Vec2 = [half[0] - inset, half[1] - inset];
    const ring = shapeOf(roundedRectangle(board, 0.05));
    ring.holes.push(outlineOf(roundedRectangle([board[0] - 0.012, board[1] - 0.012], 0.04)));
    this.group.add(solid(ring, -apronBelow, -woodBelow + 0.002, 0.004, this.materials.darkWood));
    const slate = shapeOf(roundedRectangle([board[0] - 0.006, board[1] - 0.006], 0.044));
    this.group.add(solid(slate, -apronBelow + 0.03, -apronBelow + 0.034, 0, this.materials.unseen));
    const legs = half[0] > 1.6 ? [-1, 0, 1] : [-1, 1];
    for (const x of legs) {
      for (const y of [-1, 1]) {
        const leg = new Mesh(new CylinderGeometry(0.085, 0.055, tableHeight - apronBelow + 0.05, 4, 1), this.materials.darkWood);
        leg.rotation.set(0.5 * Math.PI, 0.25 * Math.PI, 0, 'XYZ');
        leg.position.set(x * (board[0] - 0.13), y * (board[1] - 0.11), -0.5 * (tableHeight + apronBelow - 0.05));
        leg.castShadow = leg.receiveShadow = true;
        this.group.add(leg);
      }
    }
    this.group.add(floorUnder(this.materials, overFloor * Math.hypot(half[0], half[1]), -tableHeight));
  }

  /// Cloth that fades out.
  openCloth(centre: Vec2, radius: number): void {
    this.cloth.transparent = true;
    this.cloth.alphaMap = this.materials.fade;
    this.cloth.map = this.materials.clothOver(2 * radius);
    const shape = shapeOf(circlePoints(centre, radius));
    for (const p of this.table.pockets) shape.holes.push(outlineOf(circlePoints(p.centre, p.radius + lip)));
    const geometry = new ShapeGeometry(shape);
    const at = geometry.attributes['position']!;
    const uv = geometry.attributes['uv']!;
    for (let i = 0; i < uv.count; ++i) {
      uv.setXY(i, (0.5 * (at.getX(i) - centre[0])) / radius + 0.5, (0.5 * (at.getY(i) - centre[1])) / radius + 0.5);
    }
    const mesh = new Mesh(geometry, this.cloth);
    mesh.receiveShadow = true;
    mesh.renderOrder = -2;
    this.group.add(mesh);
  }
}

/// A round floor that fades out.
export function floorUnder(materials: Materials, radius: number, z: number): Mesh {
  const floor = new Mesh(new CircleGeometry(radius, 72), materials.floor());
  floor.position.z = z;
  floor.receiveShadow = true;
  floor.renderOrder = -2;
  return floor;
}

function framedTable(table: Table, builder: TableBuilder): Box {
  const { cushionDepth: depth, railWidth: width } = table.drawing;
  const top = table.cushionHeight + rise + 0.001;
  const x = 0.5 * table.length + width;
  const y = 0.5 * table.width + width;
  builder.bed([x - 0.02, y - 0.02]);
  builder.rails(depth, width, top);
  builder.cushions();
  builder.diamonds(top);
  for (const p of table.pockets) builder.shaft(p);
  builder.markings();
  builder.stand([x, y]);
  return { low: [-x, -y, -woodBelow], high: [x, y, top] };
}

/// A board with cloth, and loose cushions and jaws on it.
function looseTable(table: Table, builder: TableBuilder, materials: Materials): Box {
  const reach = (axis: 0 | 1, half: number): number =>
    Math.max(half, ...table.pockets.map((p) => Math.abs(p.centre[axis]) + p.radius + 0.03),
      ...table.jaws.map((j) => Math.abs(j.centre[axis]) + j.radius),
      ...table.cushions.flatMap((c) => [Math.abs(c.from[axis]), Math.abs(c.to[axis])])) + 0.02;
  const x = reach(0, 0.5 * table.length);
  const y = reach(1, 0.5 * table.width);
  const trim = 0.05;
  builder.bed([x + 0.001, y + 0.001]);
  const ring = shapeOf(roundedRectangle([x + trim, y + trim], 0.04));
  ring.holes.push(outlineOf(roundedRectangle([x, y], 0.004)));
  builder.group.add(solid(ring, -woodBelow, 0.003, 0.002, materials.railWood([x, y])));
  builder.cushions();
  for (const p of table.pockets) builder.shaft(p);
  builder.markings();
  builder.stand([x + trim, y + trim]);
  return { low: [-x - trim, -y - trim, -woodBelow], high: [x + trim, y + trim, table.cushionHeight] };
}

/// `around` is the box to show on a cloth without edge.
export function buildTable(table: Table, around: Box, materials: Materials): Furniture {
  const builder = new TableBuilder(table, materials);
  if (table.drawing.framed) return { box: framedTable(table, builder), group: builder.group };
  if (table.length > 0 && table.width > 0) {
    return { box: looseTable(table, builder, materials), group: builder.group };
  }
  const centre: Vec2 = [0.5 * (around.low[0] + around.high[0]), 0.5 * (around.low[1] + around.high[1])];
  const radius = Math.max(4, 2.5 * Math.hypot(around.high[0] - around.low[0], around.high[1] - around.low[1]));
  builder.openCloth(centre, radius);
  builder.cushions();
  for (const p of table.pockets) builder.shaft(p);
  builder.markings();
  return { box: around, group: builder.group };
}
