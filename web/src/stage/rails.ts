// The table's parts as solid cushions: nose lines on the table's edge put together with the jaws
// and facings that join them. Seen from above; all lengths in metres.
import type { Cushion, Jaw, Table, Vec2 } from '../api';
import { add, cross, distance, dot, scaled, sub, unit } from './plane';

const joint = 1e-4; // ends closer than this are joined in the picture
const longestFacing = 0.2;
const usualDepth = 0.05; // of a cushion without facings
const deepest = 0.15; // what lies further out is no facing
const woodWidth = 0.092;
const woodBehindPocket = 0.03;
const arcStep = Math.PI / 24;

/// A cushion seen from above: facing, jaw, nose, jaw, facing; closed along the back.
export interface RailShape {
  readonly front: readonly Vec2[];
  /// unit vector away from the cloth
  readonly out: Vec2;
  /// a point of the nose line
  readonly origin: Vec2;
}

export interface RailPlan {
  readonly shapes: readonly RailShape[];
  readonly looseCushions: readonly Cushion[];
  readonly looseJaws: readonly Jaw[];
}

/// The outward normal of the table's edge on which a nose line lies, if it does.
function edgeOf(c: Cushion, table: Table): Vec2 | null {
  const x = 0.5 * table.length;
  const y = 0.5 * table.width;
  if (x <= 0 || y <= 0) return null;
  for (const side of [-1, 1]) {
    if (Math.abs(c.from[0] - side * x) < joint && Math.abs(c.to[0] - side * x) < joint) return [side, 0];
    if (Math.abs(c.from[1] - side * y) < joint && Math.abs(c.to[1] - side * y) < joint) return [0, side];
  }
  return null;
}

const isFacing = (c: Cushion, table: Table): boolean =>
  distance(c.from, c.to) < longestFacing && edgeOf(c, table) === null;

const touches = (jaw: Jaw, p: Vec2): boolean => Math.abs(distance(p, jaw.centre) - jaw.radius) < joint;

/// Points on the jaw from one end to the other the short way round, both included.
export function arcPoints(centre: Vec2, from: Vec2, to: Vec2): Vec2[] {
  const a = sub(from, centre);
  const b = sub(to, centre);
  const turn = Math.atan2(cross(a, b), dot(a, b));
  const steps = Math.max(2, Math.ceil(Math.abs(turn) / arcStep));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const c = Math.cos((turn * i) / steps);
    const s = Math.sin((turn * i) / steps);
    return add(centre, [c * a[0] - s * a[1], s * a[0] + c * a[1]]);
  });
}

interface NoseEnd { readonly at: Vec2; readonly along: Vec2; readonly out: Vec2 }

/// Finds what continues a nose line, and remembers what it has used.
class Joiner {
  private readonly usedCushions = new Set<Cushion>();
  private readonly usedJaws = new Set<Jaw>();

  constructor(private readonly table: Table, private readonly depth: number) {}

  /// The points after the end of the nose to the back of the rubber.
  follow(end: NoseEnd): Vec2[] {
    const jaw = this.table.jaws.find((j) => touches(j, end.at));
    if (jaw) {
      this.usedJaws.add(jaw);
      return this.around(jaw, end);
    }
    const facing = this.table.cushions.find(
      (c) => isFacing(c, this.table) && (distance(c.from, end.at) < joint || distance(c.to, end.at) < joint));
    if (facing) {
      this.usedCushions.add(facing);
      const finish = distance(facing.from, end.at) < joint ? facing.to : facing.from;
      return [this.facingEnd(end.at, finish, end)];
    }
    const back = this.isMitred(end) ? add(end.along, end.out) : end.out;
    return [add(end.at, scaled(this.depth, back))];
  }

  loose(): { looseCushions: Cushion[]; looseJaws: Jaw[] } {
    return {
      looseCushions: this.table.cushions.filter((c) => !this.usedCushions.has(c) && !edgeOf(c, this.table)),
      looseJaws: this.table.jaws.filter((j) => !this.usedJaws.has(j)),
    };
  }

  /// Around the jaw to the facing that leaves it and along that; without a facing, around the jaw
  /// to its side and straight back.
  private around(jaw: Jaw, end: NoseEnd): Vec2[] {
    const facing = this.table.cushions.find(
      (c) => isFacing(c, this.table) && (touches(jaw, c.from) || touches(jaw, c.to)));
    const side = add(jaw.centre, scaled(jaw.radius, end.along));
    let start = side;
    let last = add(side, scaled(Math.max(0, this.depth - dot(sub(side, end.at), end.out)), end.out));
    if (facing) {
      this.usedCushions.add(facing);
      const forward = touches(jaw, facing.from);
      start = forward ? facing.from : facing.to;
      last = this.facingEnd(start, forward ? facing.to : facing.from, end);
    }
    const arc = arcPoints(jaw.centre, end.at, start).slice(1);
    return distance(last, start) > joint ? [...arc, last] : arc;
  }

  /// Where the facing, made longer or shorter, reaches the back of the rubber.
  private facingEnd(start: Vec2, finish: Vec2, end: NoseEnd): Vec2 {
    const climb = dot(sub(finish, start), end.out);
    if (climb < joint) return finish;
    const missing = this.depth - dot(sub(start, end.at), end.out);
    return add(start, scaled(missing / climb, sub(finish, start)));
  }

  /// Whether the nose of another edge of the table ends at the same point.
  private isMitred(end: NoseEnd): boolean {
    return this.table.cushions.some((c) => {
      if (distance(c.from, end.at) >= joint && distance(c.to, end.at) >= joint) return false;
      const edge = edgeOf(c, this.table);
      return edge !== null && Math.abs(dot(edge, end.out)) < 0.5;
    });
  }
}

/// Puts nose lines on the table's edge together with the jaws and facings that join them. `depth`
/// is the width of the rubber behind the nose.
export function planRails(table: Table, depth: number): RailPlan {
  const joiner = new Joiner(table, depth);
  const shapes: RailShape[] = [];
  for (const c of table.cushions) {
    const out = edgeOf(c, table);
    if (!out || distance(c.from, c.to) < joint) continue;
    const along = unit(sub(c.to, c.from));
    const first = joiner.follow({ at: c.from, along: scaled(-1, along), out }).reverse();
    const last = joiner.follow({ at: c.to, along, out });
    shapes.push({ front: [...first, c.from, c.to, ...last], out, origin: c.from });
  }
  return { shapes, ...joiner.loose() };
}

/// Width of the rubber behind the noses, so that it reaches the end of every facing.
export function cushionDepth(table: Table): number {
  let depth = usualDepth;
  for (const c of table.cushions) {
    for (const p of [c.from, c.to]) {
      const beyond = Math.max(Math.abs(p[0]) - 0.5 * table.length, Math.abs(p[1]) - 0.5 * table.width);
      if (beyond < deepest) depth = Math.max(depth, beyond);
    }
  }
  return depth;
}

/// From the noses to the outside of the wood, which goes around every hole.
export function railWidth(table: Table): number {
  let width = cushionDepth(table) + woodWidth;
  for (const p of table.pockets) {
    const beyond = Math.max(Math.abs(p.centre[0]) - 0.5 * table.length, Math.abs(p.centre[1]) - 0.5 * table.width);
    if (beyond < deepest) width = Math.max(width, beyond + p.radius + woodBehindPocket);
  }
  return width;
}

/// Whether every edge carries a nose line, so that the table can have rails around it.
export function hasFrame(table: Table): boolean {
  const edges = new Set(table.cushions.map((c) => edgeOf(c, table)?.join() ?? ''));
  return ['-1,0', '1,0', '0,-1', '0,1'].every((edge) => edges.has(edge));
}
