import type { ChartForm } from '@powerset/chart-kit';
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

/** The charts of both versions, and which of them ask something else under the filters of the one than of the other. */
export async function listCharts(
  deps: FigureDeps,
  { user, signal }: Asker,
  boards: Pair<Board>,
): Promise<WireDashboardFigures> {
  const { before, after } = boards;
  const charts: WireDashboardFigures['charts'][number][] = [];
  for (const id of new Set([...after.charts.keys(), ...before.charts.keys()])) {
    signal.throwIfAborted();
    const row = await findVisibleChart(deps.services.store, user, id);
    const place = placeOf(id, boards);
    const [old, next] = row ? askedOf(deps, row, boards) : [];
    charts.push({
      id,
      name: after.charts.get(id) ?? before.charts.get(id) ?? row?.slice_name ?? '',
      in: place,
      is_alike: place === 'both' && row !== undefined && JSON.stringify(old?.form) === JSON.stringify(next?.form),
      is_gone: row === undefined,
    });
    await othersTurn();
  }
  return { charts };
}

/** The figures of one chart under the filters of both. */
export async function compareOnDashboards(
  deps: FigureDeps,
  asker: Asker,
  { chartId, boards }: { readonly chartId: number; readonly boards: Pair<Board> },
) {
  const row = await findVisibleChart(deps.services.store, asker.user, chartId);
  if (!row || placeOf(chartId, boards) !== 'both') throw notFound();
  const [before, after] = askedOf(deps, row, boards);
  return compareCharts(deps, asker, { before, after });
}

function placeOf(id: number, { before, after }: Pair<Board>): 'both' | 'before' | 'after' {
  if (before.charts.has(id) && after.charts.has(id)) return 'both';
  return before.charts.has(id) ? 'before' : 'after';
}

function askedOf(
  { underFilters }: FigureDeps,
  row: Row<'charts'>,
  { before, after }: Pair<Board>,
): readonly [AskedForm, AskedForm] {
  const own = {
    ...parseDocument(row.params),
    viz_type: row.viz_type,
    slice_id: row.id,
    datasource: `${row.datasource_id}__${row.datasource_type ?? 'table'}`,
  };
  const of = (board: Board): AskedForm => {
    // Filters stand at their defaults.
    const filtered = { metadata: board.metadata, position: board.position, masks: {} };
    const under = (form: ChartForm) => underFilters(form, row.id, filtered);
    return {
      form: { ...under(own), dashboardId: board.id },
      savedContext: row.query_context,
      conditions: under({ viz_type: row.viz_type }),
    };
  };
  return [of(before), of(after)];
}
