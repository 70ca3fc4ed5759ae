// The materials the table and other systems are made of, each made once per stage.
import { Color, DoubleSide, MeshPhysicalMaterial, MeshStandardMaterial, type Texture } from 'three';
import { clothTexture, softDisc, woodTexture } from './textures';

const clothTile = 0.25; // side of the cloth's picture [m]
const underLamp = 0.78; // so that under the lamp cloth has the colour it has in pictures
const woodTile = [1.1, 0.28] as const; // length and width of the wood's picture [m]

/// Turns the grain of a rail's wood along the rail: at the ends of the table it runs across.
function alongTheRails(material: MeshStandardMaterial, half: readonly [number, number]): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms['tableHalf'] = { value: half };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nuniform vec2 tableHalf; varying vec3 woodAt;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nwoodAt = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 woodAt; uniform vec2 tableHalf;')
      .replace('#include <map_fragment>', `
        vec2 beyond = abs(woodAt.xy) - tableHalf;
        bool end = beyond.x > beyond.y;
        vec2 grain = end ? woodAt.yx + vec2(0.37, 0.11) : woodAt.xy;
        grain += vec2(0.31 * sign(end ? woodAt.x : woodAt.y), woodAt.z);
        diffuseColor *= texture2D(map, grain / vec2(${woodTile[0]}, ${woodTile[1]}));`);
  };
}

export class Materials {
  readonly cloth = clothTexture();
  readonly wood = woodTexture('#7a5136', '#24140a', '#b98a5e');
  readonly fade = softDisc(0.25, 1.2);
  readonly shade = softDisc(0, 1.6);

  readonly leather = new MeshStandardMaterial({ color: '#1c1613', roughness: 0.55, side: DoubleSide });
  readonly pit = new MeshStandardMaterial({ color: '#0d0a09', roughness: 0.95, side: DoubleSide });
  readonly pearl = new MeshStandardMaterial({
    color: '#f3ead2', roughness: 0.3, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
  });
  readonly chalk = new MeshStandardMaterial({
    color: '#ffffff', roughness: 0.9, transparent: true, opacity: 0.5, depthWrite: false,
    polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
  });
  readonly darkWood = new MeshStandardMaterial({ color: '#a8988d', map: this.wood, roughness: 0.5 });
  readonly steel = new MeshStandardMaterial({ color: '#dfe3e8', metalness: 1, roughness: 0.16 });
  readonly brushed = new MeshStandardMaterial({ color: '#b9bfc8', metalness: 1, roughness: 0.34 });
  readonly brass = new MeshStandardMaterial({ color: '#c9a35a', metalness: 1, roughness: 0.3 });

  constructor() {
    this.cloth.repeat.set(1 / clothTile, 1 / clothTile);
    this.wood.repeat.set(1 / woodTile[0], 1 / woodTile[1]);
  }

  clothOf(colour: string): MeshStandardMaterial {
    return new MeshStandardMaterial({
      color: new Color(colour).multiplyScalar(underLamp), map: this.cloth, roughness: 0.96,
    });
  }

  /// The cloth's picture for a surface whose picture coordinates go from 0 to 1 over `size`.
  clothOver(size: number): Texture {
    const texture = this.cloth.clone();
    texture.repeat.set(size / clothTile, size / clothTile);
    return texture;
  }

  railWood(half: readonly [number, number]): MeshPhysicalMaterial {
    const material = new MeshPhysicalMaterial({
      color: '#c9bdb4', map: this.wood, roughness: 0.55, clearcoat: 0.22, clearcoatRoughness: 0.3,
    });
    alongTheRails(material, half);
    return material;
  }

  floor(): MeshStandardMaterial {
    return new MeshStandardMaterial({
      color: '#4b4541', roughness: 0.85, transparent: true, alphaMap: this.fade,
    });
  }

  dispose(): void {
    for (const value of Object.values(this)) (value as { dispose(): void }).dispose();
  }
}
