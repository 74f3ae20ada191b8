// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { facts as deckScatter } from './deck-scatter/facts.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { createChartTypes, type LaterType } from './shared/chart-types.ts';
import { chart as table } from './table/index.ts';

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
  { facts: deckScatter, load: () => import('./deck-scatter/index.ts') },
];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
