import {
  findColumn,
  type ModelContext,
  msg,
  numberOfCell,
  type QueryForm,
  type Spatial,
  type Undrawn,
} from '@powerset/chart-kit';
import { columnLabel, metricLabel, type QueryMetric, type ResultTable } from '@powerset/contract';
import { columnsOfSpatial, type PlaceFaults, type Places, readPlaces } from './places.ts';

/** Places and what is measured at each. */
export interface PlaceModel {
  readonly places: Places;
  /** The rows, for what is told of a mark and what it stands for. */
  readonly table: ResultTable;
  /** The columns that say where a row lies. */
  readonly placeColumns: readonly string[];
  /** What the metric is called; empty without one. */
  readonly metric: string;
  /** Of each place; NaN where there is no value. Null without a metric. */
  readonly values: Float64Array | null;
  /** The row limit that cut places off. */
  readonly limitReached: number | null;
}

const emptyTable: ResultTable = { columns: [], rowCount: 0 };

/** Rows to places with the values of a metric. */
export function toPlaceModel(
  results: readonly ResultTable[],
  { answers }: ModelContext<QueryForm>,
  { spatial, metric }: { readonly spatial: Spatial | null; readonly metric: QueryMetric | null },
): PlaceModel {
  const table = results[0] ?? emptyTable;
  const places = readPlaces(table, spatial);
  const label = metric === null ? '' : metricLabel(metric);
  return {
    places,
    table,
    placeColumns: columnsOfSpatial(spatial).map(columnLabel),
    metric: label,
    values: metric === null ? null : numbersAt(table, label, places.rows),
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

/** A column's numbers at some rows, NaN where it has none. */
export function numbersAt(table: ResultTable, name: string, rows: ArrayLike<number>): Float64Array {
  const values = findColumn(table, name)?.values ?? [];
  return Float64Array.from({ length: rows.length }, (_, at) => numberOfCell(values[rows[at]!]) ?? Number.NaN);
}

/** What each place counts for: its value, or one where nothing is measured; what has no value counts for nothing. */
export function weightsOf({ places, values }: PlaceModel): Float64Array {
  if (values === null) return new Float64Array(places.rows.length).fill(1);
  return values.map((value) => (Number.isNaN(value) ? 0 : value));
}

/** What of the rows is not on the map, and why. */
export function undrawnPlaces(
  { faults, limitReached }: { readonly faults: PlaceFaults; readonly limitReached: number | null },
  isNone: boolean,
): Undrawn | null {
  const { all, empty, unreadable, outside, large } = faults;
  const undrawn = empty + unreadable + outside;
  const values = { undrawn, all, empty, unreadable, outside };
  if (all > 0 && isNone && large === all) return tooLarge(all);
  if (all > 0 && isNone)
    return {
      isAll: true,
      title: { text: msg('No row has a place on the map') },
      text: {
        text: msg(
          'Of {{all}} rows {{empty}} are without a place, {{unreadable}} not readable, {{outside}} outside of the world. Choose other columns for the places.',
        ),
        values,
      },
    };
  if (undrawn > 0)
    return {
      isAll: false,
      title: {
        text: msg(
          '{{undrawn}} of {{all}} rows are not drawn: {{empty}} without a place, {{unreadable}} not readable, {{outside}} outside of the world.',
        ),
        values,
      },
    };
  if (limitReached === null) return null;
  return {
    isAll: false,
    title: {
      text: msg('The limit of {{limit}} rows was reached: places may be missing.'),
      values: { limit: limitReached },
    },
  };
}

const tooLarge = (all: number): Undrawn => ({
  isAll: true,
  title: { text: msg('The shapes are too large to be drawn') },
  text: {
    text: msg('{{all}} rows have shapes of more text than is read. Simplify them in the dataset, or filter the rows.'),
    values: { all },
  },
});

/** What is not drawn of a model of places. */
export function undrawnOfPlaces({ places, limitReached }: PlaceModel): Undrawn | null {
  return undrawnPlaces({ faults: places.faults, limitReached }, places.rows.length === 0);
}

export const hasNoRows = ({ table }: { readonly table: ResultTable }): boolean => table.rowCount === 0;
