import { hasTimeRange } from '@powerset/chart-kit';
import { parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { AskedForm } from './chart-question.ts';
import { type FilteredDashboard, underFilters } from './dashboard-filters.ts';

/** What a chart asks that stands alone. */
export function askedAlone(row: Row<'charts'>): AskedForm {
  return { form: formOf(row), savedContext: row.query_context, conditions: null };
}

/** What a chart asks on a dashboard, under its filters. */
export function askedOn(
  dashboard: FilteredDashboard & { readonly id: number },
  { row, mainTemporalColumn }: { readonly row: Row<'charts'>; readonly mainTemporalColumn: string | null },
): AskedForm {
  const own = formOf(row);
  const form = underFilters(own, { chartId: row.id, mainTemporalColumn }, dashboard);
  // Where it filters a time of its own, that is the one.
  const added = { chartId: row.id, mainTemporalColumn: hasTimeRange(own) ? null : mainTemporalColumn };
  const conditions = underFilters({ viz_type: own.viz_type }, added, dashboard);
  return { form: { ...form, dashboardId: dashboard.id }, savedContext: row.query_context, conditions };
}

function formOf(row: Row<'charts'>) {
  return {
    ...parseDocument(row.params),
    viz_type: String(row.viz_type),
    slice_id: row.id,
    datasource: `${row.datasource_id}__${row.datasource_type ?? 'table'}`,
  };
}

/** The main time columns of charts' datasets, by the datasets' ids. */
export async function loadMainTimes(
  { store }: Pick<Services, 'store'>,
  charts: readonly Row<'charts'>[],
): Promise<ReadonlyMap<number, string | null>> {
  const ids = [...new Set(charts.flatMap(({ datasource_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await store.selectFrom('datasets').select(['id', 'main_dttm_col']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, main_dttm_col: column }) => [id, column]));
}
