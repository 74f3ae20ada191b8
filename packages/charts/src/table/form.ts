import {
  adhocFiltersControl,
  type ControlContext,
  type ControlSection,
  checkbox,
  comparedPeriodSection,
  conditionalFormattingControl,
  dateFormatControl,
  groupbyControl,
  isColumn,
  isOn,
  metricsControl,
  metricsOf,
  orderDescControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  sortMetricControl,
  temporalColumnsControl,
  textOf,
  timeGrainControl,
  toList,
  validateInteger,
  validateNonEmpty,
  validateOrderBy,
  withControl,
} from '@powerset/chart-kit';

/** `raw` shows rows as they are, `aggregate` groups; a form that only names columns is raw. */
export function queryModeOf(form: ControlContext['form']): 'aggregate' | 'raw' {
  const mode = textOf(form, 'query_mode');
  if (mode === 'raw' || mode === 'aggregate') return mode;
  return toList(form.all_columns).length > 0 ? 'raw' : 'aggregate';
}

const isRaw = (context: ControlContext) => queryModeOf(context.form) === 'raw';
const isAggregate = (context: ControlContext) => !isRaw(context);
const isPaged = (context: ControlContext) => isOn(context.form, 'server_pagination');

const hasTemporalGroup = (context: ControlContext) =>
  isAggregate(context) &&
  toList(context.form.groupby).some(
    (group) =>
      isColumn(group) &&
      (typeof group !== 'string' ||
        context.columns.some((column) => column.name === group && column.type === 'temporal')),
  );

const orderChoices = (context: ControlContext) =>
  context.columns.flatMap(({ name }) => [
    { value: JSON.stringify([name, true]), label: `${name} [asc]` },
    { value: JSON.stringify([name, false]), label: `${name} [desc]` },
  ]);

const querySection: ControlSection = {
  label: 'Query',
  tab: 'data',
  rows: [
    [
      {
        name: 'query_mode',
        type: 'radio',
        label: 'Query mode',
        default: null,
        changes: 'query',
        initialValue: (context) => queryModeOf(context.form),
        choices: pairChoices([
          ['aggregate', 'Aggregate'],
          ['raw', 'Raw records'],
        ]),
      },
    ],
    [withControl(groupbyControl, { isVisible: isAggregate })],
    [withControl(timeGrainControl, { isVisible: hasTemporalGroup })],
    [temporalColumnsControl],
    [withControl(metricsControl, { isVisible: isAggregate, validators: [] })],
    [
      {
        name: 'percent_metrics',
        type: 'metrics',
        label: 'Percentage metrics',
        isMulti: true,
        default: [],
        changes: 'query',
        isVisible: isAggregate,
        description:
          'Metrics for which percentage of total are to be displayed. Calculated from only data within the row limit.',
      },
    ],
    [
      {
        name: 'all_columns',
        type: 'columns',
        label: 'Columns',
        isMulti: true,
        default: [],
        changes: 'query',
        isVisible: isRaw,
        validators: [(value) => (validateNonEmpty(value, emptyContext) ? 'must have a value' : false)],
      },
    ],
    [adhocFiltersControl],
    [withControl(sortMetricControl, { isVisible: isAggregate })],
    [
      {
        name: 'order_by_cols',
        type: 'order-by-columns',
        label: 'Ordering',
        isMulti: true,
        default: [],
        changes: 'query',
        choices: orderChoices,
        isVisible: isRaw,
        validators: [validateOrderBy],
      },
    ],
    [
      checkbox('server_pagination', 'Server pagination', {
        changes: 'query',
        description: 'Fetches one page at a time, for results too long to fetch whole.',
      }),
    ],
    [withControl(rowLimitControl, { default: 1000, isVisible: (context) => !isPaged(context) })],
    [
      {
        name: 'server_page_length',
        type: 'select',
        label: 'Server page length',
        default: 10,
        isFreeForm: true,
        choices: plainChoices([10, 20, 50, 100, 200]),
        changes: 'query',
        isVisible: isPaged,
        validators: [validateInteger],
      },
    ],
    [
      withControl(orderDescControl, {
        isVisible: (context) => isAggregate(context) && metricsOf(context.form, 'timeseries_limit_metric').length > 0,
      }),
    ],
    [
      {
        name: 'percent_metric_calculation',
        type: 'select',
        label: 'Percentage metric calculation',
        default: 'all_records',
        isClearable: false,
        changes: 'query',
        choices: pairChoices([
          ['row_limit', 'Row limit'],
          ['all_records', 'All records'],
        ]),
        isVisible: (context) => isAggregate(context) && metricsOf(context.form, 'percent_metrics').length > 0,
        description: 'What percentages are shares of: the rows within the row limit, or all records.',
      },
    ],
    [
      checkbox('show_totals', 'Show summary', {
        changes: 'query',
        isVisible: isAggregate,
        description: 'Show total aggregations of selected metrics. Note that row limit does not apply to the result.',
      }),
    ],
  ],
};

/** Raw rows have no measures to compare. */
function onlyGrouped(row: ControlSection['rows'][number]): ControlSection['rows'][number] {
  return row.map((control) =>
    withControl(control, {
      isVisible: (context) => isAggregate(context) && (control.isVisible?.(context) ?? true),
    }),
  );
}

/** The non-empty validator does not look at its context. */
const emptyContext: ControlContext = {
  form: { viz_type: 'table' },
  columns: [],
  metrics: [],
  timeGrains: [],
  mainTemporalColumn: null,
  maxRows: 0,
};

const optionsSection: ControlSection = {
  label: 'Options',
  tab: 'customize',
  rows: [
    [withControl(dateFormatControl, { name: 'table_timestamp_format', label: 'Timestamp format' })],
    [
      {
        name: 'page_length',
        type: 'select',
        label: 'Page length',
        default: null,
        isFreeForm: true,
        isClearable: true,
        choices: pairChoices([
          [0, 'All'],
          [10, '10'],
          [20, '20'],
          [50, '50'],
          [100, '100'],
          [200, '200'],
        ]),
        changes: 'drawing',
        validators: [validateInteger],
        isVisible: (context) => !isPaged(context),
      },
    ],
    [
      checkbox('include_search', 'Search box', {
        description: 'Lets the reader search the rows; where the server pages, it searches all of them.',
      }),
      checkbox('show_cell_bars', 'Cell bars', { default: true }),
    ],
    [
      checkbox('align_pn', 'Align +/-', {
        description: 'Whether to align background charts with both positive and negative values at 0',
      }),
      checkbox('color_pn', 'Color +/-', {
        default: true,
        description: 'Whether to colorize numeric values by whether they are positive or negative',
      }),
    ],
    [
      checkbox('allow_rearrange_columns', 'Allow columns to be rearranged', {
        description: 'Allow end user to drag-and-drop column headers to rearrange them.',
      }),
    ],
    [
      checkbox('allow_render_html', 'Render columns in HTML format', {
        default: true,
        description: 'Renders table cells as HTML when applicable. Scripts and styles in them are left out.',
      }),
    ],
    [
      {
        name: 'column_config',
        type: 'column-config',
        label: 'Customize columns',
        description: 'Further customize how to display each column',
        changes: 'drawing',
      },
    ],
    [conditionalFormattingControl],
  ],
};

export const sections: readonly ControlSection[] = [
  querySection,
  { ...comparedPeriodSection, isVisible: isAggregate, rows: comparedPeriodSection.rows.map(onlyGrouped) },
  optionsSection,
];

/** A grouped table needs something to group by or to measure. */
export function validate(context: ControlContext) {
  const names = ['groupby', 'metrics', 'percent_metrics'];
  if (isRaw(context) || names.some((name) => toList(context.form[name]).length > 0)) return [];
  const message = 'Group By, Metrics or Percentage Metrics must have a value';
  return names.map((control) => ({ control, label: control, message }));
}
