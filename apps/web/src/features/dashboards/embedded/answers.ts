import type { DataMasks } from '../filters/index.ts';
import type { DashboardState, OpenDashboard } from '../state/index.ts';

/** What is filtered, by filter and by chart. */
export function masksOf({ bar, crossMasks }: DashboardState): DataMasks {
  return { ...bar.applied, ...crossMasks };
}

/** What charts keep of themselves while they are looked at. */
export function chartStatesOf({ ownStates }: DashboardState): DashboardState['ownStates'] {
  return ownStates;
}

/** What charts ask of the server now, all of them or one. */
export function chartPayloads({ store, feed }: OpenDashboard, chartId: unknown): Readonly<Record<string, unknown>> {
  const wanted = typeof chartId === 'number' ? [chartId] : Object.keys(store.getState().charts).map(Number);
  const known = wanted.flatMap((id) => {
    const payload = feed.payloadOf(id);
    return payload ? [[id, payload.request] as const] : [];
  });
  return Object.fromEntries(known);
}

/** How much room the whole would take: the part that scrolls under head and tabs is counted in full. */
export function scrollSizeOf(page: Document): { width: number; height: number } {
  const { documentElement } = page;
  const part = page.querySelector('.grid-container');
  const hidden = part
    ? { width: part.scrollWidth - part.clientWidth, height: part.scrollHeight - part.clientHeight }
    : { width: 0, height: 0 };
  return {
    width: documentElement.clientWidth + Math.max(0, hidden.width),
    height: documentElement.clientHeight + Math.max(0, hidden.height),
  };
}
