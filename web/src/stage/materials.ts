// The materials of the table and other systems, created once per stage. Large surfaces reflect
// nothing: reflections are expensive without graphics hardware.
import { Color, DoubleSide, MeshLambertMaterial, MeshPhongMaterial, MeshStandardMaterial, type Texture } from 'three';
import { clothTexture, softDisc, woodTexture } from './textures';

const clothTile = 0.25; // side of the cloth's texture [m]
const underLamp = 1.36; // so that under the lamp cloth has the colour it has in pictures
const glint = new Color(0.021, 0.021, 0.021); // what a dull surface reflects of the room
const woodTile = [1.1, 0.28] as const; // length and width of the wood's texture [m]

/// Turns the grain of a rail's wood along the rail: at the ends of the table it runs across.
function alongTheRails(material: MeshPhongMaterial, half: readonly [number, number]): void {
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

  readonly leather = new MeshPhongMaterial({ color: '#1c1613', emissive: glint, shininess: 30, specular: '#33302c', side: DoubleSide });
  /// casts shadows but is invisible
  readonly unseen = new MeshLambertMaterial({ colorWrite: false, depthWrite: false });
  readonly pit = new MeshLambertMaterial({ color: '#0d0a09', side: DoubleSide });
  readonly pearl = new MeshLambertMaterial({
    color: '#f3ead2', polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
  });
  readonly chalk = new MeshLambertMaterial({
    color: '#ffffff', transparent: true, opacity: 0.5, depthWrite: false,
    polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
  });
  readonly darkWood = new MeshLambertMaterial({ color: '#f2e6dc', map: this.wood, emissive: glint });
  readonly brushed = new MeshStandardMaterial({ color: '#b9bfc8', metalness: 1, roughness: 0.34 });
  readonly brass = new MeshStandardMaterial({ color: '#c9a35a', metalness: 1, roughness: 0.3 });

  constructor() {
    this.cloth.repeat.set(1 / clothTile, 1 / clothTile);
    this.wood.repeat.set(1 / woodTile[0], 1 / woodTile[1]);
  }

  clothOf(colour: string): MeshLambertMaterial {
    return new MeshLambertMaterial({
      color: new Color(colour).multiplyScalar(underLamp), map: this.cloth, emissive: glint,
    });
  }

  /// The cloth's texture for a surface whose texture coordinates go from 0 to 1 over `size`.
  clothOver(size: number): Texture {
    const texture = this.cloth.clone();
    texture.repeat.set(size / clothTile, size / clothTile);
    return texture;
  }

  railWood(half: readonly [number, number]): MeshPhongMaterial {
    const material = new MeshPhongMaterial({
      color: new Color('#efe4dc').multiplyScalar(1.2), map: this.wood, emissive: glint, shininess: 45, specular: '#2c2824',
    });
    alongTheRails(material, half);
    return material;
  }

  floor(): MeshLambertMaterial {
    return new MeshLambertMaterial({ color: '#8a7f76', emissive: glint, transparent: true, alphaMap: this.fade });
  }

  dispose(): void {
    for (const value of Object.values(this)) (value as { dispose(): void }).dispose();
  }
}
