import { type CrossFilterSelection, labelOfCell, temporalRangeOf } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { toSelection } from './series-selection.ts';
import type { TableColumn } from './table-columns.ts';
import type { TableForm } from './table-form.ts';

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
