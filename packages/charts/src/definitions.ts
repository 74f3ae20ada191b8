// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { chart as compare } from './compare/index.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseries } from './echarts-timeseries/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { chart as echartsTimeseriesScatter } from './echarts-timeseries-scatter/index.ts';
import { chart as echartsTimeseriesSmooth } from './echarts-timeseries-smooth/index.ts';
import { chart as echartsTimeseriesStep } from './echarts-timeseries-step/index.ts';
import { chart as ganttChart } from './gantt-chart/index.ts';
import { chart as mixedTimeseries } from './mixed-timeseries/index.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { chart as table } from './table/index.ts';
import { chart as timePivot } from './time-pivot/index.ts';
import { chart as waterfall } from './waterfall/index.ts';

/** Every chart type that can be drawn. */
export const chartDefinitions: readonly ChartDefinition[] = [
  bigNumber,
  bigNumberTotal,
  compare,
  echartsArea,
  echartsTimeseries,
  echartsTimeseriesBar,
  echartsTimeseriesLine,
  echartsTimeseriesScatter,
  echartsTimeseriesSmooth,
  echartsTimeseriesStep,
  ganttChart,
  mixedTimeseries,
  pie,
  pivotTableV2,
  table,
  timePivot,
  waterfall,
];

/** The chart type of a `viz_type`, if it is one that can be drawn. */
export function findChartDefinition(key: string): ChartDefinition | undefined {
  return chartDefinitions.find((definition) => definition.key === key);
}
