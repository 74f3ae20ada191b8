import type { DashboardVersionFields, WireDashboardFigures } from '@powerset/contract';
import { findVisibleChart } from '../../access/index.ts';
import { notFound } from '../../http/index.ts';
import { type Document, isDocument, parseDocument, type Row } from '../../metadata/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { compareCharts } from './chart-figures.ts';
import type { AskedForm, Asker, FigureDeps, Pair } from './given.ts';

/** What of a dashboard's version decides what its charts ask. */
interface Board {
  readonly id: number;
  readonly metadata: Document;
  readonly position: Document;
  /** Its charts in the order of the layout, with the names that they have there. */
  readonly charts: ReadonlyMap<number, string | null>;
}

export function readBoard(id: number, fields: DashboardVersionFields): Board {
  const position = parseDocument(fields.position_json) ?? {};
  const placed = Object.values(position).flatMap((node): [number, string | null][] => {
    if (!isDocument(node) || node.type !== 'CHART' || !isDocument(node.meta)) return [];
    const { chartId, sliceNameOverride: given, sliceName: name } = node.meta;
    const shown = [given, name].find((one) => typeof one === 'string' && one !== '');
    return Number.isInteger(chartId) ? [[Number(chartId), typeof shown === 'string' ? shown : null]] : [];
  });
  return { id, metadata: parseDocument(fields.json_metadata) ?? {}, position, charts: new Map(placed) };
}

/** Longer dashboards are none that anybody reads chart by chart. */
const mostCharts = 200;

/** The charts of both versions, and which of them ask something else under the filters of the one than of the other. */
export async function listCharts(
  deps: FigureDeps,
  { user, signal }: Asker,
  boards: Pair<Board>,
): Promise<WireDashboardFigures> {
  const { before, after } = boards;
  const charts: WireDashboardFigures['charts'][number][] = [];
  const ids = [...new Set([...after.charts.keys(), ...before.charts.keys()])];
  for (const id of ids.slice(0, mostCharts)) {
    signal.throwIfAborted();
    const row = await findVisibleChart(deps.services.store, user, id);
    const place = placeOf(id, boards);
    const [old, next] = row ? await askedOf(deps, row, boards) : [];
    charts.push({
      id,
      name: after.charts.get(id) ?? before.charts.get(id) ?? row?.slice_name ?? '',
      in: place,
      is_alike: place === 'both' && row !== undefined && JSON.stringify(old?.form) === JSON.stringify(next?.form),
      is_gone: row === undefined,
    });
    await othersTurn();
  }
  return { charts, left_out: Math.max(0, ids.length - mostCharts) };
}

/** The figures of one chart under the filters of both. */
export async function compareOnDashboards(
  deps: FigureDeps,
  asker: Asker,
  { chartId, boards }: { readonly chartId: number; readonly boards: Pair<Board> },
) {
  const row = await findVisibleChart(deps.services.store, asker.user, chartId);
  if (!row || placeOf(chartId, boards) !== 'both') throw notFound();
  const [before, after] = await askedOf(deps, row, boards);
  return compareCharts(deps, asker, { before, after });
}

function placeOf(id: number, { before, after }: Pair<Board>): 'both' | 'before' | 'after' {
  if (before.charts.has(id) && after.charts.has(id)) return 'both';
  return before.charts.has(id) ? 'before' : 'after';
}

async function askedOf(
  { askedOn, loadMainTimes }: FigureDeps,
  row: Row<'charts'>,
  { before, after }: Pair<Board>,
): Promise<readonly [AskedForm, AskedForm]> {
  const mainTemporalColumn = (await loadMainTimes([row])).get(Number(row.datasource_id)) ?? null;
  // Filters stand at their defaults.
  const of = (board: Board) => askedOn({ ...board, masks: {} }, { row, mainTemporalColumn });
  return [of(before), of(after)];
}
