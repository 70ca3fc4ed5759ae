// Small controls made of plain form elements.
import { h, type Child, type Props } from './dom';
import { icon, type IconName } from './icons';
import { number } from './format';

export function iconButton(name: IconName, label: string, onclick: () => void,
                           props: Props = {}): HTMLButtonElement {
  const named = { title: label, 'aria-label': label };
  return h('button', { type: 'button', class: 'icon-button', ...named, onclick, ...props }, icon(name));
}

/// A button with an icon and a text.
export function wordButton(name: IconName, text: string, onclick: () => void,
                           props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...props }, icon(name), h('span', {}, text));
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon: IconName;
}

export interface Segmented<T extends string> {
  readonly element: HTMLElement;
  set(value: T): void;
  /// Shows or hides one of the choices.
  offer(value: T, offered: boolean): void;
}

/// One of a few, side by side.
export function segmented<T extends string>(label: string, choices: readonly Choice<T>[],
                                            choose: (value: T) => void): Segmented<T> {
  const buttons = choices.map((choice) => h('button', {
    type: 'button', title: choice.label, 'aria-label': choice.label, 'aria-pressed': 'false',
    onclick: () => choose(choice.value),
  }, icon(choice.icon)));
  return {
    element: h('div', { class: 'segmented', role: 'group', 'aria-label': label }, ...buttons),
    set(value) {
      choices.forEach((choice, i) =>
        buttons[i]!.setAttribute('aria-pressed', String(choice.value === value)));
    },
    offer(value, offered) {
      buttons[choices.findIndex((choice) => choice.value === value)]!.hidden = !offered;
    },
  };
}

export interface SliderSpec {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /// the greatest value is at the left end
  readonly mirrored?: boolean;
  readonly change: (value: number) => void;
}

export interface Slider { readonly element: HTMLElement; set(value: number): void }

/// A slider with a number field, which also takes values beyond the slider's ends.
export function slider(spec: SliderSpec): Slider {
  const shared = { min: spec.min, max: spec.max, step: spec.step };
  const bar = h('input', {
    type: 'range', id: `${spec.id}-bar`, 'aria-label': `${spec.label} slider`, ...shared,
    dir: spec.mirrored ? 'rtl' : 'ltr',
  });
  const field = h('input', { type: 'number', id: spec.id, step: spec.step, inputmode: 'decimal' });
  let typing = false; // a number being typed is not overwritten
  bar.addEventListener('input', () => spec.change(bar.valueAsNumber));
  field.addEventListener('input', () => { typing = true; });
  field.addEventListener('blur', () => { typing = false; });
  field.addEventListener('change', () => {
    typing = false;
    if (Number.isFinite(field.valueAsNumber)) spec.change(field.valueAsNumber);
  });
  return {
    element: h('div', { class: 'slider' },
      h('label', { for: spec.id }, spec.label), bar,
      h('span', { class: 'number' }, field, h('span', { class: 'unit' }, spec.unit))),
    set(value) {
      bar.value = String(value);
      const text = number(Number(value.toFixed(4)));
      if (!typing && field.value !== text) field.value = text;
    },
  };
}

/// A collapsible section of a panel.
export function section(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return h('details', { class: 'section', open }, h('summary', {}, title), ...children);
}
