import type { LayoutMeta, NodeType } from './nodes.ts';

interface Size extends LayoutMeta {
  readonly width: number;
  readonly height: number;
}

/** A figure is read at a glance, a series needs length, a table needs both. */
const chartSizes: Readonly<Record<string, Size>> = {
  big_number: { width: 3, height: 12 },
  big_number_total: { width: 3, height: 12 },
  pie: { width: 4, height: 32 },
  echarts_area: { width: 6, height: 32 },
  echarts_timeseries_bar: { width: 6, height: 32 },
  echarts_timeseries_line: { width: 6, height: 32 },
  pivot_table_v2: { width: 6, height: 40 },
  table: { width: 6, height: 40 },
};

/** The size that fits a chart type; nothing for types that are not known, which take the general one. */
export function chartSize(vizType: string | undefined): LayoutMeta {
  return chartSizes[vizType ?? ''] ?? {};
}

const partSizes: Readonly<Partial<Record<NodeType, Size>>> = {
  MARKDOWN: { width: 4, height: 16 },
};

/** The size that a part has when it is put on the canvas. */
export function partSize(type: NodeType): LayoutMeta {
  return partSizes[type] ?? {};
}
