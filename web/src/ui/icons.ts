// Line icons on a 24 by 24 grid.
import { s } from './dom';

const paths = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  nextEvent: 'M5 5l9 7-9 7zM18 5v14',
  previousEvent: 'M19 5l-9 7 9 7zM6 5v14',
  frameForward: 'M9 5l7 7-7 7',
  frameBack: 'M15 5l-7 7 7 7',
  loop: 'M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1',
  again: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5',
  forward: 'M4 12h15M13 6l6 6-6 6',
  strike: 'M3 21L14.5 9.5M17.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  gallery: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  open: 'M3 7V5h6l2 2h10v12H3zM3 10h18',
  save: 'M12 4v11M7 10.5l5 5 5-5M4 19.5h16',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3' +
    'M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2.9-1.2 1.9M12 17.3v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  close: 'M6 6l12 12M18 6L6 18',
  reset: 'M9 14l-4-4 4-4M5 10h9a5 5 0 0 1 0 10h-3',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  path: 'M4 18c4 0 4-12 8-12s4 8 8 8',
  motion: 'M4 17h5M9 17c3 0 3-9 6-9M15 8h5',
  spin: 'M12 3v18M6 9c0-1.7 2.7-3 6-3s6 1.3 6 3-2.7 3-6 3M8.5 14.5L12 12l-3-2.5',
  force: 'M5 19L19 5M12 5h7v7',
  player: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.6-4 3.3-6 7-6s6.4 2 7 6',
  top: 'M4 7h16v10H4zM12 7v10',
  side: 'M3 10h18v3H3zM5.5 13v6M18.5 13v6',
  free: 'M12 3v18M3 12h18M9 5.5L12 3l3 2.5M9 18.5l3 2.5 3-2.5M5.5 9L3 12l2.5 3M18.5 9l2.5 3-2.5 3',
  orbit: 'M2.5 12c2.3-4 5.5-6 9.5-6s7.2 2 9.5 6c-2.3 4-5.5 6-9.5 6s-7.2-2-9.5-6z' +
    'M12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  aim: 'M12 3v5M12 16v5M3 12h5M16 12h5M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: paths[name] }));
}
