// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import { type LazyView, lazyView } from './shared/lazy-view.ts';

/** The view of each chart type by its key; the code of a view arrives when it is first drawn. */
export const chartViews: Record<string, LazyView> = {
  'ag-grid-table': lazyView(() => import('./ag-grid-table/View.tsx')),
  big_number: lazyView(() => import('./big-number/View.tsx')),
  big_number_total: lazyView(() => import('./big-number-total/View.tsx')),
  box_plot: lazyView(() => import('./box-plot/View.tsx')),
  bubble_v2: lazyView(() => import('./bubble-v2/View.tsx')),
  bullet: lazyView(() => import('./bullet/View.tsx')),
  cal_heatmap: lazyView(() => import('./cal-heatmap/View.tsx')),
  cartodiagram: lazyView(() => import('./cartodiagram/View.tsx')),
  chord: lazyView(() => import('./chord/View.tsx')),
  compare: lazyView(() => import('./compare/View.tsx')),
  country_map: lazyView(() => import('./country-map/View.tsx')),
  deck_arc: lazyView(() => import('./deck-arc/View.tsx')),
  deck_contour: lazyView(() => import('./deck-contour/View.tsx')),
  deck_geojson: lazyView(() => import('./deck-geojson/View.tsx')),
  deck_grid: lazyView(() => import('./deck-grid/View.tsx')),
  deck_heatmap: lazyView(() => import('./deck-heatmap/View.tsx')),
  deck_hex: lazyView(() => import('./deck-hex/View.tsx')),
  deck_multi: lazyView(() => import('./deck-multi/View.tsx')),
  deck_path: lazyView(() => import('./deck-path/View.tsx')),
  deck_polygon: lazyView(() => import('./deck-polygon/View.tsx')),
  deck_scatter: lazyView(() => import('./deck-scatter/View.tsx')),
  deck_screengrid: lazyView(() => import('./deck-screengrid/View.tsx')),
  echarts_area: lazyView(() => import('./echarts-area/View.tsx')),
  echarts_timeseries: lazyView(() => import('./echarts-timeseries/View.tsx')),
  echarts_timeseries_bar: lazyView(() => import('./echarts-timeseries-bar/View.tsx')),
  echarts_timeseries_line: lazyView(() => import('./echarts-timeseries-line/View.tsx')),
  echarts_timeseries_scatter: lazyView(() => import('./echarts-timeseries-scatter/View.tsx')),
  echarts_timeseries_smooth: lazyView(() => import('./echarts-timeseries-smooth/View.tsx')),
  echarts_timeseries_step: lazyView(() => import('./echarts-timeseries-step/View.tsx')),
  event_flow: lazyView(() => import('./event-flow/View.tsx')),
  funnel: lazyView(() => import('./funnel/View.tsx')),
  gantt_chart: lazyView(() => import('./gantt-chart/View.tsx')),
  gauge_chart: lazyView(() => import('./gauge-chart/View.tsx')),
  graph_chart: lazyView(() => import('./graph-chart/View.tsx')),
  handlebars: lazyView(() => import('./handlebars/View.tsx')),
  heatmap_v2: lazyView(() => import('./heatmap-v2/View.tsx')),
  histogram_v2: lazyView(() => import('./histogram-v2/View.tsx')),
  horizon: lazyView(() => import('./horizon/View.tsx')),
  mapbox: lazyView(() => import('./mapbox/View.tsx')),
  mixed_timeseries: lazyView(() => import('./mixed-timeseries/View.tsx')),
  paired_ttest: lazyView(() => import('./paired-ttest/View.tsx')),
  para: lazyView(() => import('./para/View.tsx')),
  partition: lazyView(() => import('./partition/View.tsx')),
  pie: lazyView(() => import('./pie/View.tsx')),
  pivot_table_v2: lazyView(() => import('./pivot-table-v2/View.tsx')),
  point_cluster_map: lazyView(() => import('./point-cluster-map/View.tsx')),
  pop_kpi: lazyView(() => import('./pop-kpi/View.tsx')),
  radar: lazyView(() => import('./radar/View.tsx')),
  rose: lazyView(() => import('./rose/View.tsx')),
  sankey_v2: lazyView(() => import('./sankey-v2/View.tsx')),
  sunburst_v2: lazyView(() => import('./sunburst-v2/View.tsx')),
  table: lazyView(() => import('./table/View.tsx')),
  time_pivot: lazyView(() => import('./time-pivot/View.tsx')),
  time_table: lazyView(() => import('./time-table/View.tsx')),
  tree_chart: lazyView(() => import('./tree-chart/View.tsx')),
  treemap_v2: lazyView(() => import('./treemap-v2/View.tsx')),
  waterfall: lazyView(() => import('./waterfall/View.tsx')),
  word_cloud: lazyView(() => import('./word-cloud/View.tsx')),
  world_map: lazyView(() => import('./world-map/View.tsx')),
};

export type { BrushChoices, Brushing, ChosenSlices } from './shared/brush-choices.ts';
export { Chart, type ChartProps } from './shared/Chart.tsx';
export { ChartMotion, type EnterDrawing, FirstDrawing } from './shared/chart-motion.ts';
export { type ChartPicture, chartPicturesIn, type HostedPicture } from './shared/chart-pictures.ts';
export { type ChartInput, toDrawContext, toModelContext } from './shared/draw-chart.ts';
export { emptySettings } from './shared/find-undrawn.ts';
export { type MapTiles, MapTilesContext } from './shared/maps/map-tiles.ts';
export { type MarkFacts, type MarkFilter, valueFilter } from './shared/mark-facts.ts';
export type { NotePlace, NoteTarget, Noting } from './shared/noting.ts';
export type { ChartMenuLayer, ChartMenuRequest, ChartViewProps } from './shared/view-props.ts';
