// The balls, their contact shadows on the cloth, and the ghosts of a second run.
import {
  Group, Mesh, MeshBasicMaterial, MeshPhysicalMaterial, MeshStandardMaterial,
  PlaneGeometry, Quaternion, SphereGeometry, Vector3,
} from 'three';
import { motions, stride, type Motion, type Scene, type Trajectory, type Vec3 } from '../api';
import { fallOf, type Fall } from './falls';
import { arrowColour } from './colours';
import type { Materials } from './materials';
import { ballTexture, seededRandom } from './textures';

/// One ball of a sample.
export interface BallSample {
  readonly at: Vec3;
  readonly spin: Vec3;
  readonly turned: readonly [number, number, number, number]; // w x y z
  readonly motion: Motion;
}

export function ballSample(sample: ArrayLike<number>, ball: number): BallSample {
  const n = (k: number): number => sample[stride * ball + k] ?? 0;
  return {
    at: [n(0), n(1), n(2)],
    spin: [n(6), n(7), n(8)],
    turned: [n(9), n(10), n(11), n(12)],
    motion: motions[n(13)] ?? 'stationary',
  };
}

/// The initial state of the scene, in the form of a sample.
export function startSample(scene: Scene): Float64Array {
  const sample = new Float64Array(stride * scene.balls.length);
  scene.balls.forEach((ball, i) => {
    sample.set(ball.position, stride * i);
    sample[stride * i + 9] = 1;
  });
  return sample;
}

/// Initial orientation of a ball: the label up, slightly to one side, rotated at random.
function restingTurn(ball: number): Quaternion {
  const random = seededRandom(977 * ball + 13);
  for (let i = 0; i < 4; ++i) random();
  const aboutZ = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), (random() - 0.5) * 1.5 - 0.25 * Math.PI);
  const tilt = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), 0.45 * random());
  return aboutZ.multiply(tilt);
}

export class Balls {
  readonly group = new Group();
  private readonly bodies: Mesh[] = [];
  private readonly shades: Mesh[] = [];
  private readonly ghosts: Mesh[] = [];
  private readonly resting: Quaternion[] = [];
  private readonly sphere = new SphereGeometry(1, 48, 32);
  private readonly disc = new PlaneGeometry(2, 2);
  private readonly ghostMaterials: MeshBasicMaterial[] = [];
  private falls: readonly (Fall | null)[] = [];

  /// `count` is how many of the scene's bodies are balls. Steel balls have no contact shadow, since
  /// they hang.
  constructor(private readonly scene: Scene, materials: Materials, count: number, steel: boolean) {
    for (let i = 0; i < count; ++i) {
      const radius = scene.balls[i]!.radius;
      const body = new Mesh(this.sphere, ballMaterial(scene, i, steel));
      body.scale.setScalar(radius);
      body.castShadow = true;
      body.receiveShadow = true;
      this.bodies.push(body);
      this.resting.push(restingTurn(i));
      this.group.add(body);
      if (!steel) this.addShade(materials, radius);
    }
  }

  private addShade(materials: Materials, radius: number): void {
    const shade = new Mesh(this.disc, new MeshBasicMaterial({
      color: '#000000', alphaMap: materials.shade, transparent: true, depthWrite: false,
      polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
    }));
    shade.scale.setScalar(1.25 * radius);
    shade.renderOrder = -1;
    this.shades.push(shade);
    this.group.add(shade);
  }

  /// Falls into pockets and to the floor are shown with the times of this run.
  setRun(run: Trajectory | null): void {
    this.falls = run ? this.bodies.map((_, i) => fallOf(run, i)) : [];
  }

  place(sample: ArrayLike<number>, t: number): void {
    this.bodies.forEach((body, i) => {
      const state = ballSample(sample, i);
      const radius = this.scene.balls[i]!.radius;
      let at: Vec3 | null = state.at;
      if (state.motion === 'pocketed' || state.motion === 'off-table') at = this.falls[i]?.at(t) ?? null;
      body.visible = at !== null;
      const shade = this.shades[i];
      if (shade) {
        const height = (at ? at[2] : 0) - radius;
        shade.visible = at !== null && height > -0.2 * radius && height < 4 * radius;
        if (at) shade.position.set(at[0], at[1], 0.0006);
        (shade.material as MeshBasicMaterial).opacity = 0.62 * Math.max(0, 1 - Math.max(0, height) / (4 * radius));
      }
      if (!at) return;
      body.position.set(at[0], at[1], at[2]);
      const [w, x, y, z] = state.turned;
      body.quaternion.set(x, y, z, w).multiply(this.resting[i]!);
    });
  }

  /// Null removes the ghosts.
  placeGhosts(sample: ArrayLike<number> | null): void {
    if (sample && this.ghosts.length === 0) this.addGhosts();
    this.ghosts.forEach((ghost, i) => {
      ghost.visible = false;
      if (!sample) return;
      const state = ballSample(sample, i);
      ghost.visible = state.motion !== 'pocketed' && state.motion !== 'off-table';
      ghost.position.set(state.at[0], state.at[1], state.at[2]);
    });
  }

  private addGhosts(): void {
    this.bodies.forEach((_, i) => {
      const material = new MeshBasicMaterial({
        color: arrowColour(this.scene.balls[i]!.colours), transparent: true, opacity: 0.38, depthWrite: false,
      });
      this.ghostMaterials.push(material);
      const ghost = new Mesh(this.sphere, material);
      ghost.scale.setScalar(0.995 * this.scene.balls[i]!.radius);
      this.ghosts.push(ghost);
      this.group.add(ghost);
    });
  }

  get count(): number {
    return this.bodies.length;
  }
}

function ballMaterial(scene: Scene, ball: number, steel: boolean): MeshStandardMaterial {
  const map = ballTexture(scene.balls[ball]!.colours);
  if (steel) return new MeshStandardMaterial({ map, metalness: 1, roughness: 0.16 });
  return new MeshPhysicalMaterial({ map, roughness: 0.32, clearcoat: 1, clearcoatRoughness: 0.04 });
}
