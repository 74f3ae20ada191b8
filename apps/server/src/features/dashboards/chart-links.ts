import { canEdit, loadDataScope, type User, visibleCharts } from '../../access/index.ts';
import { loadOwners } from '../../lists/index.ts';
import { parseDocument, type Row, type Store } from '../../metadata/index.ts';
import type { DashboardServices } from './access.ts';
import { type PlacedChart, placedCharts, withChartUuids } from './documents.ts';

/** A layout to be stored, the charts it is bound to, and their new names. */
export interface PlacedChange {
  readonly positions: Readonly<Record<string, unknown>>;
  readonly chartIds: readonly number[];
  readonly names: readonly { readonly id: number; readonly name: string }[];
  /** The layout decides all charts of the dashboard; else it only adds. */
  readonly isWhole: boolean;
}

interface PlacedInput {
  readonly placed:
    | {
        readonly positions: Readonly<Record<string, unknown>>;
        readonly charts: readonly PlacedChart[];
        readonly isWhole: boolean;
      }
    | undefined;
  readonly dashboardId: number | undefined;
  readonly before?: Row<'dashboards'>;
}

/**
 * Which charts a layout binds: those that exist and that the user may see or that the dashboard has already. A chart
 * whose name was changed in the layout is renamed, if the user may change it.
 */
export async function readPlacedChange(
  { store }: DashboardServices,
  user: User,
  { placed, dashboardId, before }: PlacedInput,
): Promise<PlacedChange | undefined> {
  if (!placed) return undefined;
  const wanted = [...new Set(placed.charts.map((chart) => chart.chartId))];
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('charts')
    .select(['id', 'uuid', 'slice_name'])
    .where('id', 'in', wanted.length > 0 ? wanted : [-1])
    .where((builder) => {
      const linked = builder.exists(
        builder
          .selectFrom('dashboard_charts')
          .select('chart_id')
          .whereRef('dashboard_charts.chart_id', '=', 'charts.id')
          .where('dashboard_charts.dashboard_id', '=', dashboardId ?? -1),
      );
      return builder.or([visibleCharts(user, scope), linked]);
    })
    .execute();
  const changed = findNewNames(placed.charts, before).filter(({ id, name }) =>
    rows.some((row) => row.id === id && row.slice_name !== name),
  );
  return {
    positions: withChartUuids(placed.positions, new Map(rows.map((row) => [row.id, row.uuid]))),
    chartIds: rows.map((row) => row.id),
    names: await keepEditable(store, user, changed),
    isWhole: placed.isWhole,
  };
}

/** Names that differ from what the stored layout says: what is only out of date there renames nothing. */
function findNewNames(charts: readonly PlacedChart[], before: Row<'dashboards'> | undefined) {
  const known = new Map(placedCharts(parseDocument(before?.position_json)).map((chart) => [chart.nodeId, chart.name]));
  return charts
    .filter((chart) => chart.name.trim() !== '' && known.has(chart.nodeId) && known.get(chart.nodeId) !== chart.name)
    .map((chart) => ({ id: chart.chartId, name: chart.name.trim().slice(0, 250) }));
}

async function keepEditable(store: Store, user: User, names: PlacedChange['names']): Promise<PlacedChange['names']> {
  const owners = await loadOwners(
    store,
    'chart',
    names.map(({ id }) => id),
  );
  return names.filter(({ id }) =>
    canEdit(
      user,
      'Chart',
      (owners.get(id) ?? []).map((owner) => owner.id),
    ),
  );
}

/** Stores which charts a dashboard has, and their new names. */
export async function linkCharts(store: Store, dashboardId: number, change: PlacedChange): Promise<void> {
  if (change.isWhole) await store.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboardId).execute();
  const values = change.chartIds.map((chartId) => ({ dashboard_id: dashboardId, chart_id: chartId }));
  if (values.length > 0)
    await store
      .insertInto('dashboard_charts')
      .values(values)
      .onConflict((conflict) => conflict.columns(['dashboard_id', 'chart_id']).doNothing())
      .execute();
  for (const { id, name } of change.names)
    await store.updateTable('charts').set({ slice_name: name }).where('id', '=', id).execute();
}
