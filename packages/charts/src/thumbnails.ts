// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import bigNumber from './big-number/thumbnail.svg';
import bigNumberTotal from './big-number-total/thumbnail.svg';
import deckArc from './deck-arc/thumbnail.svg';
import deckContour from './deck-contour/thumbnail.svg';
import deckGeojson from './deck-geojson/thumbnail.svg';
import deckGrid from './deck-grid/thumbnail.svg';
import deckHeatmap from './deck-heatmap/thumbnail.svg';
import deckHex from './deck-hex/thumbnail.svg';
import deckPath from './deck-path/thumbnail.svg';
import deckPolygon from './deck-polygon/thumbnail.svg';
import deckScatter from './deck-scatter/thumbnail.svg';
import deckScreengrid from './deck-screengrid/thumbnail.svg';
import echartsArea from './echarts-area/thumbnail.svg';
import echartsTimeseriesBar from './echarts-timeseries-bar/thumbnail.svg';
import echartsTimeseriesLine from './echarts-timeseries-line/thumbnail.svg';
import mapbox from './mapbox/thumbnail.svg';
import pie from './pie/thumbnail.svg';
import pivotTableV2 from './pivot-table-v2/thumbnail.svg';
import pointClusterMap from './point-cluster-map/thumbnail.svg';
import table from './table/thumbnail.svg';

/** The address of each chart type's picture in the gallery, by its key. */
export const chartThumbnails: Readonly<Record<string, string>> = {
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
