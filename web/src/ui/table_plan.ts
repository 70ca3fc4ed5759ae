// A plan of the table on which a zone is chosen.
import type { Scene } from '../api';
import type { Zone } from './goals';
import { s } from './dom';

export interface TablePlan {
  readonly element: SVGElement;
  show(scene: Scene, zone: Zone | null): void;
}

/// `choose` gets the point that was clicked.
export function makeTablePlan(choose: (x: number, y: number) => void): TablePlan {
  const element = s('svg', { class: 'plan', role: 'img', 'aria-label': 'Plan of the table: click where the ball should stop' });
  element.addEventListener('click', (event: MouseEvent) => {
    const matrix = element.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    choose(at.x, -at.y);
  });
  return {
    element,
    show({ table, balls, shot }, zone) {
      const { length, width } = table;
      const edge = 0.06;
      element.setAttribute('viewBox',
        `${-length / 2 - edge} ${-width / 2 - edge} ${length + 2 * edge} ${width + 2 * edge}`);
      element.replaceChildren(
        s('rect', { class: 'cloth', x: -length / 2, y: -width / 2, width: length, height: width }),
        ...table.pockets.map(({ centre, radius }) =>
          s('circle', { class: 'hole', cx: centre[0], cy: -centre[1], r: radius })),
        ...balls.map(({ position, radius, id }, i) => s('circle', {
          class: i === shot?.ball ? 'struck' : 'ball', cx: position[0], cy: -position[1], r: radius,
        }, s('title', {}, id))),
        ...(zone ? [s('circle', { class: 'zone', cx: zone.at[0], cy: -zone.at[1], r: zone.radius })] : []));
    },
  };
}
