// The cue and the lines that show what the shot would do first.
import {
  Group, LatheGeometry, Mesh, MeshBasicMaterial, MeshPhysicalMaterial, MeshStandardMaterial, SphereGeometry,
  RingGeometry, Vector2, Vector3,
} from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Scene, Vec3 } from '../api';
import { clearanceOver, cuePlace } from './aim';
import { pathColour } from './colours';
import type { AimPreview } from './types';

/// Sections of a cue from the tip: where each ends [m], radius there [m], colour.
const stretches = [
  { end: 0.004, radius: 0.0062, colour: '#3c78b4', roughness: 0.95 },
  { end: 0.028, radius: 0.0064, colour: '#f3efe3', roughness: 0.35 },
  { end: 0.74, radius: 0.0105, colour: '#d9b483', roughness: 0.4 },
  { end: 0.752, radius: 0.0107, colour: '#c9a35a', roughness: 0.3 },
  { end: 0.95, radius: 0.0122, colour: '#5a2a18', roughness: 0.35 },
  { end: 0.96, radius: 0.0123, colour: '#efe6d0', roughness: 0.35 },
  { end: 1.24, radius: 0.0138, colour: '#1b1a1e', roughness: 0.75 },
  { end: 1.25, radius: 0.0139, colour: '#efe6d0', roughness: 0.35 },
  { end: 1.44, radius: 0.0146, colour: '#5a2a18', roughness: 0.35 },
  { end: 1.465, radius: 0.0135, colour: '#151416', roughness: 0.9 },
] as const;

/// A cue along +y, the end of its tip at the origin.
function makeCue(): Group {
  const cue = new Group();
  let from = 0;
  let radius = 0.0048;
  for (const s of stretches) {
    const profile = from === 0
      ? [new Vector2(0, 0), new Vector2(0.0035, 0.0006), new Vector2(radius, 0.0018), new Vector2(s.radius, s.end)]
      : [new Vector2(radius, from), new Vector2(s.radius, s.end)];
    if (s === stretches[stretches.length - 1]) profile.push(new Vector2(0, s.end + 0.004));
    const material = new MeshPhysicalMaterial({ color: s.colour, roughness: s.roughness, clearcoat: s.roughness < 0.5 ? 0.6 : 0, clearcoatRoughness: 0.15 });
    const mesh = new Mesh(new LatheGeometry(profile, 24), material);
    mesh.castShadow = true;
    cue.add(mesh);
    from = s.end;
    radius = s.radius;
  }
  return cue;
}

const line = (colour: string, width: number, dashed: boolean): Line2 => {
  const material = new LineMaterial({
    color: colour, linewidth: width, transparent: true, opacity: 0.9, dashed, dashSize: 0.02, gapSize: 0.014, depthWrite: false, toneMapped: false,
  });
  const made = new Line2(new LineGeometry(), material);
  made.frustumCulled = false;
  made.renderOrder = 2;
  return made;
};

export class Cue {
  readonly group = new Group();
  private readonly cue = makeCue();
  private readonly path = line('#ffffff', 2.2, false);
  private readonly objectPath = line('#ffffff', 2.2, true);
  private readonly ghost: Mesh;
  private readonly circle: Mesh;
  private readonly ghostMaterial = new MeshStandardMaterial({
    color: '#ffffff', transparent: true, opacity: 0.28, roughness: 0.4, depthWrite: false,
  });
  private readonly circleMaterial = new MeshBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.85, depthWrite: false });

  constructor() {
    this.ghost = new Mesh(new SphereGeometry(1, 32, 24), this.ghostMaterial);
    this.circle = new Mesh(new RingGeometry(0.88, 1, 64), this.circleMaterial);
    this.circle.renderOrder = 2;
    this.group.add(this.cue, this.path, this.objectPath, this.ghost, this.circle);
    this.group.visible = false;
  }

  show(aim: AimPreview | null, scene: Scene, centre: Vec3 | null): void {
    const ball = aim && scene.balls[aim.ball];
    this.group.visible = Boolean(ball && centre);
    if (!aim || !ball || !centre) return;
    const half = scene.table.drawing.framed ? [0.5 * scene.table.length, 0.5 * scene.table.width] as const : [0, 0] as const;
    const clearance = clearanceOver(centre, aim.heading, half, scene.table.cushionHeight + 0.01);
    const place = cuePlace(aim, centre, ball.radius, clearance);
    this.cue.position.set(...place.tip);
    this.cue.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...place.back));
    this.draw(this.path, aim.path, ball.radius);
    this.draw(this.objectPath, aim.object, ball.radius);
    const hit = aim.object[0] && nearestBall(scene, aim.object[0]);
    if (hit !== undefined) this.objectPath.material.color.set(pathColour(scene.balls[hit]!.colours));
    this.ghost.visible = this.circle.visible = aim.ghost !== null;
    if (aim.ghost) {
      this.ghost.position.set(...aim.ghost);
      this.ghost.scale.setScalar(ball.radius);
      this.circle.position.set(aim.ghost[0], aim.ghost[1], 0.002);
      this.circle.scale.setScalar(ball.radius);
    }
  }

  private draw(made: Line2, points: readonly Vec3[], radius: number): void {
    made.visible = points.length > 1;
    if (!made.visible) return;
    made.geometry.dispose();
    made.geometry = new LineGeometry();
    made.geometry.setPositions(points.flatMap((p) => [p[0], p[1], p[2] - radius + 0.002]));
    made.computeLineDistances();
  }

  dispose(): void {
    this.group.traverse((o) => {
      if (o instanceof Mesh) {
        o.geometry.dispose();
        o.material.dispose();
      }
    });
  }
}

function nearestBall(scene: Scene, p: Vec3): number {
  const far = (i: number): number => {
    const q = scene.balls[i]!.position;
    return Math.hypot(q[0] - p[0], q[1] - p[1]);
  };
  return scene.balls.reduce((best, _, i) => (far(i) < far(best) ? i : best), 0);
}
