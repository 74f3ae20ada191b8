import { type ExampleChart, inTime, money, rankBar, type Trend, trend } from './chart-forms.ts';

const bySession = {
  x_axis: 'started_at',
  adhoc_filters: [inTime('started_at')],
  row_limit: 10000,
  show_legend: true,
  rich_tooltip: true,
};

function sessionTrend(input: Trend): ExampleChart {
  return trend({ ...input, table: 'web_sessions', column: 'started_at' });
}

export const trafficCharts: readonly ExampleChart[] = [
  sessionTrend({ key: 'sessions', name: 'Sessions', metric: 'sessions' }),
  sessionTrend({
    key: 'conversion',
    name: 'Conversion rate',
    isRatio: true,
    metric: 'conversion_rate',
    format: ',.2%',
  }),
  sessionTrend({ key: 'bounce', name: 'Bounce rate', isRatio: true, metric: 'bounce_rate', format: ',.1%' }),
  sessionTrend({ key: 'pages', name: 'Pages per session', isRatio: true, metric: 'pages_per_session', format: ',.2f' }),
  {
    key: 'devices',
    name: 'Sessions by device',
    table: 'web_sessions',
    vizType: 'echarts_area',
    form: {
      ...bySession,
      metrics: ['sessions'],
      groupby: ['device'],
      time_grain_sqla: 'P1W',
      stack: 'Stack',
      opacity: 0.7,
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'sources',
    name: 'Where visits come from',
    table: 'web_sessions',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...rankBar,
      x_axis: 'source',
      metrics: ['sessions'],
      groupby: [],
      adhoc_filters: [inTime('started_at')],
      row_limit: 10,
      x_axis_sort: 'sessions',
      order_desc: true,
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'conversion-device',
    name: 'Conversion by device',
    table: 'web_sessions',
    vizType: 'echarts_timeseries_line',
    form: {
      ...bySession,
      metrics: ['conversion_rate'],
      groupby: ['device'],
      time_grain_sqla: 'P1M',
      y_axis_format: ',.1%',
    },
  },
  {
    key: 'spend',
    name: 'Marketing spend',
    table: 'marketing_spend',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...money,
      x_axis: 'day',
      time_grain_sqla: 'P1M',
      metrics: ['spend'],
      groupby: ['channel'],
      adhoc_filters: [inTime('day')],
      row_limit: 10000,
      stack: 'Stack',
      show_legend: true,
      rich_tooltip: true,
    },
  },
  {
    key: 'source-device',
    name: 'Conversion by source and device',
    table: 'web_sessions',
    vizType: 'pivot_table_v2',
    form: {
      groupbyRows: ['source'],
      groupbyColumns: ['device'],
      metrics: ['sessions', 'conversion_rate'],
      metricsLayout: 'COLUMNS',
      adhoc_filters: [inTime('started_at')],
      row_limit: 10000,
      aggregateFunction: 'Sum',
      valueFormat: 'SMART_NUMBER',
      rowOrder: 'value_z_to_a',
      colOrder: 'key_a_to_z',
    },
  },
  {
    key: 'countries-web',
    name: 'Countries',
    table: 'web_sessions',
    vizType: 'table',
    form: {
      query_mode: 'aggregate',
      groupby: ['country'],
      metrics: ['sessions', 'conversions', 'conversion_rate', 'avg_duration'],
      adhoc_filters: [inTime('started_at')],
      timeseries_limit_metric: 'sessions',
      order_desc: true,
      row_limit: 50,
      page_length: 0,
      show_cell_bars: true,
      column_config: {
        conversion_rate: { d3NumberFormat: ',.2%', showCellBars: false },
        avg_duration: { d3NumberFormat: ',.0f', showCellBars: false },
      },
    },
  },
];
