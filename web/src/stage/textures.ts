// Textures drawn on a canvas: cloth, wood, balls.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import type { BallColours } from '../api';

/// A reproducible sequence of random numbers from 0 to 1.
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function drawingOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('this browser cannot draw on a canvas');
  return drawing;
}

function textureOf(drawing: CanvasRenderingContext2D, repeated: boolean): CanvasTexture {
  const texture = new CanvasTexture(drawing.canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 2;
  if (repeated) texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}

/// Woven wool in shades of white, to be tinted: a twill of fine threads under a slight nap.
export function clothTexture(): CanvasTexture {
  const size = 512;
  const drawing = drawingOf(size, size);
  const image = drawing.createImageData(size, size);
  const random = seededRandom(7);
  // nap: a few waves, periodic over the tile
  const waves = Array.from({ length: 14 }, () => ({
    x: Math.floor(random() * 9) - 4, y: Math.floor(random() * 9) - 4, phase: 6.28 * random(),
  }));
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const nap = waves.reduce(
        (sum, w) => sum + Math.sin((6.2832 * (w.x * x + w.y * y)) / size + w.phase), 0);
      const twill = ((x + 2 * y) % 4 < 2 ? 1 : -1) * ((x % 2) + 0.4);
      const value = 231 + 0.35 * nap + 5 * twill + 22 * (random() - 0.5);
      const i = 4 * (y * size + x);
      image.data[i] = image.data[i + 1] = image.data[i + 2] = value;
      image.data[i + 3] = 255;
    }
  }
  drawing.putImageData(image, 0, 0);
  return textureOf(drawing, true);
}

/// Wood with its grain along x.
export function woodTexture(base: string, dark: string, light: string): CanvasTexture {
  const width = 1024;
  const height = 256;
  const drawing = drawingOf(width, height);
  const random = seededRandom(11);
  drawing.fillStyle = base;
  drawing.fillRect(0, 0, width, height);
  for (let i = 0; i < 420; ++i) {
    const y = height * random();
    const sway = 1 + 5 * random();
    const phase = 6.28 * random();
    drawing.strokeStyle = random() < 0.62 ? dark : light;
    drawing.globalAlpha = 0.03 + 0.13 * random() * random();
    drawing.lineWidth = 0.4 + 2.6 * random() * random();
    // every line also one tile higher and lower, so that the texture is periodic
    for (const shift of [-height, 0, height]) {
      drawing.beginPath();
      for (let x = 0; x <= width; x += 32) {
        const wave = Math.sin((6.2832 * x) / width + phase) + 0.4 * Math.sin((12.566 * x) / width + 2 * phase);
        drawing.lineTo(x, y + shift + sway * wave);
      }
      drawing.stroke();
    }
  }
  // pores
  drawing.strokeStyle = dark;
  drawing.lineWidth = 0.8;
  for (let i = 0; i < 1500; ++i) {
    const x = width * random();
    const y = height * random();
    drawing.globalAlpha = 0.1 + 0.2 * random();
    drawing.beginPath();
    drawing.moveTo(x, y);
    drawing.lineTo(x + 4 + 14 * random(), y + random() - 0.5);
    drawing.stroke();
  }
  return textureOf(drawing, true);
}

/// An ellipse that maps to a circle on the ball, at longitude and latitude in degrees.
function spot(drawing: CanvasRenderingContext2D, longitude: number, latitude: number, radius: number): void {
  const { width, height } = drawing.canvas;
  const x = (longitude / 360) * width;
  const y = (0.5 - latitude / 180) * height;
  const r = (radius / 180) * height;
  const stretch = 1 / Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
  for (const shift of [-width, 0, width]) {
    drawing.beginPath();
    drawing.ellipse(x + shift, y, r * stretch, r, 0, 0, 6.2832);
    drawing.fill();
  }
}

function label(drawing: CanvasRenderingContext2D, ball: BallColours, longitude: number): void {
  const { width, height } = drawing.canvas;
  if (ball.disc) {
    drawing.fillStyle = '#fbf8ee';
    spot(drawing, longitude, 0, 25);
  }
  drawing.fillStyle = ball.disc ? '#17171a' : '#ffffff';
  drawing.font = `700 ${ball.label.length > 1 ? 0.155 * height : 0.2 * height}px "Helvetica Neue", Arial, sans-serif`;
  drawing.textAlign = 'center';
  drawing.textBaseline = 'alphabetic';
  const size = drawing.measureText(ball.label);
  const x = (longitude / 360) * width;
  const y = 0.5 * height + 0.5 * size.actualBoundingBoxAscent;
  drawing.fillText(ball.label, x, y);
  if (ball.label === '6' || ball.label === '9') {
    drawing.fillRect(x - 0.05 * height, y + 0.022 * height, 0.1 * height, 0.016 * height);
  }
}

/// The surface of a ball, unrolled: longitude to the right, latitude upwards. Labels are on the
/// equator at 90 and 270 degrees, the stripe runs around it.
export function ballTexture(ball: BallColours): CanvasTexture {
  const drawing = drawingOf(512, 256);
  drawing.fillStyle = ball.striped ? '#f8f4e8' : ball.fill;
  drawing.fillRect(0, 0, 512, 256);
  if (ball.striped) {
    drawing.fillStyle = ball.fill;
    drawing.fillRect(0, 78, 512, 100);
  }
  if (ball.label !== '') {
    label(drawing, ball, 90);
    label(drawing, ball, 270);
  } else if (ball.spot !== '') {
    drawing.fillStyle = ball.spot;
    for (const longitude of [0, 90, 180, 270]) spot(drawing, longitude, 0, 7);
    drawing.fillRect(0, 0, 512, 10);
    drawing.fillRect(0, 246, 512, 10);
  }
  return textureOf(drawing, false);
}

/// A soft disc, dark in the middle: a contact shadow, or the edge of a cloth that fades out.
export function softDisc(inner: number, power: number): CanvasTexture {
  const size = 128;
  const drawing = drawingOf(size, size);
  const image = drawing.createImageData(size, size);
  for (let i = 0; i < size * size; ++i) {
    const r = Math.hypot((i % size) - 63.5, Math.floor(i / size) - 63.5) / 63.5;
    const s = Math.min(1, Math.max(0, (1 - r) / (1 - inner)));
    image.data[4 * i] = image.data[4 * i + 1] = image.data[4 * i + 2] = 255 * s ** power;
    image.data[4 * i + 3] = 255;
  }
  drawing.putImageData(image, 0, 0);
  return new CanvasTexture(drawing.canvas);
}

/// The background beyond the floor: a dark room, lighter in the middle.
export function backdropTexture(): CanvasTexture {
  const drawing = drawingOf(256, 256);
  const shade = drawing.createRadialGradient(128, 110, 10, 128, 128, 190);
  shade.addColorStop(0, '#2b2c2f');
  shade.addColorStop(0.55, '#1d1e21');
  shade.addColorStop(1, '#101114');
  drawing.fillStyle = shade;
  drawing.fillRect(0, 0, 256, 256);
  return textureOf(drawing, false);
}
