import { type CrossFilterSelection, findColumn } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { type Cells, labelOfCellAt, toCellOptions } from './cell-picture.ts';
import type { MapMark } from './map-picture.ts';
import type { PlaceModel } from './place-model.ts';

/** A condition of more values than these is none that anybody reads. */
const mostValues = 500;

/**
 * What a cell stands for as a filter: the values of its places. Two columns are filtered apart, which may take places in that lie outside;
 * a cell of which that is so stands for nothing.
 */
export function selectionOfCell(model: PlaceModel, cells: Cells, cell: number): CrossFilterSelection | null {
  const { members, starts } = cells.bins;
  const own = members.subarray(starts[cell]!, starts[cell + 1]!);
  if (own.length === 0) return null;
  const columns = model.placeColumns.map((name) => findColumn(model.table, name)?.values ?? []);
  const sets = columns.map(
    (values) => new Set<CellValue>(Array.from(own, (place) => values[model.places.rows[place]!] ?? null)),
  );
  if (sets.some(({ size }) => size > mostValues)) return null;
  const found = model.places.rows.reduce(
    (count, row) => (columns.every((values, at) => sets[at]!.has(values[row] ?? null)) ? count + 1 : count),
    0,
  );
  if (found > own.length) return null;
  return {
    filters: model.placeColumns.map((column, at) => ({ column, op: 'IN' as const, values: [...sets[at]!] })),
    selectedLabels: [labelOfCellAt(cells, cell)],
  };
}

/** A map of cells, each of which can be chosen. */
export function toCellMap(...given: Parameters<typeof toCellOptions>) {
  const options = toCellOptions(...given);
  return { ...options, selectionOf: ({ index }: MapMark) => selectionOfCell(given[0], options.cells, index) };
}
