// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import agGridTable from './ag-grid-table/thumbnail.svg';
import bigNumber from './big-number/thumbnail.svg';
import bigNumberTotal from './big-number-total/thumbnail.svg';
import boxPlot from './box-plot/thumbnail.svg';
import bubbleV2 from './bubble-v2/thumbnail.svg';
import bullet from './bullet/thumbnail.svg';
import calHeatmap from './cal-heatmap/thumbnail.svg';
import cartodiagram from './cartodiagram/thumbnail.svg';
import chord from './chord/thumbnail.svg';
import compare from './compare/thumbnail.svg';
import countryMap from './country-map/thumbnail.svg';
import deckArc from './deck-arc/thumbnail.svg';
import deckContour from './deck-contour/thumbnail.svg';
import deckGeojson from './deck-geojson/thumbnail.svg';
import deckGrid from './deck-grid/thumbnail.svg';
import deckHeatmap from './deck-heatmap/thumbnail.svg';
import deckHex from './deck-hex/thumbnail.svg';
import deckMulti from './deck-multi/thumbnail.svg';
import deckPath from './deck-path/thumbnail.svg';
import deckPolygon from './deck-polygon/thumbnail.svg';
import deckScatter from './deck-scatter/thumbnail.svg';
import deckScreengrid from './deck-screengrid/thumbnail.svg';
import echartsArea from './echarts-area/thumbnail.svg';
import echartsTimeseries from './echarts-timeseries/thumbnail.svg';
import echartsTimeseriesBar from './echarts-timeseries-bar/thumbnail.svg';
import echartsTimeseriesLine from './echarts-timeseries-line/thumbnail.svg';
import echartsTimeseriesScatter from './echarts-timeseries-scatter/thumbnail.svg';
import echartsTimeseriesSmooth from './echarts-timeseries-smooth/thumbnail.svg';
import echartsTimeseriesStep from './echarts-timeseries-step/thumbnail.svg';
import eventFlow from './event-flow/thumbnail.svg';
import funnel from './funnel/thumbnail.svg';
import ganttChart from './gantt-chart/thumbnail.svg';
import gaugeChart from './gauge-chart/thumbnail.svg';
import graphChart from './graph-chart/thumbnail.svg';
import handlebars from './handlebars/thumbnail.svg';
import heatmapV2 from './heatmap-v2/thumbnail.svg';
import histogramV2 from './histogram-v2/thumbnail.svg';
import horizon from './horizon/thumbnail.svg';
import mapbox from './mapbox/thumbnail.svg';
import mixedTimeseries from './mixed-timeseries/thumbnail.svg';
import pairedTtest from './paired-ttest/thumbnail.svg';
import para from './para/thumbnail.svg';
import partition from './partition/thumbnail.svg';
import pie from './pie/thumbnail.svg';
import pivotTableV2 from './pivot-table-v2/thumbnail.svg';
import pointClusterMap from './point-cluster-map/thumbnail.svg';
import popKpi from './pop-kpi/thumbnail.svg';
import radar from './radar/thumbnail.svg';
import rose from './rose/thumbnail.svg';
import sankeyV2 from './sankey-v2/thumbnail.svg';
import sunburstV2 from './sunburst-v2/thumbnail.svg';
import table from './table/thumbnail.svg';
import timePivot from './time-pivot/thumbnail.svg';
import timeTable from './time-table/thumbnail.svg';
import treeChart from './tree-chart/thumbnail.svg';
import treemapV2 from './treemap-v2/thumbnail.svg';
import waterfall from './waterfall/thumbnail.svg';
import wordCloud from './word-cloud/thumbnail.svg';
import worldMap from './world-map/thumbnail.svg';

/** The address of each chart type's picture in the gallery, by its key. */
export const chartThumbnails: Readonly<Record<string, string>> = {
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
