// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { facts as chord } from './chord/facts.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { facts as graphChart } from './graph-chart/facts.ts';
import { facts as partition } from './partition/facts.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { facts as sankeyV2 } from './sankey-v2/facts.ts';
import { createChartTypes, type LaterType } from './shared/chart-types.ts';
import { facts as sunburstV2 } from './sunburst-v2/facts.ts';
import { chart as table } from './table/index.ts';
import { facts as treeChart } from './tree-chart/facts.ts';
import { facts as treemapV2 } from './treemap-v2/facts.ts';

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
  { facts: chord, load: () => import('./chord/index.ts') },
  { facts: graphChart, load: () => import('./graph-chart/index.ts') },
  { facts: partition, load: () => import('./partition/index.ts') },
  { facts: sankeyV2, load: () => import('./sankey-v2/index.ts') },
  { facts: sunburstV2, load: () => import('./sunburst-v2/index.ts') },
  { facts: treeChart, load: () => import('./tree-chart/index.ts') },
  { facts: treemapV2, load: () => import('./treemap-v2/index.ts') },
];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
