// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { chart as deckArc } from './deck-arc/index.ts';
import { chart as deckContour } from './deck-contour/index.ts';
import { chart as deckGeojson } from './deck-geojson/index.ts';
import { chart as deckGrid } from './deck-grid/index.ts';
import { chart as deckHeatmap } from './deck-heatmap/index.ts';
import { chart as deckHex } from './deck-hex/index.ts';
import { chart as deckPath } from './deck-path/index.ts';
import { chart as deckPolygon } from './deck-polygon/index.ts';
import { chart as deckScatter } from './deck-scatter/index.ts';
import { chart as deckScreengrid } from './deck-screengrid/index.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { chart as mapbox } from './mapbox/index.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { chart as pointClusterMap } from './point-cluster-map/index.ts';
import { chart as table } from './table/index.ts';

/** Every chart type that can be drawn. */
export const chartDefinitions: readonly ChartDefinition[] = [
  bigNumber,
  bigNumberTotal,
  deckArc,
  deckContour,
  deckGeojson,
  deckGrid,
  deckHeatmap,
  deckHex,
  deckPath,
  deckPolygon,
  deckScatter,
  deckScreengrid,
  echartsArea,
  echartsTimeseriesBar,
  echartsTimeseriesLine,
  mapbox,
  pie,
  pivotTableV2,
  pointClusterMap,
  table,
];

/** The chart type of a `viz_type`, if it is one that can be drawn. */
export function findChartDefinition(key: string): ChartDefinition | undefined {
  return chartDefinitions.find((definition) => definition.key === key);
}
