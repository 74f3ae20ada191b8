import { type DrawContext, type DrawnCells, defaultTranslate, isRecord, type Translate } from '@powerset/chart-kit';
import { type CopiedCells, copiedRowCount } from '../shared/copied-cells.ts';
import { nothingFolded } from './folds.ts';
import type { PivotForm } from './form.ts';
import { type PivotLine, toLines } from './lines.ts';
import type { PivotModel } from './model.ts';
import type { PivotLines } from './pivot-props.ts';
import { readSort, sortedRows } from './sorted-axis.ts';

/** The pivot as rows of cells in the reader's order, all keys unfolded and said in each row; figures are not formatted, so that they can be added up. */
export function toCells(model: PivotModel, { form, translate = defaultTranslate }: DrawContext<PivotForm>): DrawnCells {
  const kept = isRecord(form.own_state.pivot) ? form.own_state.pivot : {};
  const rows = toLines(sortedRows(model, readSort(kept.sort)), {
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
  const { names, keysOf, headOf } = writerOf(model, translate);
  return [
    [...names, ...columns.map(headOf)],
    ...rows.map((row) => [...keysOf(row), ...columns.map((column) => model.figureAt(row.path, column.path))]),
  ];
}

/** What is shown of a pivot, folded as it is, as columns of cells. */
export function copiedPivot(model: PivotModel, { rows, columns }: PivotLines, translate: Translate) {
  const { names, keysOf, headOf } = writerOf(model, translate);
  const copied = rows.slice(0, copiedRowCount(rows.length, names.length + columns.length));
  const keys = copied.map(keysOf);
  return [
    ...names.map(
      (name, level): CopiedCells => ({
        name,
        type: 'string',
        values: keys.map((words) => words[level] ?? ''),
      }),
    ),
    ...columns.map((column): CopiedCells => {
      const values = copied.map((row) => model.figureAt(row.path, column.path));
      return {
        name: headOf(column),
        type: values.some((value) => typeof value === 'string') ? 'string' : 'number',
        values,
      };
    }),
  ];
}

function writerOf({ rows: { levels } }: PivotModel, translate: Translate) {
  return {
    names: levels.map(({ label, isMetric }) => (isMetric ? translate('Metric') : label)),
    keysOf: (row: PivotLine) => {
      const words = wordsOf(row, translate);
      return levels.map((_, level) => words[level] ?? '');
    },
    headOf: (column: PivotLine) => wordsOf(column, translate).join(' '),
  };
}

/** The keys of a line, and what it sums up. */
function wordsOf({ kind, nodes, metric }: PivotLine, translate: Translate): readonly string[] {
  const labels = nodes.map(({ label }) => label);
  if (kind === 'leaf') return labels;
  // Without keys the line is the figures themselves.
  const sum = kind === 'total' ? translate('Total') : translate('Subtotal');
  return [...labels, metric === undefined ? sum : `${sum}: ${metric}`];
}
