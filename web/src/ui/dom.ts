// Elements created without markup strings, so that the content of files and ids stays text.

export type Child = Node | string | null;
type Listener = (event: never) => void;
export type Props = Record<string, string | number | boolean | null | Listener>;

/// `on...` are listeners, true and false set or drop the attribute, everything else is an attribute.
export function setProps(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value === false || value === null) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

function filled<E extends Element>(element: E, props: Props, children: readonly Child[]): E {
  setProps(element, props);
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), props, children);
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

/// The element of the page with this id.
export function byId<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as E;
}

export function show(element: HTMLElement, visible: boolean): void {
  element.hidden = !visible;
}

/// Merges calls into at most one per frame; `now()` runs a pending one at once.
export function perFrame(work: () => void): { (): void; now(): void } {
  let handle = 0;
  const run = (): void => {
    handle = 0;
    work();
  };
  const due = (): void => {
    if (handle === 0) handle = requestAnimationFrame(run);
  };
  due.now = (): void => {
    if (handle === 0) return;
    cancelAnimationFrame(handle);
    run();
  };
  return due;
}
