import { baseQuery, distinctColumns, type FieldsOf, isMetric, type QueryForm } from '@powerset/chart-kit';
import { columnLabel, type QueryColumn, type QueryMetric, type QueryObject } from '@powerset/contract';
import type { filterNullsControl, scriptSection, tooltipContentsControl } from './map-form.ts';

/** What every map's query reads of its form. */
export type PlaceForm = QueryForm &
  FieldsOf<typeof filterNullsControl | typeof tooltipContentsControl | (typeof scriptSection)['rows'][0][0]>;

interface PlaceQuery {
  /** Columns that say where rows lie; rows without are left out where the form asks so. */
  readonly places: readonly QueryColumn[];
  readonly columns?: readonly (QueryColumn | null)[];
  readonly metrics?: readonly unknown[];
  /** The largest first by this metric. */
  readonly orderBy?: QueryMetric | null;
}

/** One row for each place and what is told of it. */
export function placeQuery(form: PlaceForm, { places, columns = [], metrics = [], orderBy }: PlaceQuery): QueryObject {
  const base = baseQuery(form);
  const asked = distinctColumns(
    [...places, ...columns, ...form.tooltip_contents, ...form.js_columns].filter((one) => one !== null),
  );
  const wanted = metrics.filter(isMetric);
  return {
    ...base,
    filters: [...(base.filters ?? []), ...(form.filter_nulls ? distinctColumns(places).map(isThere) : [])],
    columns: asked,
    metrics: wanted,
    ...(orderBy ? { orderby: [[orderBy, false]] } : {}),
  };
}

const isThere = (column: QueryColumn) => ({ col: columnLabel(column), op: 'IS NOT NULL' as const, val: null });
