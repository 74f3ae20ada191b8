import type { ChartTheme } from '@powerset/chart-kit';
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { memo, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { ChartMotion, FirstDrawing } from './chart-motion.ts';
import { forgetPicture, keepPicture } from './chart-pictures.ts';
import styles from './echart.module.css';
import { MarkKeys } from './MarkKeys.tsx';
import { type MarkEvent, type MarkHandlers, toEvent } from './mark-event.ts';
import { type DrawingParts, startDrawing } from './start-drawing.ts';
import { useIdle } from './use-idle.ts';
import { useLabel } from './use-label.ts';

export type { MarkEvent } from './mark-event.ts';

export interface EChartProps extends MarkHandlers {
  /** What ECharts draws it with, besides what most charts need. */
  readonly parts?: DrawingParts | undefined;
  readonly option: EChartsCoreOption;
  readonly marks: number;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  /** What the picture says above all, added to its label when the page has nothing else to do. */
  readonly statement?: (() => string) | undefined;
  /** The same facts as a table, for those who cannot see the picture. */
  readonly table?: ReactNode;
  /** What lies over the picture; given the drawn chart's places. */
  readonly overlay?: ((chart: EChartsType) => ReactNode) | undefined;
  readonly onRendered?: ((ms: number) => void) | undefined;
  readonly onRenderError?: ((error: Error) => void) | undefined;
}

const maxMovingMarks = 2000;

/** The one host of ECharts: life cycle, size, updates, events, picture. */
export function EChart(props: EChartProps) {
  const mayMove = useContext(ChartMotion);
  const enterFirst = useContext(FirstDrawing);
  const hostRef = useRef<HTMLDivElement>(null);
  const chartRef = useRef<EChartsType | null>(null);
  const lastRef = useRef<EChartsCoreOption | null>(null);
  const [drawn, setDrawn] = useState<{ readonly chart: EChartsType } | null>(null);
  const propsRef = useRef(props);
  propsRef.current = props;

  useLayoutEffect(() => {
    const host = hostRef.current;
    if (!host) return undefined;
    const { width, height, parts } = propsRef.current;
    const chart = startDrawing({ width, height, parts });
    chartRef.current = chart;
    lastRef.current = null;
    const stop = listen(chart, host, propsRef);
    keepPicture(host, {
      kind: 'drawn',
      png: () => chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: propsRef.current.theme.card }),
      svg: async () => {
        const { drawSvg } = await import('./draw-svg.ts');
        const { option, width, height, theme } = propsRef.current;
        return drawSvg({ option, width, height, background: theme.card });
      },
    });
    return () => {
      stop();
      forgetPicture(host);
      const surface = chart.getDom();
      chart.dispose();
      surface.remove();
      chartRef.current = null;
    };
  }, []);

  const { option, width, height } = props;
  useLayoutEffect(() => {
    // Before the first drawing the chart has its size from the start.
    if (lastRef.current) fit(chartRef.current, width, height);
  }, [width, height]);

  useLayoutEffect(() => {
    const chart = chartRef.current;
    if (!chart) return undefined;
    const drawIt = () => {
      const { width, height, overlay } = propsRef.current;
      // The size may have changed while the first drawing waited.
      if (!lastRef.current) fit(chart, width, height);
      draw(chart, option, { previous: lastRef.current, props: propsRef.current, mayMove });
      if (!chart.getDom().isConnected) hostRef.current?.append(chart.getDom());
      if (overlay) setDrawn({ chart });
      lastRef.current = option;
    };
    if (!lastRef.current) return enterFirst(drawIt);
    drawIt();
    return undefined;
  }, [option, mayMove, enterFirst]);

  const label = useLabel(props.label, props.statement);

  return (
    <div dir="ltr" className={styles.frame} style={{ width, height }} data-test="echart">
      <MarkKeys chart={chartRef} props={propsRef} label={props.label}>
        <div
          ref={hostRef}
          className={props.brush?.isDragged ? `${styles.host} ${styles.brushed}` : styles.host}
          role="img"
          aria-label={label}
        />
      </MarkKeys>
      {drawn && props.overlay ? props.overlay(drawn.chart) : null}
      {props.table ? <IdleTable table={props.table} /> : null}
    </div>
  );
}

/** Many cells that nobody sees: they are written when the page has nothing else to do. */
const IdleTable = memo(function IdleTable({ table }: { readonly table: ReactNode }) {
  const idle = useIdle(table);
  return (
    <div className={styles.table} data-not-drawn>
      {idle}
    </div>
  );
});

function fit(chart: EChartsType | null, width: number, height: number): void {
  const size = { width: Math.max(1, width), height: Math.max(1, height) };
  if (chart && (chart.getWidth() !== size.width || chart.getHeight() !== size.height))
    chart.resize({ ...size, silent: true });
}

interface DrawGiven {
  readonly previous: EChartsCoreOption | null;
  readonly props: EChartProps;
  readonly mayMove: boolean;
}

function draw(chart: EChartsType, option: EChartsCoreOption, { previous, props, mayMove }: DrawGiven): void {
  const started = performance.now();
  try {
    const isStill = previous === null || !mayMove || props.marks > maxMovingMarks || prefersStillness();
    const hasSameSeries = previous !== null && seriesKey(previous) === seriesKey(option);
    chart.setOption(
      { ...option, animation: !isStill },
      { notMerge: !hasSameSeries, replaceMerge: hasSameSeries ? ['series'] : undefined, lazyUpdate: false },
    );
    props.onRendered?.(performance.now() - started);
  } catch (error) {
    props.onRenderError?.(error instanceof Error ? error : new Error(String(error)));
  }
}

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Options with the same series, axes and components can be moved into each other; others are drawn anew. */
function seriesKey(option: EChartsCoreOption): string {
  const series = Array.isArray(option.series) ? option.series : [option.series];
  const shapes = series.map((entry: unknown) => {
    // Only the two fields that identify a series are read.
    const { id, type } = (entry ?? {}) as { id?: unknown; type?: unknown };
    return `${String(id)}:${String(type)}`;
  });
  return JSON.stringify([shapes, Object.keys(option).sort(), axisTypes(option.xAxis), axisTypes(option.yAxis)]);
}

function axisTypes(axis: unknown): string {
  return typeof axis === 'object' && axis !== null && 'type' in axis ? String(axis.type) : '';
}

interface RawEvent {
  readonly seriesId?: string;
  readonly dataIndex?: number;
  readonly name?: string;
  readonly dataType?: string;
  readonly data?: unknown;
  readonly value?: unknown;
  readonly seriesName?: string;
  readonly event?: { readonly event?: MouseEvent };
}

function toMarkEvent(raw: RawEvent): MarkEvent | null {
  const mouse = raw.event?.event;
  if (raw.seriesId === undefined || !mouse) return null;
  return {
    seriesId: raw.seriesId,
    dataIndex: raw.dataIndex ?? -1,
    name: raw.name ?? '',
    clientX: mouse.clientX,
    clientY: mouse.clientY,
    isAdding: mouse.ctrlKey || mouse.metaKey,
    dataType: raw.dataType,
    data: raw.data,
    value: raw.value,
    seriesName: raw.seriesName,
  };
}

/** A pointer that only passes by drags nothing. */
const restMs = 120;

function listen(chart: EChartsType, host: HTMLElement, propsRef: { readonly current: EChartProps }): () => void {
  let menuMark: MarkEvent | null = null;
  chart.on('click', (raw) => {
    // ECharts types its events per series; these fields exist on all of them.
    const mark = toMarkEvent(raw as unknown as RawEvent);
    if (mark) propsRef.current.onMarkClick?.(mark);
  });
  chart.on('contextmenu', (raw) => {
    menuMark = toMarkEvent(raw as unknown as RawEvent);
  });
  const onMenu = (event: MouseEvent) => {
    if (!propsRef.current.onMarkMenu) return;
    event.preventDefault();
    const mark = menuMark;
    menuMark = null;
    const at = { clientX: event.clientX, clientY: event.clientY };
    if (mark) propsRef.current.onMarkMenu(mark, at);
    else void findNear(chart, host, at).then((near) => propsRef.current.onMarkMenu?.(near, at));
  };
  const onDown = (event: PointerEvent) => void startDrag(chart, host, event, propsRef.current.brush);
  let resting: ReturnType<typeof setTimeout> | undefined;
  const onEnter = () => {
    resting = setTimeout(() => propsRef.current.brush?.onNear?.(), restMs);
  };
  const onLeave = () => clearTimeout(resting);
  host.addEventListener('contextmenu', onMenu);
  host.addEventListener('pointerdown', onDown);
  host.addEventListener('pointerenter', onEnter);
  host.addEventListener('pointerleave', onLeave);
  return () => {
    onLeave();
    host.removeEventListener('pointerenter', onEnter);
    host.removeEventListener('pointerleave', onLeave);
    host.removeEventListener('contextmenu', onMenu);
    host.removeEventListener('pointerdown', onDown);
  };
}

/** What follows a drag is loaded with the first press; one that was over sooner is no drag. */
async function startDrag(
  chart: EChartsType,
  host: HTMLElement,
  ...[event, brush]: readonly [PointerEvent, EChartProps['brush']]
): Promise<void> {
  if (!brush?.isDragged || event.button !== 0 || !event.isPrimary) return;
  brush.onNear?.();
  let over: PointerEvent | null = null;
  const end = (up: PointerEvent) => {
    over = up;
  };
  window.addEventListener('pointerup', end, { once: true });
  const { followDrag, pressBeside } = await import('./brush.ts');
  window.removeEventListener('pointerup', end);
  // What is not drawn yet is not on the page, and has no axes.
  if (chart.isDisposed() || !chart.getDom().isConnected) return;
  if (over) pressBeside({ chart, host }, over, brush);
  else followDrag({ chart, host }, event, brush);
}

/** How far from a mark a menu may be asked for, in pixels. */
const reach = 24;

/** The mark near a point that is on none: what draws lines has no marks under the pointer. */
async function findNear(
  chart: EChartsType,
  host: HTMLElement,
  at: { readonly clientX: number; readonly clientY: number },
): Promise<MarkEvent | null> {
  const walk = await import('./mark-walk.ts');
  if (chart.isDisposed()) return null;
  const box = host.getBoundingClientRect();
  const place = walk.nearestMark(chart, { x: at.clientX - box.left, y: at.clientY - box.top }, reach);
  const params = place && walk.paramsOf(chart, place);
  return params && toEvent(params, place, { middle: walk.middleOf(chart, place), box, isAdding: false });
}
