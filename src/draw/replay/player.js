// The controls.

const SPEEDS = [4, 2, 1, 1 / 2, 1 / 5, 1 / 10, 1 / 20, 1 / 50, 1 / 100, 1 / 500];
const SHORTEST_SHOW = 4;   // a shorter motion starts in slow motion [s]
const PLAY_ICON = "M7 4v16l13-8z", PAUSE_ICON = "M6 4h4v16H6zM14 4h4v16h-4z";
const THUMB = 18;          // width of the timeline's thumb [px]

const KIND_WORDS = {
  "ball-ball": "hits", "contact-begin": "touches", "ball-cushion": "hits cushion",
  "ball-pocket": "falls into", "ball-slate": "lands", "ball-floor": "leaves the table",
  "sliding-rolling": "starts to roll",
};

function speedText(speed) {
  return speed >= 1 ? `${speed}×` : `1/${Math.round(1 / speed)}`;
}

class Player {
  constructor(data) {
    this.data = data;
    this.motion = new Motion(data);
    this.time = 0;
    this.playing = false;
    this.dirty = true;
    this.element = (id) => document.getElementById(id);
    this.redraw = () => { this.dirty = true; };
    this.picture = new Picture(this.element("stage"), data, this.motion, this.redraw);
    this.speed = SPEEDS.find((s) => s <= 1 && this.motion.end / s >= SHORTEST_SHOW) ||
                 SPEEDS[SPEEDS.length - 1];
    this.fillSpeeds();
    this.fillEvents();
    this.listen();
    this.resize();
    requestAnimationFrame((now) => this.frame(now));
  }

  fillSpeeds() {
    const select = this.element("speed");
    for (const speed of SPEEDS) select.add(new Option(speedText(speed), speed));
    select.value = this.speed;
  }

  fillEvents() {
    const list = this.element("events");
    this.items = this.data.events.map((event) => {
      const item = document.createElement("li");
      const time = document.createElement("time");
      time.textContent = this.timeText(event.t);
      const dot = document.createElement("i");
      dot.style.background = KIND_COLOURS[event.kind] || "#888888";
      const text = document.createElement("span");
      const who = document.createElement("b");
      who.textContent = event.first;
      const verb = KIND_WORDS[event.kind] || event.kind;
      text.append(who, ` ${verb} ${event.second.replaceAll("_", " ")}`);
      item.append(time, dot, text);
      item.addEventListener("click", () => this.seek(event.t));
      list.append(item);
      return item;
    });
    const {events, events_left_out: more} = this.data;
    const all = events.length + more;
    this.element("event-count").textContent = more ? `first ${events.length} of ${all}` : `${all}`;
  }

  timeText(t) {
    return this.motion.end < 1 ? `${(1000 * t).toFixed(2)} ms` : `${t.toFixed(3)} s`;
  }

  listen() {
    const on = (id, type, act) => this.element(id).addEventListener(type, act);
    on("play", "click", () => this.toggle());
    on("stage", "click", () => this.toggle());
    on("previous", "click", () => this.step(-1));
    on("next", "click", () => this.step(1));
    on("scrub", "input", (e) => this.seek(Number(e.target.value) * this.motion.end));
    on("speed", "change", (e) => { this.speed = Number(e.target.value); this.dirty = true; });
    for (const id of ["paths", "trails"]) on(id, "change", this.redraw);
    window.addEventListener("resize", () => this.resize());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.tagName === "SELECT") return;
    const small = this.speed / 60;
    const check = (id) => this.element(id).click();
    const acts = {
      " ": () => this.toggle(), "k": () => this.toggle(),
      "ArrowLeft": () => this.step(-1), "ArrowRight": () => this.step(1),
      ",": () => this.seek(this.time - small), ".": () => this.seek(this.time + small),
      "ArrowUp": () => this.change(-1), "ArrowDown": () => this.change(1),
      "Home": () => this.seek(0), "End": () => this.seek(this.motion.end),
      "p": () => check("paths"), "t": () => check("trails"),
    };
    if (!acts[e.key]) return;
    e.preventDefault();
    acts[e.key]();
  }

  /// The next slower (+1) or faster (-1) speed.
  change(by) {
    const next = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, next))];
    this.element("speed").value = this.speed;
    this.dirty = true;
  }

  toggle() {
    if (!this.playing && this.time >= this.motion.end) this.time = 0;
    this.run(!this.playing);
  }

  run(playing) {
    this.playing = playing;
    this.last = undefined;
    this.dirty = true;
    this.element("play-icon").setAttribute("d", playing ? PAUSE_ICON : PLAY_ICON);
  }

  seek(t) {
    this.run(false);
    this.time = Math.min(this.motion.end, Math.max(0, t));
  }

  /// To the next (+1) or previous (-1) event at another time.
  step(by) {
    const hair = 1e-9 * Math.max(1, this.motion.end);
    const times = [0, ...this.data.events.map((e) => e.t), this.motion.end];
    const found = by > 0 ? times.find((t) => t > this.time + hair)
                         : times.reverse().find((t) => t < this.time - hair);
    if (found !== undefined) this.seek(found);
  }

  resize() {
    this.picture.fit();
    this.drawTicks();
  }

  drawTicks() {
    const canvas = this.element("ticks");
    const ratio = window.devicePixelRatio || 1;
    const style = getComputedStyle(document.documentElement);
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const c = canvas.getContext("2d");
    c.scale(ratio, ratio);
    const room = canvas.clientWidth - THUMB;
    const x = (t) => 0.5 * THUMB + room * (this.motion.end > 0 ? t / this.motion.end : 0);
    c.fillStyle = style.getPropertyValue("--line");
    c.fillRect(0.5 * THUMB, 26, room, 6);
    for (const event of this.data.events) {
      c.fillStyle = KIND_COLOURS[event.kind] || "#888888";
      c.fillRect(x(event.t) - 0.75, 5, 1.5, 13);
    }
  }

  /// Highlights the last event in the list and keeps it in view.
  markEvent() {
    let now = -1;
    while (now + 1 < this.items.length && this.data.events[now + 1].t <= this.time + 1e-12) now++;
    if (now === this.highlighted) return;
    if (this.highlighted >= 0) this.items[this.highlighted].classList.remove("now");
    this.highlighted = now;
    if (now < 0) return;
    const item = this.items[now], list = this.element("events");
    item.classList.add("now");
    const below = item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight;
    const above = item.offsetTop < list.scrollTop;
    if (below || above) list.scrollTop = item.offsetTop - 0.4 * list.clientHeight;
  }

  frame(now) {
    if (this.playing) {
      const passed = this.last === undefined ? 0 : Math.min(0.1, (now - this.last) / 1000);
      this.time += passed * this.speed;
      this.last = now;
      this.dirty = true;
      if (this.time >= this.motion.end) {
        this.time = this.motion.end;
        this.run(false);
      }
    }
    if (this.dirty) {
      this.dirty = false;
      this.picture.draw(this.time, {
        speed: this.speed,
        paths: this.element("paths").checked,
        trails: this.element("trails").checked,
      });
      this.element("scrub").value = this.motion.end > 0 ? this.time / this.motion.end : 0;
      const [at, end] = [this.time, this.motion.end].map((t) => this.timeText(t));
      this.element("clock").textContent = `${at} / ${end}`;
      this.markEvent();
    }
    requestAnimationFrame((next) => this.frame(next));
  }
}

window.player = new Player(JSON.parse(document.getElementById("data").textContent));
