import type { MouseEvent } from 'react';
import type { ChartMenuRequest, ChartViewProps } from './view-props.ts';

type Asked = Pick<ChartMenuRequest, 'selection' | 'mark' | 'cells'>;

/** Asks the page for the menu of what a view of words and cells has under the pointer. */
export function askMenu(
  event: MouseEvent,
  onContextMenu: ChartViewProps['onContextMenu'],
  find: (target: Element) => Asked | null,
): void {
  const asked = onContextMenu && event.target instanceof Element ? find(event.target) : null;
  if (!asked) return;
  event.preventDefault();
  onContextMenu?.({ clientX: event.clientX, clientY: event.clientY, ...asked });
}
