import type { CellValue } from '@powerset/contract';
import { type AggregateFunction, aggregate, wholeOf } from './aggregates.ts';
import { anyKey, keyOf } from './keys.ts';
import type { PivotLevel, PivotModel } from './model.ts';
import type { FindTotal } from './totals.ts';

type Path = readonly string[];

export interface Axes {
  readonly rows: readonly PivotLevel[];
  readonly columns: readonly PivotLevel[];
}

/** What a figure is made of: the cells of its crossing, or the database's own total. */
export interface FigureSources {
  readonly axes: Axes;
  readonly metrics: readonly string[];
  readonly name: AggregateFunction;
  readonly cells: Cells;
  readonly findTotal: FindTotal | null;
  /** Metrics whose groups add up, where the server said so. */
  readonly summable: readonly string[];
}

/** A number for each path, whichever array says it: what crossings are kept by. */
export class PathIds {
  private readonly ofArrays = new WeakMap<Path, number>();
  private readonly ofTexts = new Map<string, number>();

  of(path: Path): number {
    const known = this.ofArrays.get(path);
    if (known !== undefined) return known;
    const text = JSON.stringify(path);
    const id = this.ofTexts.get(text) ?? this.ofTexts.size;
    this.ofTexts.set(text, id);
    this.ofArrays.set(path, id);
    return id;
  }
}

/** More paths than any answer holds; two ids below it make one exact number. */
const mostPaths = 2 ** 26;

/** The values of each crossing, by the paths of its row and its column. */
export class Cells {
  private readonly values = new Map<number, CellValue[]>();
  private readonly ids = new PathIds();

  idsOf(paths: readonly Path[]): readonly number[] {
    return paths.map((path) => this.ids.of(path));
  }

  crossing(row: Path, column: Path): number {
    return this.ids.of(row) * mostPaths + this.ids.of(column);
  }

  /** A value counts in its cell and in every subtotal and total above it. */
  collect(rows: readonly number[], columns: readonly number[], value: CellValue): void {
    for (const row of rows) {
      for (const column of columns) {
        const key = row * mostPaths + column;
        const found = this.values.get(key);
        if (found) found.push(value);
        else this.values.set(key, [value]);
      }
    }
  }

  at(row: Path, column: Path): readonly CellValue[] {
    return this.values.get(this.crossing(row, column)) ?? [];
  }
}

/** Where a value counts: at its key, at each of those above, and in the total of its metric. */
export function pathsAbove(levels: readonly PivotLevel[], path: Path): readonly Path[] {
  const metricAt = levels.findIndex((level) => level.isMetric);
  const prefixes = [...path.keys(), path.length].map((depth) => path.slice(0, depth));
  if (metricAt <= 0) return prefixes;
  return [...prefixes, ...prefixes.slice(0, metricAt).map((above) => toMetric(above, metricAt, path[metricAt]!))];
}

/** The way from a key to a metric below it, whatever stands between. */
export function toMetric(path: Path, metricAt: number, metric: string): Path {
  return [...path, ...Array.from({ length: metricAt - path.length }, () => anyKey), metric];
}

/** Figures of several metrics have neither sum nor mean: a total is about one of them. */
export const splitsTotals = (metrics: readonly string[]): boolean => metrics.length > 1;

/** The figure at a crossing of two paths. */
export function figuresOf(given: FigureSources): PivotModel['figureAt'] {
  const { name } = given;
  const whole = wholeOf(name);
  const known = new Map<number, number | string | null>();
  const metricAt = metricFinder(given.axes, given.metrics);
  const plain = (row: Path, column: Path) => {
    const key = given.cells.crossing(row, column);
    const found = known.get(key);
    if (found !== undefined) return found;
    const figure = plainFigure(given, { row, column, metric: metricAt(row, column) });
    known.set(key, figure);
    return figure;
  };
  if (whole === null) return plain;
  return (row, column) => {
    const part = numberOfFigure(plain(row, column));
    const wholeRow = whole === 'row' ? row : wholeOfMetric(given.axes.rows, row);
    const wholeColumn = whole === 'column' ? column : wholeOfMetric(given.axes.columns, column);
    const all = numberOfFigure(plain(wholeRow, wholeColumn));
    return part === null || all === null || all === 0 ? null : part / all;
  };
}

/** All keys of an axis at once; of several metrics, the one that the path is about. */
function wholeOfMetric(levels: readonly PivotLevel[], path: Path): Path {
  const metricAt = levels.findIndex((level) => level.isMetric);
  const metric = path[metricAt];
  return metric === undefined ? [] : toMetric([], metricAt, metric);
}

export const numberOfFigure = (figure: number | string | null): number | null =>
  typeof figure === 'number' ? figure : null;

interface Crossing {
  readonly row: Path;
  readonly column: Path;
  readonly metric: string | undefined;
}

function plainFigure(given: FigureSources, { row, column, metric }: Crossing): number | string | null {
  const { axes, metrics, name, cells, findTotal, summable } = given;
  if (metric === undefined && splitsTotals(metrics)) return null;
  const isTrue = metric !== undefined && (name === 'Sum' || (name.startsWith('Sum') && summable.includes(metric)));
  if (!findTotal || !isTrue) return aggregate(name, cells.at(row, column));
  const fixed = new Map([...fixedKeys(axes.rows, row), ...fixedKeys(axes.columns, column)]);
  if (fixed.size === dimensionCount(axes)) return aggregate(name, cells.at(row, column));
  return isCrossed(axes, row, column) ? (findTotal(fixed, metric) ?? null) : null;
}

function fixedKeys(levels: readonly PivotLevel[], path: Path): readonly (readonly [string, string])[] {
  return path.flatMap((key, at) => {
    const level = levels[at];
    return !level || level.isMetric || key === anyKey ? [] : [[level.name, key] as const];
  });
}

/** A dimension of rows and columns at once crosses itself at one value only. */
function isCrossed({ rows, columns }: Axes, row: Path, column: Path): boolean {
  const ofRow = new Map(fixedKeys(rows, row));
  return fixedKeys(columns, column).every(([name, key]) => (ofRow.get(name) ?? key) === key);
}

const dimensionCount = ({ rows, columns }: Axes) =>
  new Set([...rows, ...columns].filter((level) => !level.isMetric).map((level) => level.name)).size;

/** Which metric a crossing is about; undefined where several meet. */
export function metricFinder(axes: Axes, metrics: readonly string[]): PivotModel['metricAt'] {
  const rowLevel = axes.rows.findIndex((level) => level.isMetric);
  const columnLevel = axes.columns.findIndex((level) => level.isMetric);
  const byKey = new Map(metrics.map((metric) => [keyOf(metric), metric]));
  return (row, column) => {
    const key = rowLevel === -1 ? column[columnLevel] : row[rowLevel];
    if (key === undefined) return metrics.length === 1 ? metrics[0] : undefined;
    return byKey.get(key);
  };
}

/** By what the keys of an axis are ordered: their totals, of the first metric where there are several. */
export function sizesOf(given: FigureSources, figureAt: PivotModel['figureAt'], side: 'row' | 'column') {
  const { axes, metrics } = given;
  const complete = (levels: readonly PivotLevel[], path: Path): Path => {
    const metricAt = levels.findIndex((level) => level.isMetric);
    const isOpen = splitsTotals(metrics) && metricAt >= path.length;
    return isOpen ? toMetric(path, metricAt, keyOf(metrics[0]!)) : path;
  };
  return (path: Path): number | null => {
    const row = complete(axes.rows, side === 'row' ? path : []);
    const column = complete(axes.columns, side === 'column' ? path : []);
    return numberOfFigure(figureAt(row, column));
  };
}
