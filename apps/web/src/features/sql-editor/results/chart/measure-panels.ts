import { splitSeriesLabel } from '@powerset/chart-kit';
import type { ResultChart, ResultTable } from '@powerset/contract';

/** A figure that reaches less than this part of another's height is a line on the ground of its axis. */
const smallestPart = 1 / 10;

const sharesAxis: ReadonlySet<ResultChart['type']> = new Set([
  'echarts_timeseries_bar',
  'echarts_timeseries_line',
  'echarts_area',
]);

/** A chart's figures that can be read on one axis, with the columns that hold them. */
export interface MeasurePanel {
  readonly chart: ResultChart;
  readonly table: ResultTable;
}

/** Figures of far sizes stand in panels of their own, each on its own scale: on one axis the smaller would vanish. */
export function splitBySize(chart: ResultChart, table: ResultTable): readonly MeasurePanel[] {
  const { y } = chart;
  if (!sharesAxis.has(chart.type) || y.length < 2) return [{ chart, table }];
  const sizes = y.map((figure) => sizeOf(figure, table));
  const panels: { figures: ResultChart['y']; most: number; least: number }[] = [];
  for (const [index, figure] of y.entries()) {
    const size = sizes[index] ?? 0;
    const panel = panels.find(
      ({ most, least }) => size === 0 || most === 0 || fits(Math.max(most, size), Math.min(least, size)),
    );
    if (!panel) panels.push({ figures: [figure], most: size, least: size || Number.POSITIVE_INFINITY });
    else {
      panel.figures.push(figure);
      panel.most = Math.max(panel.most, size);
      panel.least = size === 0 ? panel.least : Math.min(panel.least, size);
    }
  }
  if (panels.length === 1) return [{ chart, table }];
  return panels.map(({ figures }) => ({ chart: { ...chart, y: figures }, table: withOnly(figures, chart, table) }));
}

/** Figures that can be read on one axis with the first, by the sizes of their columns. */
export function comparable<Column extends { readonly size?: number }>(columns: readonly Column[]): readonly Column[] {
  const [first, ...others] = columns;
  if (!first) return columns;
  const isNear = ({ size }: Column) =>
    !size || !first.size || fits(Math.max(size, first.size), Math.min(size, first.size));
  return [first, ...others.filter(isNear)];
}

function fits(most: number, least: number): boolean {
  return least >= most * smallestPart;
}

export function labelOfFigure({ column, aggregate }: ResultChart['y'][number]): string {
  return column === null ? 'count' : `${aggregate}(${column})`;
}

/** Of which figure a column holds values; what is split names the figure first. */
function isOf(figure: ResultChart['y'][number], name: string): boolean {
  const label = labelOfFigure(figure);
  return name === label || splitSeriesLabel(name)[0] === label;
}

function sizeOf(figure: ResultChart['y'][number], { columns }: ResultTable): number {
  let size = 0;
  for (const { values } of columns.filter(({ name }) => isOf(figure, name)))
    for (const value of values) size = Math.max(size, Math.abs(Number(value ?? 0)) || 0);
  return size;
}

function withOnly(figures: ResultChart['y'], { y }: ResultChart, table: ResultTable): ResultTable {
  const others = y.filter((figure) => !figures.includes(figure));
  return { ...table, columns: table.columns.filter(({ name }) => !others.some((figure) => isOf(figure, name))) };
}
