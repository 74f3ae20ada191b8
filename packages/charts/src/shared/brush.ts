import type { EChartsType } from 'echarts/core';
import styles from './brush.module.css';
import type { Brush, BrushedSpan } from './mark-event.ts';
import type { Point } from './mark-walk.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Surface {
  readonly chart: EChartsType;
  readonly host: HTMLElement;
}

type Shape = Pick<Brush, 'axis' | 'shareOf'>;

/** How far a pointer goes until it drags: less is a click. */
const leastPx = 8;

/** Follows a pressed pointer along the axes, tells how far it has come, and over what it was let go. */
export function followDrag(surface: Surface, start: PointerEvent, brush: Brush): void {
  const { chart, host } = surface;
  const from = pointIn(host, start);
  if (!chart.containPixel({ gridIndex: 0 }, [from.x, from.y])) return;
  let band: HTMLElement | null = null;
  const ending = new AbortController();
  const stop = () => {
    band?.remove();
    ending.abort();
    chart.getDom()?.style.removeProperty('pointer-events');
  };
  const breakOff = () => {
    if (band) brush.onDrag?.(null);
    stop();
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId || chart.isDisposed()) return;
    const to = pointIn(host, event);
    if (!band && lengthOf(brush, from, to) < leastPx) return;
    // What is under the pointer says nothing while it drags, and would be drawn with every move.
    if (!band) quieten(chart);
    band = drawBand(surface, brush, { ends: [from, to], band });
    brush.onDrag?.(spanBetween(surface, brush, [from, to]));
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    const wasDragged = band !== null;
    stop();
    if (chart.isDisposed()) return;
    if (!wasDragged) return pressBeside(surface, event, brush);
    brush.onBrush(spanBetween(surface, brush, [from, pointIn(host, event)]), event);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !band) return;
    // It breaks the drag off, and does not let go of what was chosen before.
    event.stopPropagation();
    breakOff();
  };
  const { signal } = ending;
  window.addEventListener('pointermove', onMove, { signal });
  // From the press on ECharts listens to the whole page, and would move its tooltip with every step.
  const onMouse = (event: MouseEvent) => void (band && event.stopImmediatePropagation());
  window.addEventListener('mousemove', onMouse, { signal, capture: true });
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', breakOff, { signal });
  window.addEventListener('keydown', onKey, { signal, capture: true });
}

function quieten(chart: EChartsType): void {
  chart.getDom().style.pointerEvents = 'none';
  chart.dispatchAction({ type: 'hideTip' });
  chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
}

/** A press in the plot beside all marks lets go of what was chosen. */
export function pressBeside(surface: Surface, up: PointerEvent, brush: Brush): void {
  const at = pointIn(surface.host, up);
  const isInside = surface.chart.containPixel({ gridIndex: 0 }, [at.x, at.y]);
  if (isInside && !isOnMark(surface, at)) brush.onBrush(null, up);
}

function lengthOf({ axis }: Shape, from: Point, to: Point): number {
  const lengths = [axis === 'y' ? 0 : Math.abs(to.x - from.x), axis === 'x' ? 0 : Math.abs(to.y - from.y)];
  return Math.max(...lengths);
}

function pointIn(host: HTMLElement, { clientX, clientY }: PointerEvent): Point {
  const box = host.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}

/** ECharts knows what is drawn at a point, and keeps that out of its types. */
function isOnMark({ chart }: Surface, { x, y }: Point): boolean {
  const { getZr } = chart as unknown as {
    getZr(): { readonly handler: { findHover(x: number, y: number): { readonly target?: unknown } } };
  };
  return getZr.call(chart).handler.findHover(x, y).target !== undefined;
}

/** The plot's rectangle: ECharts has it, and keeps it out of its types. */
function plotOf(chart: EChartsType): Rect {
  const { getModel } = chart as unknown as {
    getModel(): { getComponent(name: string): { coordinateSystem: { getRect(): Rect } } };
  };
  return getModel.call(chart).getComponent('grid').coordinateSystem.getRect();
}

/** What lies between two points of the drawing, in the values of the axes. */
export function spanBetween({ chart }: Surface, { axis }: Shape, ends: readonly [Point, Point]): BrushedSpan {
  const { x, y, width, height } = plotOf(chart);
  const [one, other] = ends.map((point) => {
    const within = [Math.min(x + width, Math.max(x, point.x)), Math.min(y + height, Math.max(y, point.y))];
    // A grid of two axes answers a pair.
    return chart.convertFromPixel({ gridIndex: 0 }, within) as unknown as readonly number[];
  });
  const along = (at: 0 | 1) => {
    const values = [Number(one?.[at]), Number(other?.[at])];
    return { from: Math.min(...values), to: Math.max(...values) };
  };
  const span = { kind: 'values', ...along(axis === 'y' ? 1 : 0) } as const;
  return axis === 'both' ? { ...span, across: along(1) } : span;
}

interface Drawn {
  readonly ends: readonly [Point, Point];
  readonly band: HTMLElement | null;
}

/** Shows the stretch between two points of the drawing, over its whole height or width where one axis is brushed. */
export function drawBand(surface: Surface, shape: Shape, { ends: [from, to], band: given }: Drawn): HTMLElement {
  const plot = plotOf(surface.chart);
  const shares = shape.shareOf?.(spanBetween(surface, shape, [from, to]));
  const side = (along: 'x' | 'y', least: number, length: number) => {
    if (shape.axis !== 'both' && shape.axis !== along) return { start: least, length };
    if (shares) return { start: least + length * shares[0], length: length * (shares[1] - shares[0]) };
    const ends = [from[along], to[along]].map((end) => Math.min(least + length, Math.max(least, end)));
    return { start: Math.min(...ends), length: Math.max(...ends) - Math.min(...ends) };
  };
  const [left, top] = [side('x', plot.x, plot.width), side('y', plot.y, plot.height)];
  const band = given ?? document.createElement('div');
  band.className = styles.band ?? '';
  band.dataset.test = 'brush-band';
  band.dataset.axis = shape.axis;
  band.style.cssText = `left:${left.start}px;top:${top.start}px;width:${left.length}px;height:${top.length}px`;
  if (!given) surface.host.append(band);
  return band;
}
