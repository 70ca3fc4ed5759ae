// Tabs: one panel at a time.
import { h, show } from './dom';
import type { PageState, Tab } from './state';
import type { Store } from './store';

export interface TabSpec { readonly tab: Tab; readonly title: string; readonly body: HTMLElement }

/// Aiming shows the shot panel and playing the run panel, unless another panel is open.
function followMode(store: Store<PageState>): void {
  store.on((now, before) => {
    if (now.mode === before.mode) return;
    if (now.mode === 'play' && now.tab === 'shot') store.set({ tab: 'run' });
    if (now.mode === 'aim' && now.tab === 'run' && now.scene.shot) store.set({ tab: 'shot' });
  });
}

export function makeTabs(store: Store<PageState>, specs: readonly TabSpec[]): HTMLElement[] {
  const choose = (tab: Tab): void => store.set({ tab });
  const buttons = specs.map((spec) => h('button', {
    type: 'button', role: 'tab', id: `tab-${spec.tab}`, 'aria-controls': `panel-${spec.tab}`,
    onclick: () => choose(spec.tab),
  }, spec.title));
  const bodies = specs.map((spec) => h('div', {
    role: 'tabpanel', id: `panel-${spec.tab}`, class: 'tab-panel', 'aria-labelledby': `tab-${spec.tab}`,
  }, spec.body));
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = specs.findIndex((spec) => spec.tab === store.get().tab);
    const next = (index + step + specs.length) % specs.length;
    choose(specs[next]!.tab);
    buttons[next]!.focus();
  });

  function update(state: Readonly<PageState>): void {
    specs.forEach((spec, i) => {
      const chosen = spec.tab === state.tab;
      buttons[i]!.setAttribute('aria-selected', String(chosen));
      buttons[i]!.tabIndex = chosen ? 0 : -1;
      show(bodies[i]!, chosen);
    });
    show(buttons[0]!, state.scene.system.kind === 'pool');
  }
  store.on((now, before) => {
    if (now.tab !== before.tab || now.scene !== before.scene) update(now);
  });
  followMode(store);
  update(store.get());
  return [list, ...bodies];
}
