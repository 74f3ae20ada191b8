import { type DrawContext, formatMoney } from '@powerset/chart-kit';
import { type CellLooks, looksOfRules } from '../shared/cell-looks.ts';
import { formatTableNumber } from '../shared/table-numbers.ts';
import { wholeOf } from './aggregates.ts';
import { nothingFolded } from './folds.ts';
import type { PivotForm } from './form.ts';
import { type LineRules, toLines } from './lines.ts';
import type { PivotModel } from './model.ts';
import { pivotStatement } from './statement.ts';

type Figure = number | string | null;

export interface PivotOptions {
  readonly rowRules: Omit<LineRules, 'folded'>;
  readonly columnRules: Omit<LineRules, 'folded'>;
  readonly format: (figure: Figure, metric: string | undefined) => string;
  readonly groundOf: (figure: Figure, metric: string | undefined) => string | undefined;
  /** The other looks that rules give to cells of a metric. */
  readonly looksOf: (metric: string | undefined) => CellLooks | undefined;
  /** What it says above all: for whoever cannot see it. */
  readonly statement: () => string;
}

/** `rowTotals` names the totals of rows, which stand in a column of their own; `colTotals` those of columns, in a row. */
export function toOptions(model: PivotModel, context: DrawContext<PivotForm>): PivotOptions {
  const { form } = context;
  const looksOf = metricLooks(model, context);
  const format = formatOf(model, context);
  return {
    rowRules: {
      hasTotal: form.colTotals,
      hasSubtotals: form.rowSubTotals,
      isSubtotalFirst: form.rowSubtotalPosition,
    },
    columnRules: {
      hasTotal: form.rowTotals,
      hasSubtotals: form.colSubTotals,
      isSubtotalFirst: form.colSubtotalPosition,
    },
    format,
    groundOf: (figure, metric) => (typeof figure === 'number' ? looksOf(metric)?.groundOf(figure) : undefined),
    looksOf,
    statement: () => pivotStatement({ model, options: { format }, form }, context.translate),
  };
}

function formatOf(model: PivotModel, context: DrawContext<PivotForm>): PivotOptions['format'] {
  const { form, locale } = context;
  const code = form.valueFormat;
  const isFraction = wholeOf(model.aggregateFunction) !== null;
  const isCount = model.aggregateFunction.startsWith('Count');
  const currency = form.currency_format;
  return (figure, metric) => {
    if (figure === null) return '';
    if (typeof figure === 'string') return figure;
    // A format that was chosen holds for shares and counts too.
    if (code === 'SMART_NUMBER' && isFraction) return formatMoney('.1%', figure, { locale });
    if (isFraction) return formatMoney(code, figure, { locale });
    if (code === 'SMART_NUMBER' && isCount) return formatTableNumber(figure);
    if (isCount) return formatMoney(code, figure, { locale });
    if (model.aggregateFunction === 'Sample Variance') return formatMoney(code, figure, { locale });
    const saved = code === 'SMART_NUMBER' && metric !== undefined ? context.columnFormats[metric] : undefined;
    const own = metric ? (context.currencies?.[metric] ?? null) : null;
    return formatMoney(saved ?? code, figure, { currency: currency ?? own, locale });
  };
}

/** Rules colour the cells of their metric, not its totals, by how a cell stands among the cells. */
function metricLooks(model: PivotModel, context: DrawContext<PivotForm>): PivotOptions['looksOf'] {
  const rules = context.form.conditional_formatting;
  if (rules.length === 0) return () => undefined;
  const none = { hasTotal: false, hasSubtotals: false, isSubtotalFirst: false, folded: nothingFolded };
  const rows = toLines(model.rows, none);
  const columns = toLines(model.columns, none);
  const numbersOf = (metric: string) =>
    rows.flatMap((row) =>
      columns
        .filter((column) => model.metricAt(row.path, column.path) === metric)
        .map((column) => model.figureAt(row.path, column.path))
        .map((figure) => (typeof figure === 'number' ? figure : null)),
    );
  const looks = new Map(
    model.metrics.flatMap((metric) => {
      const own = rules.filter((rule) => rule.column === metric);
      return own.length === 0 ? [] : [[metric, looksOfRules(own, numbersOf(metric), context.theme)] as const];
    }),
  );
  return (metric) => (metric === undefined ? undefined : looks.get(metric));
}
