import { msg } from '../i18n/index.ts';

/** Names of chart types where only the key is at hand; lists must not load the definitions of charts for them. */
const names: Readonly<Record<string, string>> = {
  table: msg('Table'),
  big_number: msg('Big Number with Trendline'),
  big_number_total: msg('Big Number'),
  pie: msg('Pie Chart'),
  echarts_timeseries_line: msg('Line Chart'),
  echarts_timeseries_bar: msg('Bar Chart'),
  echarts_area: msg('Area Chart'),
  echarts_timeseries_scatter: msg('Scatter Plot'),
  echarts_timeseries_smooth: msg('Smooth Line'),
  echarts_timeseries_step: msg('Stepped Line'),
  echarts_timeseries: msg('Generic Chart'),
  mixed_timeseries: msg('Mixed Chart'),
  pivot_table_v2: msg('Pivot Table'),
  treemap_v2: msg('Treemap'),
  sunburst_v2: msg('Sunburst Chart'),
  sankey_v2: msg('Sankey Chart'),
  graph_chart: msg('Graph Chart'),
  tree_chart: msg('Tree Chart'),
  partition: msg('Partition Chart'),
  chord: msg('Chord Diagram'),
  world_map: msg('World Map'),
  country_map: msg('Country Map'),
  box_plot: msg('Box Plot'),
  word_cloud: msg('Word Cloud'),
  funnel: msg('Funnel Chart'),
  gauge_chart: msg('Gauge Chart'),
  radar: msg('Radar Chart'),
  pop_kpi: msg('Big Number with Time Period Comparison'),
  bullet: msg('Bullet Chart'),
  rose: msg('Nightingale Rose Chart'),
};

/** The name of a chart type in the interface's language, or its key in words. */
export function chartTypeName(vizType: string, t: (text: string) => string): string {
  const name = names[vizType];
  if (name !== undefined) return t(name);
  return vizType
    .replace(/_v\d+$/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (letter) => letter.toUpperCase());
}
