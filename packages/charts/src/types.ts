// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as bigNumberTotal } from './big-number-total/index.ts';
import { facts as deckArc } from './deck-arc/facts.ts';
import { facts as deckContour } from './deck-contour/facts.ts';
import { facts as deckGeojson } from './deck-geojson/facts.ts';
import { facts as deckGrid } from './deck-grid/facts.ts';
import { facts as deckHeatmap } from './deck-heatmap/facts.ts';
import { facts as deckHex } from './deck-hex/facts.ts';
import { facts as deckPath } from './deck-path/facts.ts';
import { facts as deckPolygon } from './deck-polygon/facts.ts';
import { facts as deckScatter } from './deck-scatter/facts.ts';
import { facts as deckScreengrid } from './deck-screengrid/facts.ts';
import { chart as echartsArea } from './echarts-area/index.ts';
import { chart as echartsTimeseriesBar } from './echarts-timeseries-bar/index.ts';
import { chart as echartsTimeseriesLine } from './echarts-timeseries-line/index.ts';
import { facts as mapbox } from './mapbox/facts.ts';
import { chart as pie } from './pie/index.ts';
import { chart as pivotTableV2 } from './pivot-table-v2/index.ts';
import { facts as pointClusterMap } from './point-cluster-map/facts.ts';
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
  { facts: deckArc, load: () => import('./deck-arc/index.ts') },
  { facts: deckContour, load: () => import('./deck-contour/index.ts') },
  { facts: deckGeojson, load: () => import('./deck-geojson/index.ts') },
  { facts: deckGrid, load: () => import('./deck-grid/index.ts') },
  { facts: deckHeatmap, load: () => import('./deck-heatmap/index.ts') },
  { facts: deckHex, load: () => import('./deck-hex/index.ts') },
  { facts: deckPath, load: () => import('./deck-path/index.ts') },
  { facts: deckPolygon, load: () => import('./deck-polygon/index.ts') },
  { facts: deckScatter, load: () => import('./deck-scatter/index.ts') },
  { facts: deckScreengrid, load: () => import('./deck-screengrid/index.ts') },
  { facts: mapbox, load: () => import('./mapbox/index.ts') },
  { facts: pointClusterMap, load: () => import('./point-cluster-map/index.ts') },
];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
