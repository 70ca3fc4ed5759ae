// Light: a lamp over the table that casts the shadows, and a room that the balls reflect.
import {
  BackSide, BoxGeometry, Color, Group, HemisphereLight, Mesh, MeshBasicMaterial, PMREMGenerator,
  Scene as World, SpotLight, type Texture, type WebGLRenderer,
} from 'three';
import { centreOf, type Box } from './framing';

/// A dim room with three lamps above and panels on the walls, z up.
function room(): World {
  const world = new World();
  const cube = new BoxGeometry(1, 1, 1);
  const put = (colour: Color, at: readonly number[], size: readonly number[], inside = false): void => {
    const mesh = new Mesh(cube, new MeshBasicMaterial({ color: colour, ...(inside ? { side: BackSide } : {}) }));
    mesh.position.set(at[0]!, at[1]!, at[2]!);
    mesh.scale.set(size[0]!, size[1]!, size[2]!);
    world.add(mesh);
  };
  const glow = (colour: string, strength: number): Color => new Color(colour).multiplyScalar(strength);
  put(glow('#8b8f99', 0.32), [0, 0, 1], [12, 12, 6], true);
  put(glow('#6a5646', 0.4), [0, 0, -1.9], [11.8, 11.8, 0.1]);
  for (const x of [-1.7, 0, 1.7]) put(glow('#fff1dc', 13), [x, 0, 2.6], [1.3, 1.1, 0.05]);
  put(glow('#cfe0ff', 3.2), [5.8, 2.6, 1.4], [0.1, 1.5, 2.6]);
  put(glow('#cfe0ff', 2.4), [5.8, -2.6, 1.4], [0.1, 1.5, 2.6]);
  put(glow('#ffd9b0', 1.6), [-5.8, 0, 1.2], [0.1, 3.4, 1.2]);
  put(glow('#fff0e0', 1.3), [-1, -5.8, 0.2], [6, 0.1, 3.6]);
  put(glow('#dfe8ff', 0.9), [1, 5.8, 1.4], [5, 0.1, 1.6]);
  return world;
}

export function roomTexture(renderer: WebGLRenderer): Texture {
  const generator = new PMREMGenerator(renderer);
  const world = room();
  const texture = generator.fromScene(world, 0.02).texture;
  world.traverse((o) => {
    if (o instanceof Mesh) {
      o.geometry.dispose();
      (o.material as MeshBasicMaterial).dispose();
    }
  });
  generator.dispose();
  return texture;
}

export class Lamp {
  readonly group = new Group();
  private readonly spot = new SpotLight('#fff6ee', 2.2, 0, 0.6, 0.8, 0);
  private readonly bounce = new HemisphereLight('#f2f4ff', '#94877a', 1.35);

  constructor() {
    this.group.add(this.spot, this.spot.target, this.bounce);
    this.spot.castShadow = true;
    this.spot.shadow.radius = 2;
    this.setMapSize(2048);
  }

  /// Aims at the box so that all of it is lit and casts shadows.
  aimAt(box: Box): void {
    const [x, y, z] = centreOf(box);
    const radius = 0.5 * Math.hypot(...box.high.map((v, i) => v - box.low[i]!));
    const height = 2.1 * radius;
    this.spot.position.set(x - 0.3 * radius, y - 0.4 * radius, z + height);
    this.spot.target.position.set(x, y, z);
    const distance = this.spot.position.distanceTo(this.spot.target.position);
    this.spot.angle = Math.asin(Math.min(0.9, radius / distance)) * 1.32;
    const { shadow } = this.spot;
    shadow.camera.near = Math.max(0.05 * distance, distance - 1.3 * radius);
    shadow.camera.far = distance + 2.2 * radius;
    shadow.normalBias = 0.0012 * radius;
    shadow.bias = -0.0006;
    shadow.camera.updateProjectionMatrix();
    shadow.needsUpdate = true;
  }

  setMapSize(size: number): void {
    const { shadow } = this.spot;
    if (shadow.mapSize.x === size) return;
    shadow.mapSize.set(size, size);
    shadow.map?.dispose();
    shadow.map = null;
    shadow.needsUpdate = true;
  }

  dispose(): void {
    this.spot.dispose();
  }
}
