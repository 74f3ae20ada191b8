// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { facts as compare } from './compare/facts.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { facts as echartsTimeseries } from './echarts-timeseries/facts.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { facts as echartsTimeseriesScatter } from './echarts-timeseries-scatter/facts.ts';
import { facts as echartsTimeseriesSmooth } from './echarts-timeseries-smooth/facts.ts';
import { facts as echartsTimeseriesStep } from './echarts-timeseries-step/facts.ts';
import { facts as ganttChart } from './gantt-chart/facts.ts';
import { facts as mixedTimeseries } from './mixed-timeseries/facts.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { createChartTypes, type LaterType } from './shared/chart-types.ts';
import { chart as table } from './table/index.ts';
import { facts as timePivot } from './time-pivot/facts.ts';
import { facts as waterfall } from './waterfall/facts.ts';

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
  { facts: compare, load: () => import('./compare/index.ts') },
  { facts: echartsTimeseries, load: () => import('./echarts-timeseries/index.ts') },
  { facts: echartsTimeseriesScatter, load: () => import('./echarts-timeseries-scatter/index.ts') },
  { facts: echartsTimeseriesSmooth, load: () => import('./echarts-timeseries-smooth/index.ts') },
  { facts: echartsTimeseriesStep, load: () => import('./echarts-timeseries-step/index.ts') },
  { facts: ganttChart, load: () => import('./gantt-chart/index.ts') },
  { facts: mixedTimeseries, load: () => import('./mixed-timeseries/index.ts') },
  { facts: timePivot, load: () => import('./time-pivot/index.ts') },
  { facts: waterfall, load: () => import('./waterfall/index.ts') },
];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
