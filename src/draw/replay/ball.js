"use strict";
// Balls as pixels, by the rules of src/draw/ball_pixels.cpp.

const LIGHT = [-0.42, 0.5, 0.7573];
const HALFWAY = [-0.224, 0.267, 0.937];
const LABEL_SIZE = 64;

function rgb(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

/// The cell of the mask at -1..1.
function labelCell(v) {
  return Math.min(LABEL_SIZE - 1, Math.max(0, Math.floor(0.5 * (v + 1) * LABEL_SIZE)));
}

/// Coverage of the label, cell by cell.
function labelMask(label) {
  if (!label) return null;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = LABEL_SIZE;
  const context = canvas.getContext("2d");
  const size = (label.length > 1 ? 1.3 : 1.6) * 0.5 * LABEL_SIZE;
  context.font = `bold ${size}px Helvetica, Arial, sans-serif`;
  context.textAlign = "center";
  context.fillText(label, 0.5 * LABEL_SIZE, 0.5 * LABEL_SIZE + 0.36 * size);
  const pixels = context.getImageData(0, 0, LABEL_SIZE, LABEL_SIZE).data;
  return Uint8Array.from({length: LABEL_SIZE * LABEL_SIZE}, (_, i) => pixels[4 * i + 3]);
}

/// A ball, painted on a small canvas of its own when it has rotated or changed size.
class BallSprite {
  /// `pattern` is BallPattern of include/cuelab/appearance.hpp, the same for all balls.
  constructor(colours, pattern) {
    this.pattern = pattern;
    this.cream = rgb(pattern.cream);
    this.paper = rgb(pattern.disc);
    this.fill = rgb(colours.fill);
    this.spot = rgb(colours.spot || colours.fill);
    this.striped = colours.striped;
    this.disc = colours.disc;
    this.ink = rgb(colours.disc ? pattern.ink : pattern.plain_ink);
    this.mask = labelMask(colours.label);
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d");
    this.radius = 0;
    this.turn = [2, 0, 0, 0];
  }

  /// Colour of a point of the surface in the ball's own axes.
  surfaceColour(x, y, z, out) {
    const {stripe_half, label_disc, spot_cosine} = this.pattern;
    let colour = this.striped && Math.abs(y) > stripe_half ? this.cream : this.fill;
    let dark = 0;
    if (!this.mask) {
      if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > spot_cosine) colour = this.spot;
    } else if (x * x + y * y <= label_disc * label_disc) {
      if (this.disc) colour = this.paper;
      const across = (z > 0 ? x : -x) / label_disc;
      dark = this.mask[labelCell(-y / label_disc) * LABEL_SIZE + labelCell(across)] / 255;
    }
    for (let c = 0; c < 3; c++) out[c] = colour[c] + dark * (this.ink[c] - colour[c]);
  }

  /// Paints the ball with this radius in pixels and this orientation (w, x, y, z), if needed.
  paint(radius, q) {
    const turned = q.some((v, i) => Math.abs(v - this.turn[i]) > 1e-4);
    if (!turned && radius === this.radius) return;
    this.radius = radius;
    this.turn = q.slice();
    const size = 2 * Math.ceil(radius) + 2;
    if (this.canvas.width !== size) this.canvas.width = this.canvas.height = size;
    const image = this.context.createImageData(size, size);
    const samples = radius < 20 ? 3 : 2;
    const m = rotationRows(q);
    const colour = [0, 0, 0], sum = [0, 0, 0];
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) {
        let inside = 0;
        sum.fill(0);
        for (let k = 0; k < samples * samples; k++) {
          const u = (i + (k % samples + 0.5) / samples - 0.5 * size) / radius;
          const v = (0.5 * size - j - (Math.floor(k / samples) + 0.5) / samples) / radius;
          const rest = 1 - u * u - v * v;
          if (rest < 0) continue;
          const w = Math.sqrt(rest);
          this.surfaceColour(m[0] * u + m[1] * v + m[2] * w, m[3] * u + m[4] * v + m[5] * w,
                    m[6] * u + m[7] * v + m[8] * w, colour);
          const diffuse = 0.5 + 0.56 * Math.max(0, u * LIGHT[0] + v * LIGHT[1] + w * LIGHT[2]);
          const gloss = Math.max(0, u * HALFWAY[0] + v * HALFWAY[1] + w * HALFWAY[2]);
          const shine = gloss > 0.8 ? 150 * Math.pow(gloss, 48) : 0;
          for (let c = 0; c < 3; c++) sum[c] += Math.min(255, colour[c] * diffuse + shine);
          inside++;
        }
        if (inside === 0) continue;
        const at = 4 * (j * size + i);
        for (let c = 0; c < 3; c++) image.data[at + c] = sum[c] / inside;
        image.data[at + 3] = 255 * inside / (samples * samples);
      }
    }
    this.context.putImageData(image, 0, 0);
  }

  /// Draws it with its centre at a point of another canvas; `unit` pixels there are one pixel here.
  draw(context, x, y, unit) {
    const size = this.canvas.width / unit;
    context.drawImage(this.canvas, x - 0.5 * size, y - 0.5 * size, size, size);
  }
}

/// The inverse rotation, from the picture's axes to the ball's, row by row.
function rotationRows([w, x, y, z]) {
  return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
          2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
          2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
}
