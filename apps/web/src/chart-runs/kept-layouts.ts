import { isRecord } from '@powerset/chart-kit';
import { keep, readKept } from '../shell/index.ts';

type OwnState = Readonly<Record<string, unknown>>;

const storageKey = 'powerset:table-layouts';
/** More charts than anybody arranges; those that were arranged longest ago are forgotten. */
const mostCharts = 200;

/** What this browser kept of a chart: the places and widths that its reader gave to columns. */
export function readKeptLayout(chartId: unknown): OwnState | undefined {
  const layout = readAll().find(([id]) => id === String(chartId))?.[1];
  return layout === undefined ? undefined : { layout };
}

/** Keeps the places and widths of a chart's columns for the next visit; what else a chart remembers ends with the page. */
export function keepLayout(chartId: unknown, { layout }: OwnState): void {
  if (!isRecord(layout) || typeof chartId !== 'number') return;
  const others = readAll().filter(([id]) => id !== String(chartId));
  const all = isUntouched(layout) ? others : [...others, [String(chartId), layout] as const];
  if (all.length === 0 && others.length === 0 && readKept(storageKey) === null) return;
  keep(storageKey, JSON.stringify(all.slice(-mostCharts)));
}

/** Column by column as the chart has them. */
const isUntouched = (layout: OwnState): boolean =>
  Object.values(layout).every((part) => Object.keys(part ?? {}).length === 0);

function readAll(): readonly (readonly [string, OwnState])[] {
  try {
    const stored: unknown = JSON.parse(readKept(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry: unknown) =>
      Array.isArray(entry) && typeof entry[0] === 'string' && isRecord(entry[1]) ? [[entry[0], entry[1]] as const] : [],
    );
  } catch {
    return [];
  }
}
