import {
  findColumn,
  formatTime,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type QueryColumn, type ResultTable } from '@powerset/contract';
import {
  type Axes,
  Cells,
  type FigureSources,
  figuresOf,
  metricFinder,
  pathsAbove,
  sizesOf,
  splitsTotals,
} from './figures.ts';
import type { PivotForm } from './form.ts';
import { keyOf } from './keys.ts';
import type { PivotAxis, PivotLevel, PivotModel, PivotNode } from './model.ts';
import { dimensionsOf, totalsReader } from './totals.ts';

const metricLevel: PivotLevel = { name: '', label: '', isMetric: true };

/** Where keys and metrics stand: transposing swaps all, combining puts the metrics innermost. */
function axesOf(form: PivotForm, context: ModelContext<PivotForm>): Axes {
  const toLevels = (keys: readonly QueryColumn[]) =>
    keys
      .map(columnLabel)
      .map((name): PivotLevel => ({ name, label: context.verboseNames[name] ?? name, isMetric: false }));
  const withMetrics = (levels: readonly PivotLevel[]) =>
    form.combineMetric ? [...levels, metricLevel] : [metricLevel, ...levels];
  const isOnRows = form.metricsLayout === 'ROWS';
  const rows = isOnRows ? withMetrics(toLevels(form.groupbyRows)) : toLevels(form.groupbyRows);
  const columns = isOnRows ? toLevels(form.groupbyColumns) : withMetrics(toLevels(form.groupbyColumns));
  return form.transposePivot ? { rows: columns, columns: rows } : { rows, columns };
}

/** The pivot of a long table: trees of keys, and the figure of every crossing. */
export function toModel(results: readonly ResultTable[], context: ModelContext<PivotForm>): PivotModel {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const axes = axesOf(form, context);
  const metrics = [...new Set(form.metrics.map(metricLabel))];
  const name = form.aggregateFunction;
  const cells = new Cells();
  const trees = { rows: newTree(), columns: newTree() };
  for (const metric of metrics) {
    const values = valuesOf(table, metric);
    const rowAt = leafFinder(table, { levels: axes.rows, metric, tree: trees.rows, cells });
    const columnAt = leafFinder(table, { levels: axes.columns, metric, tree: trees.columns, cells });
    for (let row = 0; row < table.rowCount; row += 1) cells.collect(rowAt(row), columnAt(row), values[row] ?? null);
  }
  const [answer, totalsAnswer] = context.answers ?? [];
  const findTotal = totalsReader(results[1], dimensionsOf(form));
  const sources: FigureSources = { axes, metrics, name, cells, findTotal, summable: answer?.summable ?? [] };
  const figureAt = figuresOf(sources);
  const toAxis = (tree: Tree, levels: readonly PivotLevel[], side: 'row' | 'column'): PivotAxis => ({
    levels,
    nodes: toNodes(tree, {
      levels,
      table,
      context,
      metrics,
      order: side === 'row' ? form.rowOrder : form.colOrder,
      figureOf: sizesOf(sources, figureAt, side),
    }),
    split: splitOf(sources, levels, context),
  });
  return {
    rows: toAxis(trees.rows, axes.rows, 'row'),
    columns: toAxis(trees.columns, axes.columns, 'column'),
    aggregateFunction: name,
    metrics,
    figureAt,
    metricAt: metricFinder(axes, metrics),
    isEmpty: table.rowCount === 0,
    hasOnlyTexts: hasOnlyTexts(metrics.flatMap((metric) => valuesOf(table, metric))),
    limitReached: answer?.limitReached ?? null,
    totalsLimit: totalsAnswer?.limitReached ?? null,
  };
}

function splitOf({ metrics }: FigureSources, levels: readonly PivotLevel[], context: ModelContext<PivotForm>) {
  const level = levels.findIndex((one) => one.isMetric);
  if (level === -1 || !splitsTotals(metrics)) return null;
  return {
    level,
    metrics: metrics.map((metric) => ({ key: keyOf(metric), label: context.verboseNames[metric] ?? metric })),
  };
}

function hasOnlyTexts(values: readonly CellValue[]): boolean {
  const present = values.filter((value) => value !== null);
  return present.length > 0 && present.every((value) => numberOfCell(value) === null);
}

/** A function of numbers leaves every cell of texts blank. */
export function undrawnOf(model: PivotModel, form: PivotForm): Undrawn | null {
  if (!model.hasOnlyTexts || model.figureAt([], []) !== null) return missingCells(model, form);
  return {
    isAll: true,
    title: { text: msg('The values are text') },
    text: { text: msg('The chosen aggregation works on numbers.') },
    remedy: { label: msg('List unique values'), changes: { aggregateFunction: 'List Unique Values' } },
  };
}

function missingCells({ limitReached, totalsLimit }: PivotModel, form: PivotForm): Undrawn | null {
  const hasTotals = form.rowTotals || form.colTotals || form.rowSubTotals || form.colSubTotals;
  const values = { limit: limitReached };
  if (limitReached === null) return null;
  const cut = hasTotals
    ? msg('The limit of {{limit}} cells was reached: cells are missing. Totals count all of them.')
    : msg('The limit of {{limit}} cells was reached: cells are missing.');
  const cutTwice = msg('The limit of {{limit}} cells was reached: cells and some totals are missing.');
  return { isAll: false, title: { text: hasTotals && totalsLimit !== null ? cutTwice : cut, values } };
}

interface Tree {
  readonly children: Map<string, Tree>;
  readonly value: CellValue;
  /** Of a leaf: its path and those in which its values count too. */
  ids?: readonly number[];
}

const newTree = (value: CellValue = null): Tree => ({ children: new Map(), value });

interface LeafGiven {
  readonly levels: readonly PivotLevel[];
  readonly metric: string;
  readonly tree: Tree;
  readonly cells: Cells;
}

/** The paths in which a row of the answer counts; the tree grows where it is the first of its keys. */
function leafFinder(table: ResultTable, { levels, metric, tree, cells }: LeafGiven) {
  const steps = levels.map((level) => (level.isMetric ? () => metric : valueReader(table, level.name)));
  const textOf = keyTexts();
  return (row: number): readonly number[] => {
    let current = tree;
    for (const step of steps) {
      const value = step(row);
      const key = textOf(value);
      let next = current.children.get(key);
      if (!next) {
        next = newTree(value);
        current.children.set(key, next);
      }
      current = next;
    }
    current.ids ??= cells.idsOf(
      pathsAbove(
        levels,
        steps.map((step) => textOf(step(row))),
      ),
    );
    return current.ids;
  };
}

function valueReader(table: ResultTable, name: string): (row: number) => CellValue {
  const values = findColumn(table, name)?.values ?? [];
  return (row) => values[row] ?? null;
}

/** Keys of values, each made once. */
function keyTexts(): (value: CellValue) => string {
  const known = new Map<CellValue, string>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const text = keyOf(value);
    known.set(value, text);
    return text;
  };
}

type Order = PivotForm['rowOrder'];

interface NodeGiven {
  readonly levels: readonly PivotLevel[];
  readonly table: ResultTable;
  readonly context: ModelContext<PivotForm>;
  readonly metrics: readonly string[];
  readonly order: Order;
  readonly figureOf: (path: readonly string[]) => number | null;
}

function toNodes(tree: Tree, given: NodeGiven, parent: readonly string[] = []): readonly PivotNode[] {
  const level = given.levels[parent.length];
  if (!level) return [];
  const nodes = [...tree.children].map(([key, child]): PivotNode => {
    const path = [...parent, key];
    return {
      path,
      value: child.value,
      isMetric: level.isMetric,
      label: labelOf(child.value, level, given),
      children: toNodes(child, given, path),
    };
  });
  return sortNodes(nodes, level, given);
}

function labelOf(value: CellValue, level: PivotLevel, { table, context }: NodeGiven): string {
  if (level.isMetric) return context.verboseNames[String(value)] ?? String(value);
  const column = findColumn(table, level.name);
  if (column?.type !== 'temporal' || typeof value !== 'number') return labelOfCell(value);
  return formatTime(context.form.date_format, value, {
    grain: context.form.time_grain_sqla,
    locale: context.locale,
  });
}

/** Metrics keep the order in which they were chosen. */
function sortNodes(nodes: readonly PivotNode[], level: PivotLevel, given: NodeGiven): readonly PivotNode[] {
  if (level.isMetric)
    return [...nodes].sort((a, b) => given.metrics.indexOf(String(a.value)) - given.metrics.indexOf(String(b.value)));
  const isByValue = given.order.startsWith('value');
  const direction = given.order.endsWith('z_to_a') ? -1 : 1;
  const sizes = isByValue
    ? new Map(nodes.map((node) => [node, given.figureOf(node.path) ?? Number.NEGATIVE_INFINITY]))
    : null;
  const texts = new Intl.Collator(undefined, { numeric: true });
  const compareKeys = (a: PivotNode, b: PivotNode) => {
    const [x, y] = [numberOfCell(a.value), numberOfCell(b.value)];
    return x !== null && y !== null ? x - y : texts.compare(a.label, b.label);
  };
  return [...nodes].sort(
    (a, b) => direction * (sizes ? (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0) || 0 : compareKeys(a, b)),
  );
}
