// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartExample } from '@powerset/chart-kit';
import { examples as agGridTable } from './ag-grid-table/examples.ts';
import { examples as bigNumber } from './big-number/examples.ts';
import { examples as bigNumberTotal } from './big-number-total/examples.ts';
import { examples as boxPlot } from './box-plot/examples.ts';
import { examples as bubbleV2 } from './bubble-v2/examples.ts';
import { examples as bullet } from './bullet/examples.ts';
import { examples as calHeatmap } from './cal-heatmap/examples.ts';
import { examples as cartodiagram } from './cartodiagram/examples.ts';
import { examples as chord } from './chord/examples.ts';
import { examples as compare } from './compare/examples.ts';
import { examples as countryMap } from './country-map/examples.ts';
import { examples as deckArc } from './deck-arc/examples.ts';
import { examples as deckContour } from './deck-contour/examples.ts';
import { examples as deckGeojson } from './deck-geojson/examples.ts';
import { examples as deckGrid } from './deck-grid/examples.ts';
import { examples as deckHeatmap } from './deck-heatmap/examples.ts';
import { examples as deckHex } from './deck-hex/examples.ts';
import { examples as deckMulti } from './deck-multi/examples.ts';
import { examples as deckPath } from './deck-path/examples.ts';
import { examples as deckPolygon } from './deck-polygon/examples.ts';
import { examples as deckScatter } from './deck-scatter/examples.ts';
import { examples as deckScreengrid } from './deck-screengrid/examples.ts';
import { examples as echartsArea } from './echarts-area/examples.ts';
import { examples as echartsTimeseries } from './echarts-timeseries/examples.ts';
import { examples as echartsTimeseriesBar } from './echarts-timeseries-bar/examples.ts';
import { examples as echartsTimeseriesLine } from './echarts-timeseries-line/examples.ts';
import { examples as echartsTimeseriesScatter } from './echarts-timeseries-scatter/examples.ts';
import { examples as echartsTimeseriesSmooth } from './echarts-timeseries-smooth/examples.ts';
import { examples as echartsTimeseriesStep } from './echarts-timeseries-step/examples.ts';
import { examples as eventFlow } from './event-flow/examples.ts';
import { examples as funnel } from './funnel/examples.ts';
import { examples as ganttChart } from './gantt-chart/examples.ts';
import { examples as gaugeChart } from './gauge-chart/examples.ts';
import { examples as graphChart } from './graph-chart/examples.ts';
import { examples as handlebars } from './handlebars/examples.ts';
import { examples as heatmapV2 } from './heatmap-v2/examples.ts';
import { examples as histogramV2 } from './histogram-v2/examples.ts';
import { examples as horizon } from './horizon/examples.ts';
import { examples as mapbox } from './mapbox/examples.ts';
import { examples as mixedTimeseries } from './mixed-timeseries/examples.ts';
import { examples as pairedTtest } from './paired-ttest/examples.ts';
import { examples as para } from './para/examples.ts';
import { examples as partition } from './partition/examples.ts';
import { examples as pie } from './pie/examples.ts';
import { examples as pivotTableV2 } from './pivot-table-v2/examples.ts';
import { examples as pointClusterMap } from './point-cluster-map/examples.ts';
import { examples as popKpi } from './pop-kpi/examples.ts';
import { examples as radar } from './radar/examples.ts';
import { examples as rose } from './rose/examples.ts';
import { examples as sankeyV2 } from './sankey-v2/examples.ts';
import { examples as sunburstV2 } from './sunburst-v2/examples.ts';
import { examples as table } from './table/examples.ts';
import { examples as timePivot } from './time-pivot/examples.ts';
import { examples as timeTable } from './time-table/examples.ts';
import { examples as treeChart } from './tree-chart/examples.ts';
import { examples as treemapV2 } from './treemap-v2/examples.ts';
import { examples as waterfall } from './waterfall/examples.ts';
import { examples as wordCloud } from './word-cloud/examples.ts';
import { examples as worldMap } from './world-map/examples.ts';

/** Each chart type's examples by its key. Apart from the definitions, so that no visitor loads them. */
export const chartExamples: Readonly<Record<string, readonly ChartExample[]>> = {
  'ag-grid-table': agGridTable,
  big_number: bigNumber,
  big_number_total: bigNumberTotal,
  box_plot: boxPlot,
  bubble_v2: bubbleV2,
  bullet: bullet,
  cal_heatmap: calHeatmap,
  cartodiagram: cartodiagram,
  chord: chord,
  compare: compare,
  country_map: countryMap,
  deck_arc: deckArc,
  deck_contour: deckContour,
  deck_geojson: deckGeojson,
  deck_grid: deckGrid,
  deck_heatmap: deckHeatmap,
  deck_hex: deckHex,
  deck_multi: deckMulti,
  deck_path: deckPath,
  deck_polygon: deckPolygon,
  deck_scatter: deckScatter,
  deck_screengrid: deckScreengrid,
  echarts_area: echartsArea,
  echarts_timeseries: echartsTimeseries,
  echarts_timeseries_bar: echartsTimeseriesBar,
  echarts_timeseries_line: echartsTimeseriesLine,
  echarts_timeseries_scatter: echartsTimeseriesScatter,
  echarts_timeseries_smooth: echartsTimeseriesSmooth,
  echarts_timeseries_step: echartsTimeseriesStep,
  event_flow: eventFlow,
  funnel: funnel,
  gantt_chart: ganttChart,
  gauge_chart: gaugeChart,
  graph_chart: graphChart,
  handlebars: handlebars,
  heatmap_v2: heatmapV2,
  histogram_v2: histogramV2,
  horizon: horizon,
  mapbox: mapbox,
  mixed_timeseries: mixedTimeseries,
  paired_ttest: pairedTtest,
  para: para,
  partition: partition,
  pie: pie,
  pivot_table_v2: pivotTableV2,
  point_cluster_map: pointClusterMap,
  pop_kpi: popKpi,
  radar: radar,
  rose: rose,
  sankey_v2: sankeyV2,
  sunburst_v2: sunburstV2,
  table: table,
  time_pivot: timePivot,
  time_table: timeTable,
  tree_chart: treeChart,
  treemap_v2: treemapV2,
  waterfall: waterfall,
  word_cloud: wordCloud,
  world_map: worldMap,
};
