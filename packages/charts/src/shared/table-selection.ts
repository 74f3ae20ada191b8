import { type CrossFilterSelection, labelOfCell, temporalRangeOf } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { type MarkFilter, timeFilter, valueFilter } from './mark-facts.ts';
import { toSelection } from './series-selection.ts';
import type { TableColumn } from './table-columns.ts';
import type { TableForm } from './table-form.ts';
import type { DrawnColumn } from './table-options.ts';

/** A click on a dimension's value filters by it; on the same value again, no more. */
export function selectionOfCell(given: {
  readonly column: TableColumn;
  readonly value: CellValue;
  readonly selectedLabels: readonly string[];
  readonly form: Pick<TableForm, 'time_grain_sqla'>;
}): CrossFilterSelection | null {
  const { column, value, selectedLabels, form } = given;
  const label = labelOfCell(value, column);
  if (selectedLabels.includes(label)) return null;
  if (column.type !== 'temporal' || typeof value !== 'number') return toSelection([[column.name, value]], label);
  const range = temporalRangeOf(value, form.time_grain_sqla);
  return {
    filters: [{ column: column.name, op: 'TEMPORAL_RANGE' as const, values: [range] }],
    selectedLabels: [label],
  };
}

type Grained = Pick<TableForm, 'time_grain_sqla'>;

interface CellsGiven {
  readonly columns: readonly DrawnColumn[];
  readonly form: Grained;
  readonly othersRow: number;
}

/** The cell under the pointer. */
export function askedCell(target: Element, given: CellsGiven) {
  const cell = target.closest('td');
  const row = Number(cell?.closest('tr')?.dataset.row ?? Number.NaN);
  return askedAt({ row, column: cell?.cellIndex ?? -1 }, given);
}

/** What a cell says of the rows behind it: all dimensions of its row, of raw rows its own value. */
export function askedAt(
  at: { readonly row: number; readonly column: number },
  { columns, form, othersRow }: CellsGiven,
) {
  const { row } = at;
  const drawn = columns[at.column];
  if (!drawn || !Number.isInteger(row) || row === othersRow) return null;
  const value = drawn.column.values[row] ?? null;
  const dimensions = columns.filter(({ column }) => column.kind === 'dimension');
  const own = drawn.column.kind === 'plain' ? [drawn] : [];
  const filters = [...dimensions, ...own].map((one) => filterOf(one, row, form));
  const text = drawn.format(value, row);
  const isDimension = drawn.column.kind === 'dimension';
  return {
    selection: isDimension ? selectionOfCell({ column: drawn.column, value, selectedLabels: [], form }) : null,
    mark: { label: filters.map(({ label }) => label).join(', ') || text, filters, value: text },
  };
}

function filterOf({ column, format }: DrawnColumn, row: number, form: Grained): MarkFilter {
  const value = column.values[row] ?? null;
  const label = format(value) || labelOfCell(value, column);
  const grain = column.kind === 'dimension' ? form.time_grain_sqla : null;
  return column.type === 'temporal' && typeof value === 'number'
    ? timeFilter(column.name, value, { grain, label })
    : valueFilter(column.name, value, label);
}
