// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import { type LazyView, lazyView } from './shared/lazy-view.ts';

/** The view of each chart type by its key; the code of a view arrives when it is first drawn. */
export const chartViews: Readonly<Record<string, LazyView>> = {
  big_number: lazyView(() => import('./big-number/View.tsx')),
  big_number_total: lazyView(() => import('./big-number-total/View.tsx')),
  echarts_area: lazyView(() => import('./echarts-area/View.tsx')),
  echarts_timeseries_bar: lazyView(() => import('./echarts-timeseries-bar/View.tsx')),
  echarts_timeseries_line: lazyView(() => import('./echarts-timeseries-line/View.tsx')),
  pie: lazyView(() => import('./pie/View.tsx')),
  pivot_table_v2: lazyView(() => import('./pivot-table-v2/View.tsx')),
  table: lazyView(() => import('./table/View.tsx')),
};

export { Chart, type ChartProps } from './shared/Chart.tsx';
export { ChartMotion } from './shared/chart-motion.ts';
export { type ChartPicture, chartPicturesIn, type HostedPicture } from './shared/chart-pictures.ts';
export { type ChartInput, toModelContext } from './shared/draw-chart.ts';
export type { MarkFacts, MarkFilter } from './shared/mark-facts.ts';
export type { NotePlace, NoteTarget, Noting } from './shared/noting.ts';
export type { ChartMenuRequest, ChartViewProps } from './shared/view-props.ts';
