import type { DrawnCells, Translate } from '@powerset/chart-kit';
import { nothingFolded } from './folds.ts';
import type { PivotForm } from './form.ts';
import { type PivotLine, toLines } from './lines.ts';
import type { PivotModel } from './model.ts';

/** The pivot as rows of cells, all keys unfolded and said in each row; figures are not formatted, so that they can be added up. */
export function toCells(model: PivotModel, form: PivotForm, translate: Translate): DrawnCells {
  const rows = toLines(model.rows, {
    hasTotal: form.colTotals,
    hasSubtotals: form.rowSubTotals,
    isSubtotalFirst: form.rowSubtotalPosition,
    folded: nothingFolded,
  });
  const columns = toLines(model.columns, {
    hasTotal: form.rowTotals,
    hasSubtotals: form.colSubTotals,
    isSubtotalFirst: form.colSubtotalPosition,
    folded: nothingFolded,
  });
  const levels = model.rows.levels;
  const names = levels.map(({ label, isMetric }) => (isMetric ? translate('Metric') : label));
  return [
    [...names, ...columns.map((column) => wordsOf(column, translate).join(' '))],
    ...rows.map((row) => {
      const words = wordsOf(row, translate);
      return [
        ...levels.map((_, level) => words[level] ?? ''),
        ...columns.map((column) => model.figureAt(row.path, column.path)),
      ];
    }),
  ];
}

/** The keys of a line, and what it sums up. */
function wordsOf({ kind, nodes, metric }: PivotLine, translate: Translate): readonly string[] {
  const labels = nodes.map(({ label }) => label);
  if (kind === 'leaf') return labels;
  // Without keys the line is the figures themselves.
  const sum = kind === 'total' ? translate('Total') : translate('Subtotal');
  return [...labels, metric === undefined ? sum : `${sum}: ${metric}`];
}
