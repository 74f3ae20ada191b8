// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import agGridTable from './ag-grid-table/thumbnail.svg';
import bigNumber from './big-number/thumbnail.svg';
import bigNumberTotal from './big-number-total/thumbnail.svg';
import boxPlot from './box-plot/thumbnail.svg';
import bubbleV2 from './bubble-v2/thumbnail.svg';
import bullet from './bullet/thumbnail.svg';
import calHeatmap from './cal-heatmap/thumbnail.svg';
import chord from './chord/thumbnail.svg';
import echartsArea from './echarts-area/thumbnail.svg';
import echartsTimeseriesBar from './echarts-timeseries-bar/thumbnail.svg';
import echartsTimeseriesLine from './echarts-timeseries-line/thumbnail.svg';
import eventFlow from './event-flow/thumbnail.svg';
import funnel from './funnel/thumbnail.svg';
import gaugeChart from './gauge-chart/thumbnail.svg';
import graphChart from './graph-chart/thumbnail.svg';
import handlebars from './handlebars/thumbnail.svg';
import heatmapV2 from './heatmap-v2/thumbnail.svg';
import histogramV2 from './histogram-v2/thumbnail.svg';
import horizon from './horizon/thumbnail.svg';
import pairedTtest from './paired-ttest/thumbnail.svg';
import para from './para/thumbnail.svg';
import partition from './partition/thumbnail.svg';
import pie from './pie/thumbnail.svg';
import pivotTableV2 from './pivot-table-v2/thumbnail.svg';
import popKpi from './pop-kpi/thumbnail.svg';
import radar from './radar/thumbnail.svg';
import rose from './rose/thumbnail.svg';
import sankeyV2 from './sankey-v2/thumbnail.svg';
import sunburstV2 from './sunburst-v2/thumbnail.svg';
import table from './table/thumbnail.svg';
import timeTable from './time-table/thumbnail.svg';
import treeChart from './tree-chart/thumbnail.svg';
import treemapV2 from './treemap-v2/thumbnail.svg';
import wordCloud from './word-cloud/thumbnail.svg';

/** The address of each chart type's picture in the gallery, by its key. */
export const chartThumbnails: Readonly<Record<string, string>> = {
  'ag-grid-table': agGridTable,
  big_number: bigNumber,
  big_number_total: bigNumberTotal,
  box_plot: boxPlot,
  bubble_v2: bubbleV2,
  bullet: bullet,
  cal_heatmap: calHeatmap,
  chord: chord,
  echarts_area: echartsArea,
  echarts_timeseries_bar: echartsTimeseriesBar,
  echarts_timeseries_line: echartsTimeseriesLine,
  event_flow: eventFlow,
  funnel: funnel,
  gauge_chart: gaugeChart,
  graph_chart: graphChart,
  handlebars: handlebars,
  heatmap_v2: heatmapV2,
  histogram_v2: histogramV2,
  horizon: horizon,
  paired_ttest: pairedTtest,
  para: para,
  partition: partition,
  pie: pie,
  pivot_table_v2: pivotTableV2,
  pop_kpi: popKpi,
  radar: radar,
  rose: rose,
  sankey_v2: sankeyV2,
  sunburst_v2: sunburstV2,
  table: table,
  time_table: timeTable,
  tree_chart: treeChart,
  treemap_v2: treemapV2,
  word_cloud: wordCloud,
};
