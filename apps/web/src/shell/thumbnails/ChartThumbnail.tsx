import {
  areas,
  bars,
  donut,
  dots,
  type Frame,
  figure,
  figureWithTrend,
  heatmap,
  lines,
  rankedBars,
  rows,
  type Shape,
  treemap,
} from './shapes.tsx';

/** Which shape stands for a chart type; types that are not named are told apart by the words in their key. */
const shapeByKey: Readonly<Record<string, Shape>> = {
  table: rows,
  time_table: rows,
  pivot_table_v2: heatmap,
  big_number_total: figure,
  big_number: figureWithTrend,
  pie: donut,
  rose: donut,
  sunburst: donut,
  sunburst_v2: donut,
  gauge_chart: donut,
  echarts_area: areas,
  area: areas,
  echarts_timeseries_bar: bars,
  dist_bar: bars,
  bar: bars,
  histogram: bars,
  mixed_timeseries: bars,
  funnel: rankedBars,
  echarts_timeseries_scatter: dots,
  bubble: dots,
  bubble_v2: dots,
  treemap_v2: treemap,
  heatmap,
  cal_heatmap: heatmap,
};

export function shapeOf(vizType: string): Shape {
  const known = shapeByKey[vizType];
  if (known) return known;
  if (/scatter|deck|map|graph/.test(vizType)) return dots;
  return /bar|box/.test(vizType) ? bars : lines;
}

export interface ChartThumbnailProps {
  readonly vizType: string;
  /** The same seed gives the same drawing; a chart's id and name. */
  readonly seed: string;
  readonly width: number;
  readonly height: number;
  readonly padding?: number;
}

/** A small drawing in the shape of a chart's type. */
export function ChartThumbnail({ vizType, seed, width, height, padding = 5 }: ChartThumbnailProps) {
  const frame: Frame = { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding };
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      style={{ display: 'block' }}
    >
      {shapeOf(vizType)(frame, seed)}
    </svg>
  );
}
