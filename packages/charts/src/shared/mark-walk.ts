import type { EChartsType } from 'echarts/core';

/** One mark of a drawing: where ECharts keeps it. */
export interface MarkPlace {
  readonly seriesIndex: number;
  /** Of charts of nodes and links: which of the two it is. */
  readonly dataType: 'edge' | undefined;
  readonly index: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What ECharts tells of a mark to its own formatters. */
export interface MarkParams {
  readonly seriesId: string;
  readonly seriesName: string;
  readonly name: string;
  readonly dataIndex: number;
  readonly data: unknown;
  readonly value: unknown;
}

interface Shape {
  getBoundingRect(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  getComputedTransform(): readonly number[] | null;
}

interface MarkData {
  count(): number;
  getName(index: number): string;
  getRawIndex(index: number): number;
  getItemGraphicEl(index: number): Shape | null | undefined;
  getItemLayout(index: number): unknown;
  getLayout(key: string): unknown;
  readonly tree?: { readonly root?: { readonly dataIndex: number } };
}

interface Drawn {
  eachSeries(visit: (series: DrawnSeries) => void): void;
}

interface DrawnSeries {
  readonly seriesIndex: number;
  get(key: string): unknown;
  getData(dataType?: string): MarkData;
  getEdgeData?(): MarkData | undefined;
  getDataParams(index: number, dataType?: string): MarkParams;
  readonly coordinateSystem?: { getBaseAxis?(): { readonly dim?: string } };
}

interface Row {
  readonly series: DrawnSeries;
  readonly dataType: 'edge' | undefined;
  readonly data: MarkData;
}

/** Keys that lead from mark to mark. */
export type Step = 'next' | 'previous' | 'below' | 'above' | 'first' | 'last';

/** Every list of marks that is drawn and can be pointed at: a series, the nodes of a graph, its links. */
function rowsOf(chart: EChartsType): readonly Row[] {
  const rows: Row[] = [];
  // ECharts has the model of what it drew, and keeps it out of its types.
  const { getModel } = chart as unknown as { getModel(): Drawn | undefined };
  // Before its first drawing a chart has none.
  getModel.call(chart)?.eachSeries((series) => {
    if (series.get('silent') === true) return;
    rows.push({ series, dataType: undefined, data: series.getData() });
    const edges = series.getEdgeData?.();
    if (edges) rows.push({ series, dataType: 'edge', data: edges });
  });
  return rows.filter(({ data }) => data.count() > 0);
}

/** The mark that a key leads to from another one, or from none; null where there is none to go to. */
export function stepFrom(chart: EChartsType, from: MarkPlace | null, step: Step): MarkPlace | null {
  const rows = rowsOf(chart);
  const at = rows.findIndex(
    ({ series, dataType }) => series.seriesIndex === from?.seriesIndex && dataType === from.dataType,
  );
  const row = rows[at];
  if (!from || !row) return begin(rows, step);
  const { isUpright, isReversed } = layOf(row);
  const way = isReversed ? -1 : 1;
  if (step === 'first') return seek(row, isReversed ? row.data.count() - 1 : 0, way);
  if (step === 'last') return seek(row, isReversed ? 0 : row.data.count() - 1, -way as 1 | -1);
  const isAlong = isUpright ? step === 'below' || step === 'above' : step === 'next' || step === 'previous';
  const isForth = step === 'next' || step === 'below';
  // What has one list alone is walked by all arrows.
  if (!isAlong && rows.length > 1) return besides(rows, { at, index: from.index, way: isForth ? 1 : -1 });
  const sign = isForth ? way : (-way as 1 | -1);
  return seek(row, from.index + sign, sign);
}

/** How a list lies: its marks below each other, and the first of them last. */
function layOf(row: Row): { readonly isUpright: boolean; readonly isReversed: boolean } {
  const isUpright = row.series.coordinateSystem?.getBaseAxis?.().dim === 'y';
  const [first, last] = [pointOf(row, 0), pointOf(row, row.data.count() - 1)];
  return { isUpright, isReversed: isUpright && first !== null && last !== null && first.y > last.y };
}

/** The first mark of what is drawn, or the last of its list. */
function begin(rows: readonly Row[], step: Step): MarkPlace | null {
  const isBack = step === 'last' || step === 'previous' || step === 'above';
  for (const row of rows) {
    const way = layOf(row).isReversed === isBack ? 1 : -1;
    const found = seek(row, way === 1 ? 0 : row.data.count() - 1, way);
    if (found) return found;
  }
  return null;
}

interface Aside {
  readonly at: number;
  readonly index: number;
  readonly way: 1 | -1;
}

/** The mark at the same place of the next list. */
function besides(rows: readonly Row[], { at, index, way }: Aside): MarkPlace | null {
  for (let step = 1; step < rows.length; step += 1) {
    const row = rows[(at + way * step + rows.length * step) % rows.length]!;
    const place = Math.min(index, row.data.count() - 1);
    const found = seek(row, place, 1) ?? seek(row, place, -1);
    if (found) return found;
  }
  return null;
}

/** The nearest mark of a list from a place on, in one direction, that has something to say. */
function seek(row: Row, from: number, way: 1 | -1): MarkPlace | null {
  for (let index = from; index >= 0 && index < row.data.count(); index += way) {
    if (isMark(row, index)) return { seriesIndex: row.series.seriesIndex, dataType: row.dataType, index };
  }
  return null;
}

function isMark({ series, dataType, data }: Row, index: number): boolean {
  const { name, value } = series.getDataParams(index, dataType);
  // What holds the parts of a tree together and has no name is not drawn.
  if (name === '' && data.tree?.root?.dataIndex === index) return false;
  if (data.getItemGraphicEl(index)) return true;
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  const isBlank = last === null || last === undefined || last === '-' || Number.isNaN(last);
  return !isBlank || (name !== '' && !Array.isArray(value) && data.tree !== undefined);
}

/** What the chart's formatters are told of a mark. */
export function paramsOf(chart: EChartsType, place: MarkPlace): MarkParams | null {
  const row = find(chart, place);
  return row ? row.series.getDataParams(place.index, place.dataType) : null;
}

/** The middle of a mark in the drawing. */
export function middleOf(chart: EChartsType, place: MarkPlace): Point {
  const row = find(chart, place);
  return (row && pointOf(row, place.index)) ?? { x: chart.getWidth() / 2, y: chart.getHeight() / 2 };
}

function find(chart: EChartsType, { seriesIndex, dataType }: MarkPlace): Row | undefined {
  return rowsOf(chart).find((row) => row.series.seriesIndex === seriesIndex && row.dataType === dataType);
}

function pointOf({ data }: Row, index: number): Point | null {
  const shape = data.getItemGraphicEl(index);
  if (shape) return middleOfShape(shape);
  const points = data.getLayout('points');
  const [x, y] = isNumbers(points) ? [points[2 * index], points[2 * index + 1]] : pairOf(data.getItemLayout(index));
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x + y) ? { x, y } : null;
}

const isNumbers = (value: unknown): value is ArrayLike<number> =>
  Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array;

function pairOf(layout: unknown): readonly unknown[] {
  if (Array.isArray(layout)) return layout;
  if (typeof layout !== 'object' || layout === null) return [];
  // Layouts of boxes have a corner and a size.
  const { x, y, width = 0, height = 0 } = layout as Readonly<Record<string, unknown>>;
  const isBox = [x, y, width, height].every((part) => typeof part === 'number');
  return isBox ? [Number(x) + Number(width) / 2, Number(y) + Number(height) / 2] : [];
}

function middleOfShape(shape: Shape): Point {
  const { x, y, width, height } = shape.getBoundingRect();
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = shape.getComputedTransform() ?? [];
  const [left, top] = [x + width / 2, y + height / 2];
  return { x: a * left + c * top + e, y: b * left + d * top + f };
}

/** The most marks of a list among which the nearest is looked for. */
const mostSearched = 20_000;

/** The mark that lies nearest to a point, where one lies within reach: lines are thin, and fingers are not. */
export function nearestMark(chart: EChartsType, { x, y }: Point, reach: number): MarkPlace | null {
  let found: MarkPlace | null = null;
  let least = reach;
  for (const row of rowsOf(chart)) {
    if (row.data.count() > mostSearched) continue;
    for (let index = 0; index < row.data.count(); index += 1) {
      const at = pointOf(row, index);
      const distance = at ? Math.hypot(at.x - x, at.y - y) : Number.POSITIVE_INFINITY;
      if (distance > least || !isMark(row, index)) continue;
      least = distance;
      found = { seriesIndex: row.series.seriesIndex, dataType: row.dataType, index };
    }
  }
  return found;
}

/** Points at a mark as the pointer would, or at none any more. */
export function pointAt(chart: EChartsType, before: MarkPlace | null, place: MarkPlace | null): void {
  const [left, target] = [before && targetOf(chart, before), place && targetOf(chart, place)];
  if (left) chart.dispatchAction({ type: 'downplay', ...left });
  if (!target) {
    chart.dispatchAction({ type: 'hideTip' });
    // The line at the axis and what it points out are hidden by the pointer that leaves.
    chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
    return;
  }
  chart.dispatchAction({ type: 'highlight', ...target });
  chart.dispatchAction({ type: 'showTip', ...target });
}

/** A mark as ECharts' actions name it. */
function targetOf(chart: EChartsType, place: MarkPlace) {
  const { seriesIndex, dataType, index } = place;
  const data = find(chart, place)?.data;
  if (!data || index >= data.count()) return null;
  return { seriesIndex, dataIndex: data.getRawIndex(index), ...(dataType ? { dataType } : {}) };
}
