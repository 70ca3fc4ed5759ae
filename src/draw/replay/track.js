// The motion: decodes the data of src/draw/replay_data.cpp and interpolates it.

function bytesOf(base64) {
  const text = atob(base64);
  return Uint8Array.from({length: text.length}, (_, i) => text.charCodeAt(i)).buffer;
}

/// Numbers are little-endian.
function numbersOf(base64, size, read) {
  const view = new DataView(bytesOf(base64));
  return Array.from({length: view.byteLength / size}, (_, i) => view[read](i * size, true));
}

class Motion {
  constructor(data) {
    this.times = numbersOf(data.times, 8, "getFloat64");
    this.turns = data.turns ? numbersOf(data.turns, 4, "getFloat32") : null;
    this.tracks = data.balls.map((ball) => ({
      first: ball.first, low: ball.low, step: ball.step,
      values: new Uint16Array(numbersOf(ball.data, 2, "getUint16")),
    }));
    this.end = data.t_end;
  }

  /// The stored instant before t, and the fraction of the interval to the next.
  place(t) {
    let low = 0, high = this.times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= t) low = middle; else high = middle;
    }
    const gap = this.times[high] - this.times[low];
    const share = gap > 0 ? (t - this.times[low]) / gap : 0;
    return {index: low, share: Math.min(1, Math.max(0, share))};
  }

  /// Position and orientation of a ball at a stored instant.
  stored(ball, index) {
    const track = this.tracks[ball];
    const row = Math.min(track.values.length / 7 - 1, Math.max(0, index - track.first));
    const raw = track.values.subarray(7 * row, 7 * row + 7);
    const r = [0, 1, 2].map((k) => track.low[k] + track.step[k] * raw[k]);
    const q = [3, 4, 5, 6].map((k) => (raw[k] - 32768) / 32767);
    return {r, q};
  }

  /// The same between two stored instants.
  at(ball, {index, share}) {
    const a = this.stored(ball, index);
    if (share === 0) return a;
    const b = this.stored(ball, index + 1);
    const same = a.q.reduce((sum, v, k) => sum + v * b.q[k], 0) < 0 ? -1 : 1;
    const q = slerp(a.q, b.q.map((v) => same * v), share);
    return {r: a.r.map((v, k) => v + share * (b.r[k] - v)), q};
  }

  turn({index, share}) {
    if (!this.turns) return 0;
    const next = Math.min(this.turns.length - 1, index + 1);
    return this.turns[index] + share * (this.turns[next] - this.turns[index]);
  }
}

/// Interpolates from a to b at constant rate, along the shorter arc.
function slerp(a, b, share) {
  const cosine = Math.min(1, a.reduce((sum, v, k) => sum + v * b[k], 0));
  const angle = Math.acos(cosine);
  const fa = angle < 1e-3 ? 1 - share : Math.sin((1 - share) * angle) / Math.sin(angle);
  const fb = angle < 1e-3 ? share : Math.sin(share * angle) / Math.sin(angle);
  const q = a.map((v, k) => fa * v + fb * b[k]);
  const length = Math.hypot(...q);
  return q.map((v) => v / length);
}
