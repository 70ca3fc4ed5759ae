// The picture: static layers, and what moves on them.

const TRAIL = 1.2;   // duration of trails [s, real time at full speed]
const FLASH = 0.35;  // duration of an event's flash [s, real time]

function imageOf(svg, ready) {
  if (!svg) return null;
  const image = new Image();
  image.onload = ready;
  image.src = "data:image/svg+xml;base64," + btoa(unescape(encodeURIComponent(svg)));
  return image;
}

class Picture {
  constructor(canvas, data, motion, changed) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.data = data;
    this.motion = motion;
    this.changed = changed;
    this.sprites = data.balls.map((ball) => new BallSprite(ball, data.pattern));
    const reset = () => { this.layers = {}; changed(); };
    this.images = {};
    for (const name of ["background", "paths", "turning"]) {
      this.images[name] = imageOf(data[name], reset);
    }
    this.layers = {};
    this.fit();
  }

  /// As large as the window allows; a long table is shown upright on a narrow screen.
  fit() {
    const {width, height} = this.data;
    const room = this.canvas.parentElement.clientWidth;
    const narrow = window.innerWidth <= 860;
    this.upright = narrow && this.data.viewpoint === "top" && width > 1.5 * height &&
                   window.innerHeight > 1.2 * window.innerWidth;
    const [w, h] = this.upright ? [height, width] : [width, height];
    const most = Math.max(160, window.innerHeight * (narrow ? 0.62 : 1) - (narrow ? 0 : 250));
    const scale = Math.min(room / w, most / h);
    const ratio = window.devicePixelRatio || 1;
    this.unit = scale * ratio;  // pixels of the screen per unit of the picture
    this.canvas.width = Math.round(w * this.unit);
    this.canvas.height = Math.round(h * this.unit);
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    this.layers = {};
    this.changed();
  }

  /// A layer at the resolution of the screen, drawn once.
  layer(name) {
    const image = this.images[name];
    if (!image || !image.complete || image.naturalWidth === 0) return null;
    if (!this.layers[name]) {
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(this.data.width * this.unit);
      canvas.height = Math.ceil(this.data.height * this.unit);
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      this.layers[name] = canvas;
    }
    return this.layers[name];
  }

  drawLayer(name) {
    const layer = this.layer(name);
    if (layer) this.context.drawImage(layer, 0, 0, this.data.width, this.data.height);
  }

  /// Position in the picture.
  toPicture(r) {
    const {origin, scale} = this.data;
    return [origin[0] + scale * r[0], origin[1] - scale * r[1]];
  }

  /// The pose of every ball at t, farthest first.
  pose(t) {
    const place = this.motion.place(t);
    return this.data.balls.map((ball, i) => {
      const {r, q} = this.motion.at(i, place);
      const [x, y] = this.toPicture(r);
      const pocketed = ball.pocketed_at !== null && t >= ball.pocketed_at;
      return {
        i, q, depth: r[2], pocketed,
        x: x + (pocketed ? ball.shift[0] : 0), y: y + (pocketed ? ball.shift[1] : 0),
        radius: ball.radius * (pocketed ? this.data.pattern.pocketed_size : 1),
        height: this.data.shadows ? this.data.scale * Math.max(0, r[2] - ball.rest) : 0,
      };
    }).sort((a, b) => a.depth - b.depth || a.i - b.i);
  }

  draw(t, options) {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    c.setTransform(this.unit, 0, 0, this.unit, 0, 0);
    if (this.upright) c.transform(0, -1, 1, 0, 0, this.data.width);
    this.drawLayer("background");
    this.drawTurning(t);
    if (options.paths) this.drawLayer("paths");
    if (options.trails) this.drawTrails(t, options.speed);
    const balls = this.pose(t);
    this.drawLinks(balls);
    if (this.data.shadows) this.drawShadows(balls);
    this.drawFlashes(t, options.speed);
    for (const ball of balls) {
      const sprite = this.sprites[ball.i];
      sprite.paint(ball.radius * this.unit, ball.q);
      c.globalAlpha = ball.pocketed ? this.data.pattern.pocketed_opacity : 1;
      sprite.draw(c, ball.x, ball.y, this.unit);
      c.globalAlpha = 1;
    }
  }

  drawTurning(t) {
    if (!this.data.turning) return;
    const c = this.context;
    const [x, y] = this.data.origin;
    c.save();
    c.translate(x, y);
    c.rotate(-this.motion.turn(this.motion.place(t)));
    c.translate(-x, -y);
    this.drawLayer("turning");
    c.restore();
  }

  drawLinks(balls) {
    const c = this.context;
    const byIndex = [];
    for (const ball of balls) byIndex[ball.i] = ball;
    c.strokeStyle = this.data.link_colour || "#000";
    c.lineWidth = this.data.link_width;
    c.lineCap = "round";
    for (const link of this.data.links) {
      const from = byIndex[link.ball];
      const to = link.other === null ? {x: link.fixed[0], y: link.fixed[1]} : byIndex[link.other];
      c.beginPath();
      c.moveTo(from.x, from.y);
      c.lineTo(to.x, to.y);
      c.stroke();
    }
  }

  drawShadows(balls) {
    const c = this.context;
    for (const ball of balls) {
      if (ball.pocketed) continue;
      const away = 0.22 * ball.radius + 0.5 * ball.height;
      const edge = 0.35 * ball.radius + 0.2 * ball.height;
      const [x, y, reach] = [ball.x + away, ball.y + away, ball.radius + edge];
      const shade = c.createRadialGradient(x, y, Math.max(0, reach - 2 * edge), x, y, reach);
      shade.addColorStop(0, "rgba(0,0,0,0.42)");
      shade.addColorStop(1, "rgba(0,0,0,0)");
      c.fillStyle = shade;
      c.beginPath();
      c.arc(x, y, reach, 0, 2 * Math.PI);
      c.fill();
    }
  }

  /// The last part of every path, fading out; shorter in slow motion.
  drawTrails(t, speed) {
    const c = this.context;
    const now = this.motion.place(t);
    const length = TRAIL * Math.min(1, speed * 2);
    const first = this.motion.place(Math.max(0, t - length)).index;
    const stride = Math.max(1, Math.floor((now.index - first) / 60));
    c.lineCap = "butt";
    c.lineWidth = 2.4;
    this.data.balls.forEach((ball, i) => {
      if (ball.pocketed_at !== null && t > ball.pocketed_at + length) return;
      c.strokeStyle = ball.path;
      let last = this.toPicture(this.motion.at(i, now).r);
      for (let k = now.index; k >= first; k -= stride) {
        const here = this.toPicture(this.motion.stored(i, k).r);
        c.globalAlpha = 0.75 * Math.max(0, 1 - (t - this.motion.times[k]) / length);
        c.beginPath();
        c.moveTo(last[0], last[1]);
        c.lineTo(here[0], here[1]);
        c.stroke();
        last = here;
      }
    });
    c.globalAlpha = 1;
  }

  /// An expanding ring where an event has just happened.
  drawFlashes(t, speed) {
    const c = this.context;
    const length = FLASH * speed;
    for (const event of this.data.events) {
      if (event.t > t) break;
      const age = (t - event.t) / length;
      if (age > 1 || event.t === 0) continue;
      const place = this.motion.place(event.t);
      const at = [event.ball, event.other].filter((b) => b !== null)
        .map((b) => this.toPicture(this.motion.at(b, place).r));
      const x = at.reduce((sum, p) => sum + p[0], 0) / at.length;
      const y = at.reduce((sum, p) => sum + p[1], 0) / at.length;
      c.globalAlpha = 0.9 * (1 - age);
      c.strokeStyle = KIND_COLOURS[event.kind] || "#ffffff";
      c.lineWidth = 3 * (1 - age) + 0.5;
      c.beginPath();
      c.arc(x, y, this.data.balls[event.ball].radius * (0.7 + 1.6 * age), 0, 2 * Math.PI);
      c.stroke();
      c.globalAlpha = 1;
    }
  }
}

const KIND_COLOURS = {
  "ball-ball": "#ff8a3d", "contact-begin": "#ff8a3d", "ball-cushion": "#4aa8ff",
  "ball-pocket": "#ff4d6d", "ball-slate": "#c792ea", "ball-floor": "#ff4d6d",
  "sliding-rolling": "#8bd17c",
};
