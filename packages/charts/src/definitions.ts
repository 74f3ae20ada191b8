// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as agGridTable } from './ag-grid-table/index.ts';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { chart as boxPlot } from './box-plot/index.ts';
import { chart as bubbleV2 } from './bubble-v2/index.ts';
import { chart as bullet } from './bullet/index.ts';
import { chart as calHeatmap } from './cal-heatmap/index.ts';
import { chart as cartodiagram } from './cartodiagram/index.ts';
import { chart as chord } from './chord/index.ts';
import { chart as compare } from './compare/index.ts';
import { chart as countryMap } from './country-map/index.ts';
import { chart as deckArc } from './deck-arc/index.ts';
import { chart as deckContour } from './deck-contour/index.ts';
import { chart as deckGeojson } from './deck-geojson/index.ts';
import { chart as deckGrid } from './deck-grid/index.ts';
import { chart as deckHeatmap } from './deck-heatmap/index.ts';
import { chart as deckHex } from './deck-hex/index.ts';
import { chart as deckMulti } from './deck-multi/index.ts';
import { chart as deckPath } from './deck-path/index.ts';
import { chart as deckPolygon } from './deck-polygon/index.ts';
import { chart as deckScatter } from './deck-scatter/index.ts';
import { chart as deckScreengrid } from './deck-screengrid/index.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseries } from './echarts-timeseries/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { chart as echartsTimeseriesScatter } from './echarts-timeseries-scatter/index.ts';
import { chart as echartsTimeseriesSmooth } from './echarts-timeseries-smooth/index.ts';
import { chart as echartsTimeseriesStep } from './echarts-timeseries-step/index.ts';
import { chart as eventFlow } from './event-flow/index.ts';
import { chart as funnel } from './funnel/index.ts';
import { chart as ganttChart } from './gantt-chart/index.ts';
import { chart as gaugeChart } from './gauge-chart/index.ts';
import { chart as graphChart } from './graph-chart/index.ts';
import { chart as handlebars } from './handlebars/index.ts';
import { chart as heatmapV2 } from './heatmap-v2/index.ts';
import { chart as histogramV2 } from './histogram-v2/index.ts';
import { chart as horizon } from './horizon/index.ts';
import { chart as mapbox } from './mapbox/index.ts';
import { chart as mixedTimeseries } from './mixed-timeseries/index.ts';
import { chart as pairedTtest } from './paired-ttest/index.ts';
import { chart as para } from './para/index.ts';
import { chart as partition } from './partition/index.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { chart as pointClusterMap } from './point-cluster-map/index.ts';
import { chart as popKpi } from './pop-kpi/index.ts';
import { chart as radar } from './radar/index.ts';
import { chart as rose } from './rose/index.ts';
import { chart as sankeyV2 } from './sankey-v2/index.ts';
import { chart as sunburstV2 } from './sunburst-v2/index.ts';
import { chart as table } from './table/index.ts';
import { chart as timePivot } from './time-pivot/index.ts';
import { chart as timeTable } from './time-table/index.ts';
import { chart as treeChart } from './tree-chart/index.ts';
import { chart as treemapV2 } from './treemap-v2/index.ts';
import { chart as waterfall } from './waterfall/index.ts';
import { chart as wordCloud } from './word-cloud/index.ts';
import { chart as worldMap } from './world-map/index.ts';

/** Every chart type that can be drawn. */
export const chartDefinitions: readonly ChartDefinition[] = [
  agGridTable,
  bigNumber,
  bigNumberTotal,
  boxPlot,
  bubbleV2,
  bullet,
  calHeatmap,
  cartodiagram,
  chord,
  compare,
  countryMap,
  deckArc,
  deckContour,
  deckGeojson,
  deckGrid,
  deckHeatmap,
  deckHex,
  deckMulti,
  deckPath,
  deckPolygon,
  deckScatter,
  deckScreengrid,
  echartsArea,
  echartsTimeseries,
  echartsTimeseriesBar,
  echartsTimeseriesLine,
  echartsTimeseriesScatter,
  echartsTimeseriesSmooth,
  echartsTimeseriesStep,
  eventFlow,
  funnel,
  ganttChart,
  gaugeChart,
  graphChart,
  handlebars,
  heatmapV2,
  histogramV2,
  horizon,
  mapbox,
  mixedTimeseries,
  pairedTtest,
  para,
  partition,
  pie,
  pivotTableV2,
  pointClusterMap,
  popKpi,
  radar,
  rose,
  sankeyV2,
  sunburstV2,
  table,
  timePivot,
  timeTable,
  treeChart,
  treemapV2,
  waterfall,
  wordCloud,
  worldMap,
];

/** The chart type of a `viz_type`, if it is one that can be drawn. */
export function findChartDefinition(key: string): ChartDefinition | undefined {
  return chartDefinitions.find((definition) => definition.key === key);
}
