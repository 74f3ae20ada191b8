// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartExample } from '@powerset/chart-kit';
import { examples as bigNumber } from './big-number/examples.ts';
import { examples as bigNumberTotal } from './big-number-total/examples.ts';
import { examples as deckArc } from './deck-arc/examples.ts';
import { examples as deckContour } from './deck-contour/examples.ts';
import { examples as deckGeojson } from './deck-geojson/examples.ts';
import { examples as deckGrid } from './deck-grid/examples.ts';
import { examples as deckHeatmap } from './deck-heatmap/examples.ts';
import { examples as deckHex } from './deck-hex/examples.ts';
import { examples as deckPath } from './deck-path/examples.ts';
import { examples as deckPolygon } from './deck-polygon/examples.ts';
import { examples as deckScatter } from './deck-scatter/examples.ts';
import { examples as deckScreengrid } from './deck-screengrid/examples.ts';
import { examples as echartsArea } from './echarts-area/examples.ts';
import { examples as echartsTimeseriesBar } from './echarts-timeseries-bar/examples.ts';
import { examples as echartsTimeseriesLine } from './echarts-timeseries-line/examples.ts';
import { examples as mapbox } from './mapbox/examples.ts';
import { examples as pie } from './pie/examples.ts';
import { examples as pivotTableV2 } from './pivot-table-v2/examples.ts';
import { examples as pointClusterMap } from './point-cluster-map/examples.ts';
import { examples as table } from './table/examples.ts';

/** Each chart type's examples by its key. Apart from the definitions, so that no visitor loads them. */
export const chartExamples: Readonly<Record<string, readonly ChartExample[]>> = {
  big_number: bigNumber,
  big_number_total: bigNumberTotal,
  deck_arc: deckArc,
  deck_contour: deckContour,
  deck_geojson: deckGeojson,
  deck_grid: deckGrid,
  deck_heatmap: deckHeatmap,
  deck_hex: deckHex,
  deck_path: deckPath,
  deck_polygon: deckPolygon,
  deck_scatter: deckScatter,
  deck_screengrid: deckScreengrid,
  echarts_area: echartsArea,
  echarts_timeseries_bar: echartsTimeseriesBar,
  echarts_timeseries_line: echartsTimeseriesLine,
  mapbox: mapbox,
  pie: pie,
  pivot_table_v2: pivotTableV2,
  point_cluster_map: pointClusterMap,
  table: table,
};
