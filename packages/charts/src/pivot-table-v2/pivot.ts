import {
  type ChartForm,
  columnsOf,
  findColumn,
  formatTime,
  isOn,
  labelOfCell,
  type ModelContext,
  metricsOf,
  msg,
  numberOfCell,
  textOf,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { type AggregateFunction, aggregate, isAggregateFunction, wholeOf } from './aggregates.ts';

/** One key of the rows or columns with those below it. */
export interface PivotNode {
  readonly path: readonly string[];
  readonly label: string;
  readonly value: CellValue;
  readonly isMetric: boolean;
  readonly children: readonly PivotNode[];
}

export interface PivotAxis {
  /** Names of the levels; the level of the metrics is called by none. */
  readonly levels: readonly PivotLevel[];
  readonly nodes: readonly PivotNode[];
}

export interface PivotLevel {
  readonly name: string;
  readonly label: string;
  readonly isMetric: boolean;
}

export interface PivotModel {
  readonly rows: PivotAxis;
  readonly columns: PivotAxis;
  readonly aggregateFunction: AggregateFunction;
  readonly metrics: readonly string[];
  /** The figure at a crossing of two paths; a shorter path is a subtotal, an empty one the total. */
  readonly figureAt: (row: readonly string[], column: readonly string[]) => number | string | null;
  /** Which metric a crossing shows; undefined where several are added up. */
  readonly metricAt: (row: readonly string[], column: readonly string[]) => string | undefined;
  readonly isEmpty: boolean;
  /** There are values, and none of them is a number. */
  readonly hasOnlyTexts: boolean;
}

interface Axes {
  readonly rows: readonly PivotLevel[];
  readonly columns: readonly PivotLevel[];
}

const metricLevel: PivotLevel = { name: '', label: '', isMetric: true };

/** Where keys and metrics stand: transposing swaps all, combining puts the metrics innermost. */
function axesOf(form: ChartForm, context: ModelContext): Axes {
  const toLevels = (field: string) =>
    columnsOf(form, field)
      .map(columnLabel)
      .map((name): PivotLevel => ({ name, label: context.verboseNames[name] ?? name, isMetric: false }));
  const withMetrics = (levels: readonly PivotLevel[]) =>
    isOn(form, 'combineMetric') ? [...levels, metricLevel] : [metricLevel, ...levels];
  const isOnRows = textOf(form, 'metricsLayout') === 'ROWS';
  const rows = isOnRows ? withMetrics(toLevels('groupbyRows')) : toLevels('groupbyRows');
  const columns = isOnRows ? toLevels('groupbyColumns') : withMetrics(toLevels('groupbyColumns'));
  return isOn(form, 'transposePivot') ? { rows: columns, columns: rows } : { rows, columns };
}

/** A step of a path: text by which equal keys meet, apart from how they are shown. */
const keyOf = (value: CellValue): string => `${typeof value}:${String(value)}`;
const pathKey = (row: readonly string[], column: readonly string[]) => JSON.stringify([row, column]);

/** The pivot of a long table: trees of keys, and the figure of every crossing. */
export function toModel(results: readonly ResultTable[], context: ModelContext): PivotModel {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const axes = axesOf(form, context);
  const metrics = [...new Set(metricsOf(form, 'metrics').map(metricLabel))];
  const name = isAggregateFunction(form.aggregateFunction) ? form.aggregateFunction : 'Sum';
  const cells = new Map<string, CellValue[]>();
  const trees = { rows: newTree(), columns: newTree() };
  for (const metric of metrics) {
    const values = valuesOf(table, metric);
    for (let row = 0; row < table.rowCount; row += 1) {
      const paths = {
        rows: stepsOf(table, axes.rows, { row, metric }),
        columns: stepsOf(table, axes.columns, { row, metric }),
      };
      addSteps(trees.rows, paths.rows);
      addSteps(trees.columns, paths.columns);
      collect(cells, paths, values[row] ?? null);
    }
  }
  const figureAt = figures(cells, name);
  const build = (tree: Tree, levels: readonly PivotLevel[], side: 'row' | 'column') =>
    toNodes(tree, {
      levels,
      table,
      context,
      metrics,
      order: orderOf(form, side),
      figureOf: (path) => numberOfFigure(side === 'row' ? figureAt(path, []) : figureAt([], path)),
    });
  return {
    rows: { levels: axes.rows, nodes: build(trees.rows, axes.rows, 'row') },
    columns: { levels: axes.columns, nodes: build(trees.columns, axes.columns, 'column') },
    aggregateFunction: name,
    metrics,
    figureAt,
    metricAt: metricFinder(axes, metrics),
    isEmpty: table.rowCount === 0,
    hasOnlyTexts: hasOnlyTexts(metrics.flatMap((metric) => valuesOf(table, metric))),
  };
}

function hasOnlyTexts(values: readonly CellValue[]): boolean {
  const present = values.filter((value) => value !== null);
  return present.length > 0 && present.every((value) => numberOfCell(value) === null);
}

/** A function of numbers leaves every cell of texts blank. */
export function undrawnOf(model: PivotModel): Undrawn | null {
  if (!model.hasOnlyTexts || model.figureAt([], []) !== null) return null;
  return {
    isAll: true,
    title: { text: msg('The values are text') },
    text: { text: msg('The chosen aggregation works on numbers.') },
    remedy: { label: msg('List unique values'), changes: { aggregateFunction: 'List Unique Values' } },
  };
}

interface Step {
  readonly key: string;
  readonly value: CellValue;
}

function stepsOf(
  table: ResultTable,
  levels: readonly PivotLevel[],
  at: { readonly row: number; readonly metric: string },
): readonly Step[] {
  return levels.map((level) => {
    const value = level.isMetric ? at.metric : (findColumn(table, level.name)?.values[at.row] ?? null);
    return { key: keyOf(value), value };
  });
}

interface Tree {
  readonly children: Map<string, Tree>;
  readonly value: CellValue;
}

const newTree = (value: CellValue = null): Tree => ({ children: new Map(), value });

function addSteps(tree: Tree, steps: readonly Step[]): void {
  let current = tree;
  for (const step of steps) {
    const next = current.children.get(step.key) ?? newTree(step.value);
    current.children.set(step.key, next);
    current = next;
  }
}

/** A value counts in its cell and in every subtotal and total above it. */
function collect(
  cells: Map<string, CellValue[]>,
  paths: { readonly rows: readonly Step[]; readonly columns: readonly Step[] },
  value: CellValue,
): void {
  const rowKeys = paths.rows.map((step) => step.key);
  const columnKeys = paths.columns.map((step) => step.key);
  for (let rowDepth = 0; rowDepth <= rowKeys.length; rowDepth += 1) {
    for (let columnDepth = 0; columnDepth <= columnKeys.length; columnDepth += 1) {
      const key = pathKey(rowKeys.slice(0, rowDepth), columnKeys.slice(0, columnDepth));
      const values = cells.get(key);
      if (values) values.push(value);
      else cells.set(key, [value]);
    }
  }
}

function figures(cells: ReadonlyMap<string, readonly CellValue[]>, name: AggregateFunction): PivotModel['figureAt'] {
  const whole = wholeOf(name);
  const known = new Map<string, number | string | null>();
  const plain = (row: readonly string[], column: readonly string[]) => {
    const key = pathKey(row, column);
    if (!known.has(key)) known.set(key, aggregate(name, cells.get(key) ?? []));
    return known.get(key) ?? null;
  };
  if (whole === null) return plain;
  return (row, column) => {
    const part = numberOfFigure(plain(row, column));
    const all = numberOfFigure(plain(whole === 'row' ? row : [], whole === 'column' ? column : []));
    return part === null || all === null || all === 0 ? null : part / all;
  };
}

const numberOfFigure = (figure: number | string | null): number | null => (typeof figure === 'number' ? figure : null);

function metricFinder(axes: Axes, metrics: readonly string[]): PivotModel['metricAt'] {
  const rowLevel = axes.rows.findIndex((level) => level.isMetric);
  const columnLevel = axes.columns.findIndex((level) => level.isMetric);
  return (row, column) => {
    const key = rowLevel === -1 ? column[columnLevel] : row[rowLevel];
    if (key === undefined) return metrics.length === 1 ? metrics[0] : undefined;
    return metrics.find((metric) => keyOf(metric) === key);
  };
}

type Order = 'key_a_to_z' | 'key_z_to_a' | 'value_a_to_z' | 'value_z_to_a';

function orderOf(form: ChartForm, side: 'row' | 'column'): Order {
  const value = textOf(form, side === 'row' ? 'rowOrder' : 'colOrder');
  return value === 'key_z_to_a' || value === 'value_a_to_z' || value === 'value_z_to_a' ? value : 'key_a_to_z';
}

interface NodeGiven {
  readonly levels: readonly PivotLevel[];
  readonly table: ResultTable;
  readonly context: ModelContext;
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
  return formatTime(textOf(context.form, 'date_format'), value, {
    grain: textOf(context.form, 'time_grain_sqla') || null,
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
  return [...nodes].sort(
    (a, b) => direction * (sizes ? (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0) || 0 : compareKeys(a, b)),
  );
}

function compareKeys(a: PivotNode, b: PivotNode): number {
  const [x, y] = [numberOfCell(a.value), numberOfCell(b.value)];
  if (x !== null && y !== null) return x - y;
  return a.label.localeCompare(b.label, undefined, { numeric: true });
}
