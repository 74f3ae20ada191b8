// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import bigNumber from './big-number/thumbnail.svg';
import bigNumberTotal from './big-number-total/thumbnail.svg';
import chord from './chord/thumbnail.svg';
import echartsArea from './echarts-area/thumbnail.svg';
import echartsTimeseriesBar from './echarts-timeseries-bar/thumbnail.svg';
import echartsTimeseriesLine from './echarts-timeseries-line/thumbnail.svg';
import graphChart from './graph-chart/thumbnail.svg';
import partition from './partition/thumbnail.svg';
import pie from './pie/thumbnail.svg';
import pivotTableV2 from './pivot-table-v2/thumbnail.svg';
import sankeyV2 from './sankey-v2/thumbnail.svg';
import sunburstV2 from './sunburst-v2/thumbnail.svg';
import table from './table/thumbnail.svg';
import treeChart from './tree-chart/thumbnail.svg';
import treemapV2 from './treemap-v2/thumbnail.svg';

/** The address of each chart type's picture in the gallery, by its key. */
export const chartThumbnails: Readonly<Record<string, string>> = {
  big_number: bigNumber,
  big_number_total: bigNumberTotal,
  chord: chord,
  echarts_area: echartsArea,
  echarts_timeseries_bar: echartsTimeseriesBar,
  echarts_timeseries_line: echartsTimeseriesLine,
  graph_chart: graphChart,
  partition: partition,
  pie: pie,
  pivot_table_v2: pivotTableV2,
  sankey_v2: sankeyV2,
  sunburst_v2: sunburstV2,
  table: table,
  tree_chart: treeChart,
  treemap_v2: treemapV2,
};
