import type { DrawContext, DrawnCells } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { TableColumn, TableModel } from './table-columns.ts';
import { narrowedRows } from './table-filters.ts';
import type { TableForm } from './table-form.ts';
import { inOrder, readLayout } from './table-layout.ts';
import { toOptions } from './table-options.ts';
import { orderedRows } from './table-order.ts';
import { ownStateOf } from './table-query.ts';

/** A table as its reader left it: the rows that were searched for, in their order, under the columns in theirs. Values are not formatted. */
export function toCells(model: TableModel, context: DrawContext<TableForm>): DrawnCells {
  const { form } = context;
  const { columns, hasSearch, serverPage } = toOptions(model, context);
  const asked = ownStateOf(form);
  const drawn = inOrder(columns, readLayout(form.own_state.layout).order);
  const ordered = orderedRows(model, serverPage ? [] : asked.sortBy);
  const given = { search: hasSearch ? asked.searchText : '', filters: asked.columnFilters };
  const rows = serverPage ? ordered : narrowedRows(ordered, drawn, given);
  const totals = drawn.map(({ column }) => plainValue(column.total, column));
  return [
    drawn.map(({ column }) => column.label),
    ...rows.map((row) => drawn.map(({ column }) => plainValue(column.values[row] ?? null, column))),
    ...(model.hasTotals ? [totals] : []),
  ];
}

/** Moments are written as the server's files have them. */
function plainValue(value: CellValue, { type }: TableColumn): string | number | null {
  if (type === 'temporal' && typeof value === 'number')
    return new Date(value)
      .toISOString()
      .replace('T', ' ')
      .replace(/(?: 00:00:00)?\.000Z$|Z$/, '');
  return typeof value === 'number' || value === null ? value : String(value);
}
