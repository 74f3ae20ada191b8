import { defaultTranslate, msg } from '@powerset/chart-kit';
import { isShownAsRank } from '../shared/main-statement.ts';
import { nothingFolded } from './folds.ts';
import type { PivotForm } from './form.ts';
import { type PivotLine, selectionLabelOf, toLines } from './lines.ts';
import type { PivotModel } from './model.ts';

/** So many cells are looked through in less than a moment. */
const mostCells = 2500;
const leaves = { hasTotal: false, hasSubtotals: false, isSubtotalFirst: false, folded: nothingFolded };

interface Given {
  readonly model: PivotModel;
  readonly options: { readonly format: (figure: number, metric: string | undefined) => string };
  readonly form: Pick<PivotForm, 'table_calculations'>;
}

/** What a pivot says above all: which cell of its first metric is largest; of very many cells, how many there are. */
export function pivotStatement({ model, options, form }: Given, translate = defaultTranslate): string {
  const [rows, columns] = [toLines(model.rows, leaves), toLines(model.columns, leaves)];
  const metric = model.metrics[0] ?? '';
  const best =
    rows.length * columns.length > mostCells || isShownAsRank(form, metric) ? null : largestCell(model, rows, columns);
  if (!best)
    return translate(msg('{{rows}} rows, {{columns}} columns.'), { rows: rows.length, columns: columns.length });
  const label = [best.row, best.column].map((line) => selectionLabelOf(line.nodes)).filter((text) => text !== '');
  const values = { label: label.join(', '), value: options.format(best.figure, metric) };
  return label.length === 0
    ? values.value
    : translate(msg('Largest is {{value}}: {{name}}.'), { ...values, name: values.label });
}

interface Cell {
  readonly figure: number;
  readonly row: PivotLine;
  readonly column: PivotLine;
}

function largestCell(model: PivotModel, rows: readonly PivotLine[], columns: readonly PivotLine[]): Cell | null {
  let best: Cell | null = null;
  for (const row of rows)
    for (const column of columns) {
      if (model.metricAt(row.path, column.path) !== model.metrics[0]) continue;
      const figure = model.figureAt(row.path, column.path);
      if (typeof figure === 'number' && (best === null || figure > best.figure)) best = { figure, row, column };
    }
  return best;
}
