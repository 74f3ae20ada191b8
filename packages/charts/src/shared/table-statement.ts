import { defaultTranslate, msg, numberOfCell } from '@powerset/chart-kit';
import { isShownAsRank } from './main-statement.ts';
import type { TableModel } from './table-columns.ts';
import type { TableForm } from './table-form.ts';
import type { DrawnColumn, TableOptions } from './table-options.ts';

type Given = {
  readonly model: Pick<TableModel, 'rowCount' | 'limitReached' | 'othersRow'>;
  readonly options: Pick<TableOptions, 'columns' | 'serverPage'>;
  readonly form: Pick<TableForm, 'table_calculations'>;
};

/** What a table says above all: where its first measure is largest; of plain rows, how many there are. */
export function tableStatement({ model, options, form }: Given, translate = defaultTranslate): string {
  const names = options.columns.filter(({ column }) => column.kind === 'dimension');
  const measure = options.columns.find(
    ({ column }) => column.kind === 'metric' && column.type === 'number' && !isShownAsRank(form, column.name),
  );
  const row = measure && largestRow(measure, model.othersRow);
  if (!measure || row === undefined || names.length === 0)
    return translate(msg('{{rows}} rows, {{columns}} columns.'), {
      rows: model.rowCount,
      columns: options.columns.length,
    });
  const values = {
    label: names.map(({ format, column }) => format(column.values[row] ?? null, row)).join(', '),
    name: measure.column.label,
    value: measure.format(measure.column.values[row] ?? null, row),
    count: model.rowCount,
  };
  const now = measure.period;
  const earlier = options.columns.find(({ column }) => column.kind === 'earlier')?.period;
  const days = now && earlier ? ` ${translate(msg('{{now}} to {{earlier}}'), { now, earlier })}.` : '';
  const isPart = model.limitReached !== null || model.othersRow !== -1 || options.serverPage !== null;
  const text = isPart
    ? msg('{{name}}: {{label}} is the largest shown with {{value}}.')
    : msg('{{name}}: {{label}} is the largest of {{count}} with {{value}}.');
  return translate(text, values) + days;
}

function largestRow({ column }: DrawnColumn, othersRow: number): number | undefined {
  let best: number | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < column.values.length; row += 1) {
    const value = numberOfCell(column.values[row]);
    if (value === null || value <= most || row === othersRow) continue;
    most = value;
    best = row;
  }
  return best;
}
