/** Names of chart types where only the key is at hand; lists must not load the definitions of charts for them. */
const names: Readonly<Record<string, string>> = {
  table: 'Table',
  big_number: 'Big Number with Trendline',
  big_number_total: 'Big Number',
  pie: 'Pie Chart',
  echarts_timeseries_line: 'Line Chart',
  echarts_timeseries_bar: 'Bar Chart',
  echarts_area: 'Area Chart',
  echarts_timeseries_scatter: 'Scatter Plot',
  echarts_timeseries_smooth: 'Smooth Line',
  echarts_timeseries_step: 'Stepped Line',
  echarts_timeseries: 'Generic Chart',
  mixed_timeseries: 'Mixed Chart',
  pivot_table_v2: 'Pivot Table',
  treemap_v2: 'Treemap',
  box_plot: 'Box Plot',
  word_cloud: 'Word Cloud',
};

/** The name of a chart type, or its key in words. */
export function chartTypeName(vizType: string): string {
  return (
    names[vizType] ??
    vizType
      .replace(/_v\d+$/, '')
      .replaceAll('_', ' ')
      .replace(/^./, (letter) => letter.toUpperCase())
  );
}
