import { type Fields, listOf, marginOf, type OlderType, renamed, withTimeFilter } from './fields.ts';

const treemap: OlderType = {
  key: 'treemap_v2',
  translate: ({ metrics, treemap_ratio: _, ...others }) => {
    const [metric] = listOf(metrics);
    return withTimeFilter({ ...others, ...(others.metric === undefined && metric ? { metric } : {}) });
  },
};

const sunburst: OlderType = {
  key: 'sunburst_v2',
  translate: (form) => withTimeFilter(renamed(form, { groupby: 'columns' })),
};

/** Of a list of two columns: where links begin and where they end. */
function linkFields({ groupby, ...others }: Fields): Fields {
  const [source, target] = listOf(groupby);
  return withTimeFilter({ ...(source ? { source } : {}), ...(target ? { target } : {}), ...others });
}

const sankey: OlderType = { key: 'sankey_v2', translate: linkFields };

const forces: OlderType = {
  key: 'graph_chart',
  translate: ({ link_length: length, charge: _, collapsed_fields: __, ...others }) =>
    linkFields({ layout: 'force', ...(length === undefined ? {} : { edgeLength: Number(length) }), ...others }),
};

const heatmap: OlderType = {
  key: 'heatmap_v2',
  translate: ({ canvas_image_rendering: _, sort_by_metric: __, ...others }) => {
    const fields = renamed(others, {
      all_columns_x: 'x_axis',
      all_columns_y: 'groupby',
      y_axis_bounds: 'value_bounds',
      show_perc: 'show_percentage',
      time_format: 'x_axis_time_format',
    });
    const [axis] = listOf(fields.x_axis);
    const [rows] = listOf(fields.groupby);
    return withTimeFilter({ ...fields, x_axis: axis, groupby: rows });
  },
};

const histogram: OlderType = {
  key: 'histogram_v2',
  translate: ({ all_columns_x: columns, link_length: bins, ...others }) => {
    const [column] = listOf(columns);
    const fields = renamed(others, {
      normalized: 'normalize',
      x_axis_label: 'x_axis_title',
      y_axis_label: 'y_axis_title',
    });
    const count = Number(bins);
    return withTimeFilter({ ...fields, column, ...(Number.isInteger(count) && count > 0 ? { bins: count } : {}) });
  },
};

const bubble: OlderType = {
  key: 'bubble_v2',
  translate: (form) => {
    const fields = renamed(form, {
      limit: 'row_limit',
      x_axis_format: 'xAxisFormat',
      x_log_scale: 'logXAxis',
      y_log_scale: 'logYAxis',
      bottom_margin: 'x_axis_title_margin',
      left_margin: 'y_axis_title_margin',
    });
    const margins = ['x_axis_title_margin', 'y_axis_title_margin'].filter((name) => name in fields);
    const isBound = listOf(form.y_axis_bounds).some((bound) => typeof bound === 'number');
    return withTimeFilter({
      ...fields,
      ...Object.fromEntries(margins.map((name) => [name, marginOf(fields[name])])),
      ...(isBound ? { truncateYAxis: true } : {}),
    });
  },
};

const aggregates: Readonly<Record<string, string>> = {
  sum: 'Sum',
  mean: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
  std: 'Sample Standard Deviation',
  stdev: 'Sample Standard Deviation',
  var: 'Sample Variance',
  count: 'Count',
};

const pivotTable: OlderType = {
  key: 'pivot_table_v2',
  translate: ({ pivot_margins: margins, pandas_aggfunc: aggregate, ...others }) => {
    const fields = renamed(others, {
      groupby: 'groupbyRows',
      columns: 'groupbyColumns',
      number_format: 'valueFormat',
      combine_metric: 'combineMetric',
      transpose_pivot: 'transposePivot',
    });
    return withTimeFilter({
      ...fields,
      ...(margins === true ? { rowTotals: true, colTotals: true } : {}),
      aggregateFunction: aggregates[String(aggregate)] ?? 'Sum',
    });
  },
};

export const olderParts: Readonly<Record<string, OlderType>> = {
  treemap,
  sunburst,
  sankey,
  sankey_loop: sankey,
  directed_force: forces,
  heatmap,
  histogram,
  bubble,
  pivot_table: pivotTable,
};
