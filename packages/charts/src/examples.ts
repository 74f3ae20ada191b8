// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartExample } from '@powerset/chart-kit';
import { examples as agGridTable } from './ag-grid-table/examples.ts';
import { examples as bigNumber } from './big-number/examples.ts';
import { examples as bigNumberTotal } from './big-number-total/examples.ts';
import { examples as boxPlot } from './box-plot/examples.ts';
import { examples as bubbleV2 } from './bubble-v2/examples.ts';
import { examples as bullet } from './bullet/examples.ts';
import { examples as calHeatmap } from './cal-heatmap/examples.ts';
import { examples as chord } from './chord/examples.ts';
import { examples as echartsArea } from './echarts-area/examples.ts';
import { examples as echartsTimeseriesBar } from './echarts-timeseries-bar/examples.ts';
import { examples as echartsTimeseriesLine } from './echarts-timeseries-line/examples.ts';
import { examples as eventFlow } from './event-flow/examples.ts';
import { examples as funnel } from './funnel/examples.ts';
import { examples as gaugeChart } from './gauge-chart/examples.ts';
import { examples as graphChart } from './graph-chart/examples.ts';
import { examples as handlebars } from './handlebars/examples.ts';
import { examples as heatmapV2 } from './heatmap-v2/examples.ts';
import { examples as histogramV2 } from './histogram-v2/examples.ts';
import { examples as horizon } from './horizon/examples.ts';
import { examples as pairedTtest } from './paired-ttest/examples.ts';
import { examples as para } from './para/examples.ts';
import { examples as partition } from './partition/examples.ts';
import { examples as pie } from './pie/examples.ts';
import { examples as pivotTableV2 } from './pivot-table-v2/examples.ts';
import { examples as popKpi } from './pop-kpi/examples.ts';
import { examples as radar } from './radar/examples.ts';
import { examples as rose } from './rose/examples.ts';
import { examples as sankeyV2 } from './sankey-v2/examples.ts';
import { examples as sunburstV2 } from './sunburst-v2/examples.ts';
import { examples as table } from './table/examples.ts';
import { examples as timeTable } from './time-table/examples.ts';
import { examples as treeChart } from './tree-chart/examples.ts';
import { examples as treemapV2 } from './treemap-v2/examples.ts';
import { examples as wordCloud } from './word-cloud/examples.ts';

/** Each chart type's examples by its key. Apart from the definitions, so that no visitor loads them. */
export const chartExamples: Readonly<Record<string, readonly ChartExample[]>> = {
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
