/** A chart of the example dashboards; `form` has the wire's names, without dataset and type. */
export interface ExampleChart {
  readonly key: string;
  readonly name: string;
  readonly table: string;
  readonly vizType: string;
  readonly description?: string;
  readonly form: Readonly<Record<string, unknown>>;
}

export const euro = { symbol: 'EUR', symbolPosition: 'prefix' };

/** The condition that a dashboard's time range takes hold of. */
export function inTime(column: string, range = 'No filter') {
  return {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: column,
    operator: 'TEMPORAL_RANGE',
    operatorId: 'TEMPORAL_RANGE',
    comparator: range,
  };
}

export interface Trend {
  readonly key: string;
  readonly name: string;
  readonly metric: string;
  readonly format?: string;
  readonly isMoney?: boolean;
  /** Ratios are averaged over the four weeks instead of added up. */
  readonly isRatio?: boolean;
  readonly isLessBetter?: boolean;
}

/** A big number over its trend. */
export function trend(input: Trend & { readonly table: string; readonly column: string }): ExampleChart {
  const { key, name, metric, table, column, format = 'SMART_NUMBER', isMoney, isRatio, isLessBetter } = input;
  return {
    key,
    name,
    table,
    vizType: 'big_number',
    form: {
      x_axis: column,
      time_grain_sqla: 'P1D',
      metric,
      adhoc_filters: [inTime(column)],
      rolling_type: isRatio ? 'mean' : 'sum',
      rolling_periods: 28,
      min_periods: 28,
      compare_lag: 28,
      compare_suffix: 'in 4 weeks',
      ...(isLessBetter ? { comparison_color_scheme: 'Red' } : {}),
      show_trend_line: true,
      start_y_axis_at_zero: false,
      y_axis_format: format,
      ...(isMoney ? { currency_format: euro } : {}),
    },
  };
}

export const money = { y_axis_format: 'SMART_NUMBER', currency_format: euro };
export const rankBar = {
  orientation: 'horizontal',
  x_axis_sort_asc: true,
  show_value: true,
  show_legend: false,
  rich_tooltip: true,
};
