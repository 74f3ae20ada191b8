// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { facts as agGridTable } from './ag-grid-table/facts.ts';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { facts as boxPlot } from './box-plot/facts.ts';
import { facts as bubbleV2 } from './bubble-v2/facts.ts';
import { facts as bullet } from './bullet/facts.ts';
import { facts as calHeatmap } from './cal-heatmap/facts.ts';
import { facts as chord } from './chord/facts.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { facts as eventFlow } from './event-flow/facts.ts';
import { facts as funnel } from './funnel/facts.ts';
import { facts as gaugeChart } from './gauge-chart/facts.ts';
import { facts as graphChart } from './graph-chart/facts.ts';
import { facts as handlebars } from './handlebars/facts.ts';
import { facts as heatmapV2 } from './heatmap-v2/facts.ts';
import { facts as histogramV2 } from './histogram-v2/facts.ts';
import { facts as horizon } from './horizon/facts.ts';
import { facts as pairedTtest } from './paired-ttest/facts.ts';
import { facts as para } from './para/facts.ts';
import { facts as partition } from './partition/facts.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { facts as popKpi } from './pop-kpi/facts.ts';
import { facts as radar } from './radar/facts.ts';
import { facts as rose } from './rose/facts.ts';
import { facts as sankeyV2 } from './sankey-v2/facts.ts';
import { createChartTypes, type LaterType } from './shared/chart-types.ts';
import { facts as sunburstV2 } from './sunburst-v2/facts.ts';
import { chart as table } from './table/index.ts';
import { facts as timeTable } from './time-table/facts.ts';
import { facts as treeChart } from './tree-chart/facts.ts';
import { facts as treemapV2 } from './treemap-v2/facts.ts';
import { facts as wordCloud } from './word-cloud/facts.ts';

const atOnce: readonly ChartDefinition[] = [
  bigNumber,
  bigNumberTotal,
  echartsArea,
  echartsTimeseriesBar,
  echartsTimeseriesLine,
  pie,
  pivotTableV2,
  table,
];
const later: readonly LaterType[] = [
  { facts: agGridTable, load: () => import('./ag-grid-table/index.ts') },
  { facts: boxPlot, load: () => import('./box-plot/index.ts') },
  { facts: bubbleV2, load: () => import('./bubble-v2/index.ts') },
  { facts: bullet, load: () => import('./bullet/index.ts') },
  { facts: calHeatmap, load: () => import('./cal-heatmap/index.ts') },
  { facts: chord, load: () => import('./chord/index.ts') },
  { facts: eventFlow, load: () => import('./event-flow/index.ts') },
  { facts: funnel, load: () => import('./funnel/index.ts') },
  { facts: gaugeChart, load: () => import('./gauge-chart/index.ts') },
  { facts: graphChart, load: () => import('./graph-chart/index.ts') },
  { facts: handlebars, load: () => import('./handlebars/index.ts') },
  { facts: heatmapV2, load: () => import('./heatmap-v2/index.ts') },
  { facts: histogramV2, load: () => import('./histogram-v2/index.ts') },
  { facts: horizon, load: () => import('./horizon/index.ts') },
  { facts: pairedTtest, load: () => import('./paired-ttest/index.ts') },
  { facts: para, load: () => import('./para/index.ts') },
  { facts: partition, load: () => import('./partition/index.ts') },
  { facts: popKpi, load: () => import('./pop-kpi/index.ts') },
  { facts: radar, load: () => import('./radar/index.ts') },
  { facts: rose, load: () => import('./rose/index.ts') },
  { facts: sankeyV2, load: () => import('./sankey-v2/index.ts') },
  { facts: sunburstV2, load: () => import('./sunburst-v2/index.ts') },
  { facts: timeTable, load: () => import('./time-table/index.ts') },
  { facts: treeChart, load: () => import('./tree-chart/index.ts') },
  { facts: treemapV2, load: () => import('./treemap-v2/index.ts') },
  { facts: wordCloud, load: () => import('./word-cloud/index.ts') },
];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
