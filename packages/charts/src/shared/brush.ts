import type { EChartsType } from 'echarts/core';
import styles from './brush.module.css';
import type { Brush } from './mark-event.ts';
import type { Point } from './mark-walk.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Area {
  readonly chart: EChartsType;
  readonly host: HTMLElement;
  readonly axis: Brush['axis'];
}

/** How far a pointer goes until it drags: less is a click. */
const leastPx = 8;

/** Follows a pressed pointer along the axis, and tells of the stretch over which it was let go. */
export function followDrag(surface: Omit<Area, 'axis'>, start: PointerEvent, brush: Brush): void {
  const { chart, host } = surface;
  const area = { chart, host, axis: brush.axis };
  const from = pointIn(host, start);
  if (!chart.containPixel({ gridIndex: 0 }, [from.x, from.y])) return;
  let band: HTMLElement | null = null;
  const ending = new AbortController();
  const stop = () => {
    band?.remove();
    ending.abort();
  };
  const along = (point: Point) => (brush.axis === 'x' ? point.x - from.x : point.y - from.y);
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    const to = pointIn(host, event);
    if (!band && Math.abs(along(to)) < leastPx) return;
    band = drawBand(area, [from, to], band);
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    const wasDragged = band !== null;
    stop();
    if (!wasDragged || chart.isDisposed()) return;
    const ends = [from, pointIn(host, event)].map((point) => valueAt(area, point)).sort((one, other) => one - other);
    brush.onBrush({ kind: 'values', from: ends[0]!, to: ends[1]! }, event);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stop();
  };
  const { signal } = ending;
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', stop, { signal });
  window.addEventListener('keydown', onKey, { signal });
}

function pointIn(host: HTMLElement, { clientX, clientY }: PointerEvent): Point {
  const box = host.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}

/** The plot's rectangle: ECharts has it, and keeps it out of its types. */
function plotOf(chart: EChartsType): Rect {
  const { getModel } = chart as unknown as {
    getModel(): { getComponent(name: string): { coordinateSystem: { getRect(): Rect } } };
  };
  return getModel.call(chart).getComponent('grid').coordinateSystem.getRect();
}

function valueAt({ chart, axis }: Area, point: Point): number {
  const { x, y, width, height } = plotOf(chart);
  const within = [Math.min(x + width, Math.max(x, point.x)), Math.min(y + height, Math.max(y, point.y))];
  // A grid of two axes answers a pair.
  const pair = chart.convertFromPixel({ gridIndex: 0 }, within) as unknown as readonly number[];
  return Number(pair[axis === 'x' ? 0 : 1]);
}

/** Shows the stretch between two points of the drawing over its whole height, or width. */
export function drawBand(
  { chart, host, axis }: Area,
  [from, to]: readonly [Point, Point],
  given: HTMLElement | null,
): HTMLElement {
  const plot = plotOf(chart);
  const [least, length] = axis === 'x' ? [plot.x, plot.width] : [plot.y, plot.height];
  const ends = [from[axis], to[axis]].map((end) => Math.min(least + length, Math.max(least, end)));
  const [start, end] = [Math.min(...ends), Math.max(...ends)];
  const band = given ?? document.createElement('div');
  band.className = styles.band ?? '';
  band.dataset.test = 'brush-band';
  const [left, top, width, height] =
    axis === 'x' ? [start, plot.y, end - start, plot.height] : [plot.x, start, plot.width, end - start];
  band.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  if (!given) host.append(band);
  return band;
}
