// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { facts as agGridTable } from './ag-grid-table/facts.ts';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { facts as boxPlot } from './box-plot/facts.ts';
import { facts as bubbleV2 } from './bubble-v2/facts.ts';
import { facts as bullet } from './bullet/facts.ts';
import { facts as calHeatmap } from './cal-heatmap/facts.ts';
import { facts as cartodiagram } from './cartodiagram/facts.ts';
import { facts as chord } from './chord/facts.ts';
import { facts as compare } from './compare/facts.ts';
import { facts as countryMap } from './country-map/facts.ts';
import { facts as deckArc } from './deck-arc/facts.ts';
import { facts as deckContour } from './deck-contour/facts.ts';
import { facts as deckGeojson } from './deck-geojson/facts.ts';
import { facts as deckGrid } from './deck-grid/facts.ts';
import { facts as deckHeatmap } from './deck-heatmap/facts.ts';
import { facts as deckHex } from './deck-hex/facts.ts';
import { facts as deckMulti } from './deck-multi/facts.ts';
import { facts as deckPath } from './deck-path/facts.ts';
import { facts as deckPolygon } from './deck-polygon/facts.ts';
import { facts as deckScatter } from './deck-scatter/facts.ts';
import { facts as deckScreengrid } from './deck-screengrid/facts.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { facts as echartsTimeseries } from './echarts-timeseries/facts.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { facts as echartsTimeseriesScatter } from './echarts-timeseries-scatter/facts.ts';
import { facts as echartsTimeseriesSmooth } from './echarts-timeseries-smooth/facts.ts';
import { facts as echartsTimeseriesStep } from './echarts-timeseries-step/facts.ts';
import { facts as eventFlow } from './event-flow/facts.ts';
import { facts as funnel } from './funnel/facts.ts';
import { facts as ganttChart } from './gantt-chart/facts.ts';
import { facts as gaugeChart } from './gauge-chart/facts.ts';
import { facts as graphChart } from './graph-chart/facts.ts';
import { facts as handlebars } from './handlebars/facts.ts';
import { facts as heatmapV2 } from './heatmap-v2/facts.ts';
import { facts as histogramV2 } from './histogram-v2/facts.ts';
import { facts as horizon } from './horizon/facts.ts';
import { facts as mapbox } from './mapbox/facts.ts';
import { facts as mixedTimeseries } from './mixed-timeseries/facts.ts';
import { facts as pairedTtest } from './paired-ttest/facts.ts';
import { facts as para } from './para/facts.ts';
import { facts as partition } from './partition/facts.ts';
import { chart as pie } from './pie/index.ts';
import { facts as pivotTableV2 } from './pivot-table-v2/facts.ts';
import { facts as pointClusterMap } from './point-cluster-map/facts.ts';
import { facts as popKpi } from './pop-kpi/facts.ts';
import { facts as radar } from './radar/facts.ts';
import { facts as rose } from './rose/facts.ts';
import { facts as sankeyV2 } from './sankey-v2/facts.ts';
import { createChartTypes, type LaterType } from './shared/chart-types.ts';
import { facts as sunburstV2 } from './sunburst-v2/facts.ts';
import { chart as table } from './table/index.ts';
import { facts as timePivot } from './time-pivot/facts.ts';
import { facts as timeTable } from './time-table/facts.ts';
import { facts as treeChart } from './tree-chart/facts.ts';
import { facts as treemapV2 } from './treemap-v2/facts.ts';
import { facts as waterfall } from './waterfall/facts.ts';
import { facts as wordCloud } from './word-cloud/facts.ts';
import { facts as worldMap } from './world-map/facts.ts';

const atOnce: readonly ChartDefinition[] = [
  bigNumber,
  bigNumberTotal,
  echartsArea,
  echartsTimeseriesBar,
  echartsTimeseriesLine,
  pie,
  table,
];
const later: readonly LaterType[] = [
  { facts: agGridTable, load: () => import('./ag-grid-table/index.ts') },
  { facts: boxPlot, load: () => import('./box-plot/index.ts') },
  { facts: bubbleV2, load: () => import('./bubble-v2/index.ts') },
  { facts: bullet, load: () => import('./bullet/index.ts') },
  { facts: calHeatmap, load: () => import('./cal-heatmap/index.ts') },
  { facts: cartodiagram, load: () => import('./cartodiagram/index.ts') },
  { facts: chord, load: () => import('./chord/index.ts') },
  { facts: compare, load: () => import('./compare/index.ts') },
  { facts: countryMap, load: () => import('./country-map/index.ts') },
  { facts: deckArc, load: () => import('./deck-arc/index.ts') },
  { facts: deckContour, load: () => import('./deck-contour/index.ts') },
  { facts: deckGeojson, load: () => import('./deck-geojson/index.ts') },
  { facts: deckGrid, load: () => import('./deck-grid/index.ts') },
  { facts: deckHeatmap, load: () => import('./deck-heatmap/index.ts') },
  { facts: deckHex, load: () => import('./deck-hex/index.ts') },
  { facts: deckMulti, load: () => import('./deck-multi/index.ts') },
  { facts: deckPath, load: () => import('./deck-path/index.ts') },
  { facts: deckPolygon, load: () => import('./deck-polygon/index.ts') },
  { facts: deckScatter, load: () => import('./deck-scatter/index.ts') },
  { facts: deckScreengrid, load: () => import('./deck-screengrid/index.ts') },
  { facts: echartsTimeseries, load: () => import('./echarts-timeseries/index.ts') },
  { facts: echartsTimeseriesScatter, load: () => import('./echarts-timeseries-scatter/index.ts') },
  { facts: echartsTimeseriesSmooth, load: () => import('./echarts-timeseries-smooth/index.ts') },
  { facts: echartsTimeseriesStep, load: () => import('./echarts-timeseries-step/index.ts') },
  { facts: eventFlow, load: () => import('./event-flow/index.ts') },
  { facts: funnel, load: () => import('./funnel/index.ts') },
  { facts: ganttChart, load: () => import('./gantt-chart/index.ts') },
  { facts: gaugeChart, load: () => import('./gauge-chart/index.ts') },
  { facts: graphChart, load: () => import('./graph-chart/index.ts') },
  { facts: handlebars, load: () => import('./handlebars/index.ts') },
  { facts: heatmapV2, load: () => import('./heatmap-v2/index.ts') },
  { facts: histogramV2, load: () => import('./histogram-v2/index.ts') },
  { facts: horizon, load: () => import('./horizon/index.ts') },
  { facts: mapbox, load: () => import('./mapbox/index.ts') },
  { facts: mixedTimeseries, load: () => import('./mixed-timeseries/index.ts') },
  { facts: pairedTtest, load: () => import('./paired-ttest/index.ts') },
  { facts: para, load: () => import('./para/index.ts') },
  { facts: partition, load: () => import('./partition/index.ts') },
  { facts: pivotTableV2, load: () => import('./pivot-table-v2/index.ts') },
  { facts: pointClusterMap, load: () => import('./point-cluster-map/index.ts') },
  { facts: popKpi, load: () => import('./pop-kpi/index.ts') },
  { facts: radar, load: () => import('./radar/index.ts') },
  { facts: rose, load: () => import('./rose/index.ts') },
  { facts: sankeyV2, load: () => import('./sankey-v2/index.ts') },
  { facts: sunburstV2, load: () => import('./sunburst-v2/index.ts') },
  { facts: timePivot, load: () => import('./time-pivot/index.ts') },
  { facts: timeTable, load: () => import('./time-table/index.ts') },
  { facts: treeChart, load: () => import('./tree-chart/index.ts') },
  { facts: treemapV2, load: () => import('./treemap-v2/index.ts') },
  { facts: waterfall, load: () => import('./waterfall/index.ts') },
  { facts: wordCloud, load: () => import('./word-cloud/index.ts') },
  { facts: worldMap, load: () => import('./world-map/index.ts') },
];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
