/** A chart of the example dashboards; `form` has the wire's names, without dataset and type. */
export interface ExampleChart {
  readonly key: string;
  readonly name: string;
  readonly table: string;
  readonly vizType: string;
  readonly description?: string;
  readonly form: Readonly<Record<string, unknown>>;
}

const euro = { symbol: 'EUR', symbolPosition: 'prefix' };

/** The condition that a dashboard's time range takes hold of. */
function inTime(column: string, range = 'No filter') {
  return {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: column,
    operator: 'TEMPORAL_RANGE',
    operatorId: 'TEMPORAL_RANGE',
    comparator: range,
  };
}

interface Trend {
  readonly key: string;
  readonly name: string;
  readonly metric: string;
  readonly format?: string;
  readonly isMoney?: boolean;
}

function orderTrend({ key, name, metric, format, isMoney }: Trend): ExampleChart {
  return trend({ key, name, metric, format, isMoney, table: 'orders', column: 'ordered_at' });
}

function trend(input: Trend & { readonly table: string; readonly column: string }): ExampleChart {
  const { key, name, metric, table, column, format = 'SMART_NUMBER', isMoney } = input;
  return {
    key,
    name,
    table,
    vizType: 'big_number',
    form: {
      x_axis: column,
      time_grain_sqla: 'P1W',
      metric,
      adhoc_filters: [inTime(column)],
      compare_lag: 4,
      compare_suffix: 'vs 4 weeks before',
      show_trend_line: true,
      start_y_axis_at_zero: false,
      y_axis_format: format,
      ...(isMoney ? { currency_format: euro } : {}),
    },
  };
}

const byOrderTime = {
  x_axis: 'ordered_at',
  adhoc_filters: [inTime('ordered_at')],
  row_limit: 10000,
  show_legend: true,
  rich_tooltip: true,
};
const money = { y_axis_format: 'SMART_NUMBER', currency_format: euro };
const rankBar = {
  orientation: 'horizontal',
  x_axis_sort_asc: true,
  show_value: true,
  show_legend: false,
  rich_tooltip: true,
};

const overview: readonly ExampleChart[] = [
  orderTrend({ key: 'revenue', name: 'Revenue', metric: 'revenue', isMoney: true }),
  orderTrend({ key: 'orders', name: 'Orders', metric: 'orders' }),
  orderTrend({
    key: 'order-value',
    name: 'Average order value',
    metric: 'avg_order_value',
    format: ',.2f',
    isMoney: true,
  }),
  orderTrend({ key: 'return-rate', name: 'Return rate', metric: 'return_rate', format: ',.1%' }),
  {
    key: 'weekly-revenue',
    name: 'Weekly revenue by channel',
    table: 'orders',
    vizType: 'echarts_timeseries_line',
    description: 'Black Friday to Christmas stands out every year',
    form: {
      ...byOrderTime,
      ...money,
      metrics: ['revenue'],
      groupby: ['channel'],
      time_grain_sqla: 'P1W',
      truncate_metric: true,
    },
  },
  {
    key: 'categories',
    name: 'Revenue by category',
    table: 'orders',
    vizType: 'pie',
    form: {
      groupby: ['category'],
      metric: 'revenue',
      adhoc_filters: [inTime('ordered_at')],
      row_limit: 100,
      sort_by_metric: true,
      donut: true,
      innerRadius: 56,
      outerRadius: 82,
      show_labels: true,
      labels_outside: true,
      label_line: true,
      label_type: 'key_percent',
      show_legend: false,
      show_total: true,
      number_format: 'SMART_NUMBER',
      currency_format: euro,
    },
  },
  {
    key: 'channels',
    name: 'Orders by month and channel',
    table: 'orders',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...byOrderTime,
      metrics: ['orders'],
      groupby: ['channel'],
      time_grain_sqla: 'P1M',
      stack: 'Stack',
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'countries',
    name: 'Revenue by country',
    table: 'orders',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...rankBar,
      ...money,
      x_axis: 'country',
      metrics: ['revenue'],
      groupby: [],
      adhoc_filters: [inTime('ordered_at')],
      row_limit: 8,
      x_axis_sort: 'revenue',
      order_desc: true,
      timeseries_limit_metric: 'revenue',
    },
  },
  {
    key: 'returning',
    name: 'New and returning customers',
    table: 'orders',
    vizType: 'echarts_area',
    form: {
      ...byOrderTime,
      metrics: ['orders'],
      groupby: ['customer_segment'],
      time_grain_sqla: 'P1M',
      stack: 'Stack',
      opacity: 0.7,
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'top-products',
    name: 'Top products',
    table: 'orders',
    vizType: 'table',
    form: {
      query_mode: 'aggregate',
      groupby: ['product', 'category'],
      metrics: ['revenue', 'orders', 'return_rate', 'margin_rate'],
      adhoc_filters: [inTime('ordered_at')],
      timeseries_limit_metric: 'revenue',
      order_desc: true,
      row_limit: 100,
      page_length: 0,
      show_cell_bars: true,
      include_search: false,
      column_config: {
        revenue: { d3NumberFormat: 'SMART_NUMBER', currencyFormat: euro },
        orders: { d3NumberFormat: ',d' },
        return_rate: { d3NumberFormat: ',.1%', showCellBars: false },
        margin_rate: { d3NumberFormat: ',.1%', showCellBars: false },
      },
    },
  },
];

const products: readonly ExampleChart[] = [
  {
    key: 'category-months',
    name: 'Revenue by category over time',
    table: 'orders',
    vizType: 'echarts_area',
    form: {
      ...byOrderTime,
      ...money,
      metrics: ['revenue'],
      groupby: ['category'],
      time_grain_sqla: 'P1M',
      stack: 'Stack',
      opacity: 0.7,
    },
  },
  {
    key: 'category-channels',
    name: 'Category by channel',
    table: 'orders',
    vizType: 'pivot_table_v2',
    form: {
      groupbyRows: ['category'],
      groupbyColumns: ['channel'],
      metrics: ['revenue'],
      metricsLayout: 'COLUMNS',
      adhoc_filters: [inTime('ordered_at')],
      row_limit: 10000,
      aggregateFunction: 'Sum',
      rowTotals: true,
      colTotals: true,
      valueFormat: 'SMART_NUMBER',
      currency_format: euro,
      rowOrder: 'value_z_to_a',
      colOrder: 'key_a_to_z',
    },
  },
  {
    key: 'payment',
    name: 'Payment methods',
    table: 'orders',
    vizType: 'pie',
    form: {
      groupby: ['payment_method'],
      metric: 'orders',
      adhoc_filters: [inTime('ordered_at')],
      row_limit: 20,
      sort_by_metric: true,
      show_labels: true,
      labels_outside: true,
      label_line: true,
      label_type: 'key_percent',
      show_legend: false,
      outerRadius: 78,
      number_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'discounts',
    name: 'Promotions',
    table: 'orders',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...rankBar,
      ...money,
      x_axis: 'promotion',
      metrics: ['revenue'],
      groupby: [],
      row_limit: 10,
      x_axis_sort: 'revenue',
      order_desc: true,
      adhoc_filters: [
        inTime('ordered_at'),
        {
          clause: 'WHERE',
          expressionType: 'SIMPLE',
          subject: 'promotion',
          operator: 'IS NOT NULL',
          operatorId: 'IS_NOT_NULL',
        },
      ],
    },
  },
];

const regions: readonly ExampleChart[] = [
  {
    key: 'country-quarters',
    name: 'Revenue by country and quarter',
    table: 'orders',
    vizType: 'pivot_table_v2',
    form: {
      groupbyRows: ['country'],
      groupbyColumns: ['ordered_at'],
      time_grain_sqla: 'P3M',
      metrics: ['revenue'],
      metricsLayout: 'COLUMNS',
      adhoc_filters: [inTime('ordered_at')],
      row_limit: 10000,
      aggregateFunction: 'Sum',
      rowTotals: true,
      colTotals: true,
      valueFormat: 'SMART_NUMBER',
      currency_format: euro,
      date_format: 'smart_date',
      rowOrder: 'value_z_to_a',
      colOrder: 'key_a_to_z',
    },
  },
  {
    key: 'cities',
    name: 'Cities',
    table: 'orders',
    vizType: 'table',
    form: {
      query_mode: 'aggregate',
      groupby: ['city', 'country'],
      metrics: ['revenue', 'orders', 'customers', 'avg_order_value'],
      adhoc_filters: [inTime('ordered_at')],
      timeseries_limit_metric: 'revenue',
      order_desc: true,
      row_limit: 200,
      page_length: 0,
      show_cell_bars: true,
      include_search: true,
      column_config: {
        revenue: { d3NumberFormat: 'SMART_NUMBER', currencyFormat: euro },
        avg_order_value: { d3NumberFormat: ',.2f', currencyFormat: euro, showCellBars: false },
      },
    },
  },
];

const fulfilment: readonly ExampleChart[] = [
  {
    key: 'returns-month',
    name: 'Refunds by month',
    table: 'returns',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...money,
      x_axis: 'returned_at',
      time_grain_sqla: 'P1M',
      metrics: ['refunds'],
      groupby: [],
      adhoc_filters: [inTime('returned_at')],
      row_limit: 10000,
      show_legend: false,
      rich_tooltip: true,
    },
  },
  {
    key: 'return-reasons',
    name: 'Why orders come back',
    table: 'returns',
    vizType: 'echarts_timeseries_bar',
    form: {
      ...rankBar,
      x_axis: 'reason',
      metrics: ['returns'],
      groupby: [],
      adhoc_filters: [inTime('returned_at')],
      row_limit: 10,
      x_axis_sort: 'returns',
      order_desc: true,
      y_axis_format: 'SMART_NUMBER',
    },
  },
  {
    key: 'return-rate-category',
    name: 'Return rate by category',
    table: 'orders',
    vizType: 'echarts_timeseries_line',
    form: {
      ...byOrderTime,
      metrics: ['return_rate'],
      groupby: ['category'],
      time_grain_sqla: 'P3M',
      limit: 4,
      timeseries_limit_metric: 'return_rate',
      y_axis_format: ',.1%',
    },
  },
];

export const salesCharts = { overview, products, regions, fulfilment };

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
  sessionTrend({ key: 'conversion', name: 'Conversion rate', metric: 'conversion_rate', format: ',.2%' }),
  sessionTrend({ key: 'bounce', name: 'Bounce rate', metric: 'bounce_rate', format: ',.1%' }),
  sessionTrend({ key: 'pages', name: 'Pages per session', metric: 'pages_per_session', format: ',.2f' }),
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
