// Formatting of numbers and names.

export function seconds(t: number): string {
  return `${t.toFixed(3)} s`;
}

/// A length with the prefix that keeps it readable.
export function length(metres: number): string {
  if (metres === 0) return '0';
  if (metres >= 1) return `${metres.toFixed(3)} m`;
  if (metres >= 1e-3) return `${(1e3 * metres).toFixed(2)} mm`;
  if (metres >= 1e-6) return `${(1e6 * metres).toFixed(2)} µm`;
  return `${metres.toExponential(1)} m`;
}

/// Metres to the millimetre, never "-0.000".
export function coordinate(metres: number): string {
  return (Math.round(metres * 1e3) / 1e3 + 0).toFixed(3);
}

/// As many digits as are needed to distinguish settings.
export function number(value: number): string {
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-3)) {
    return value.toExponential().replace('e+', 'e');
  }
  return String(Number(value.toPrecision(10)));
}

export function milliseconds(time: number): string {
  const ms = 1e3 * time;
  return ms < 10 ? `${ms.toFixed(2)} ms` : ms < 1e4 ? `${ms.toFixed(0)} ms` : `${time.toFixed(1)} s`;
}

/// A file name made from a title.
export function fileName(title: string): string {
  const plain = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, 60) || 'scene';
}

/// "ball_ball" as a heading.
export function heading(key: string): string {
  const text = key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
