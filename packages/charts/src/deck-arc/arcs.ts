import { findColumn, labelOfCell, type ModelContext } from '@powerset/chart-kit';
import { columnLabel, type ResultTable } from '@powerset/contract';
import { type Bounds, boundsOf, joinBounds } from '../shared/maps/mercator.ts';
import { columnsOfSpatial, type PlaceFaults, type Places, readPlaces } from '../shared/maps/places.ts';
import type { ArcForm } from './form.ts';

export interface Arcs {
  readonly table: ResultTable;
  readonly sources: Float64Array;
  readonly targets: Float64Array;
  readonly rows: Uint32Array;
  readonly bounds: Bounds | null;
  readonly faults: PlaceFaults;
  readonly placeColumns: readonly string[];
  readonly dimension: string | null;
  readonly categories: readonly string[];
  readonly categoryOf: Uint32Array;
  readonly limitReached: number | null;
}

/** Rows to arcs: those of which both ends have a place. */
export function toModel(results: readonly ResultTable[], { form, answers }: ModelContext<ArcForm>): Arcs {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const [start, end] = [readPlaces(table, form.start_spatial), readPlaces(table, form.end_spatial)];
  const ends = pairEnds(start, end);
  const isByCategory = form.dimension !== null && form.color_scheme_type === 'categorical_palette';
  const dimension = isByCategory && form.dimension ? columnLabel(form.dimension) : null;
  return {
    table,
    ...ends,
    bounds: joinBounds(boundsOf(ends.sources), boundsOf(ends.targets)),
    faults: worseFaults(start.faults, end.faults, table.rowCount - ends.rows.length),
    placeColumns: [form.start_spatial, form.end_spatial].flatMap(columnsOfSpatial).map(columnLabel),
    dimension,
    ...categoriesOf(table, dimension, ends.rows),
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

/** Both lists go up by row: the rows that are in both. */
function pairEnds(start: Places, end: Places) {
  const rows: number[] = [];
  const [sources, targets]: [number[], number[]] = [[], []];
  let at = 0;
  start.rows.forEach((row, index) => {
    while (at < end.rows.length && end.rows[at]! < row) at += 1;
    if (end.rows[at] !== row) return;
    rows.push(row);
    sources.push(start.positions[index * 2]!, start.positions[index * 2 + 1]!);
    targets.push(end.positions[at * 2]!, end.positions[at * 2 + 1]!);
  });
  return { rows: Uint32Array.from(rows), sources: Float64Array.from(sources), targets: Float64Array.from(targets) };
}

/** An arc fails by its worse end; one whose ends fail in two ways counts once. */
function worseFaults(one: PlaceFaults, other: PlaceFaults, undrawn: number): PlaceFaults {
  const unreadable = Math.min(undrawn, Math.max(one.unreadable, other.unreadable));
  const outside = Math.min(undrawn - unreadable, Math.max(one.outside, other.outside));
  return { all: one.all, unreadable, outside, empty: undrawn - unreadable - outside };
}

function categoriesOf(table: ResultTable, dimension: string | null, rows: Uint32Array) {
  const column = dimension === null ? undefined : findColumn(table, dimension);
  const numbers = new Map<string, number>();
  const categoryOf = rows.map((row) => {
    if (!column) return 0;
    const name = labelOfCell(column.values[row], column);
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  });
  return { categories: [...numbers.keys()], categoryOf };
}
