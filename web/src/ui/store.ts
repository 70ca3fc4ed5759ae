// The state in one place: read it, change some fields, listen to changes.

export interface Store<T> {
  get(): Readonly<T>;
  set(change: Partial<T>): void;
  /// The listener is called after every change, with the state now and before; returns a function
  /// that removes it.
  on(listener: (now: Readonly<T>, before: Readonly<T>) => void): () => void;
}

export function makeStore<T extends object>(initial: T): Store<T> {
  let state: T = initial;
  const listeners = new Set<(now: T, before: T) => void>();
  return {
    get: () => state,
    set(change) {
      const before = state;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener(state, before);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/// Whether one of the fields has changed.
export function changed<T>(now: T, before: T, ...fields: (keyof T)[]): boolean {
  return fields.some((field) => now[field] !== before[field]);
}
