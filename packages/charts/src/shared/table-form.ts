import {
  adhocFiltersControl,
  type ControlDefinition,
  calendarPeriodSection,
  checkbox,
  conditionalFormattingControl,
  control,
  controlValue,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  groupOthersControl,
  isTemporalColumn,
  metricsControl,
  msg,
  orderDescControl,
  pairChoices,
  plainChoices,
  type RuleContext,
  rowLimitControl,
  section,
  sortMetricControl,
  temporalColumnsControl,
  timeGrainControl,
  validateInteger,
  validateNonEmpty,
  validateOrderBy,
  withControl,
} from '@powerset/chart-kit';

const queryModeControl = control({
  name: 'query_mode',
  type: 'radio',
  label: 'Query mode',
  default: null,
  changes: 'query',
  initialValue: (context) => queryModeIn(context),
  choices: pairChoices([
    ['aggregate', 'Aggregate'],
    ['raw', 'Raw records'],
  ]),
});
const allColumnsControl = control({
  name: 'all_columns',
  type: 'columns',
  label: 'Columns',
  isMulti: true,
  default: [],
  changes: 'query',
  isVisible: (context) => isRaw(context),
  validators: [(value, context) => (validateNonEmpty(value, context) ? 'must have a value' : false)],
});
const pagingControl = checkbox('server_pagination', 'Server pagination', {
  changes: 'query',
  description: 'Fetches one page at a time, for results too long to fetch whole.',
});
const percentMetricsControl = control({
  name: 'percent_metrics',
  type: 'metrics',
  label: 'Percentage metrics',
  isMulti: true,
  default: [],
  changes: 'query',
  isVisible: (context) => isAggregate(context),
  description:
    'Metrics for which percentage of total are to be displayed. Calculated from only data within the row limit.',
});

/** `raw` shows rows as they are, `aggregate` groups; a form that only names columns is raw. */
export function queryModeOf(form: Pick<TableForm, 'query_mode' | 'all_columns'>): 'aggregate' | 'raw' {
  return form.query_mode ?? (form.all_columns.length > 0 ? 'raw' : 'aggregate');
}

function queryModeIn(context: RuleContext): 'aggregate' | 'raw' {
  return queryModeOf({
    query_mode: controlValue(context, queryModeControl),
    all_columns: controlValue(context, allColumnsControl),
  });
}

const isRaw = (context: RuleContext): boolean => queryModeIn(context) === 'raw';
const isAggregate = (context: RuleContext): boolean => !isRaw(context);
const isPaged = (context: RuleContext): boolean => controlValue(context, pagingControl);

const hasTemporalGroup = (context: RuleContext): boolean =>
  isAggregate(context) && controlValue(context, groupbyControl).some((group) => isTemporalColumn(context, group));

/** A time has its place among the others; a page is no limit. */
const canGather = (context: RuleContext): boolean =>
  isAggregate(context) &&
  !isPaged(context) &&
  !hasTemporalGroup(context) &&
  controlValue(context, groupbyControl).length > 0 &&
  controlValue(context, metricsControl).length + controlValue(context, percentMetricsControl).length > 0;

const orderChoices = (context: RuleContext) =>
  context.columns.flatMap(({ name }) => [
    { value: JSON.stringify([name, true]), label: `${name} [asc]` },
    { value: JSON.stringify([name, false]), label: `${name} [desc]` },
  ]);

/** What a table asks for. */
export const tableQuerySection = section({
  label: 'Query',
  tab: 'data',
  rows: [
    [queryModeControl],
    [withControl(groupbyControl, { isVisible: isAggregate })],
    [withControl(timeGrainControl, { isVisible: hasTemporalGroup })],
    [temporalColumnsControl],
    [withControl(metricsControl, { isVisible: isAggregate, validators: [] })],
    [percentMetricsControl],
    [allColumnsControl],
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
    [pagingControl],
    [withControl(rowLimitControl, { default: 1000, isVisible: (context) => !isPaged(context) })],
    [
      withControl(groupOthersControl, {
        isVisible: (context) => canGather(context),
        description:
          'Whether the groups beyond the row limit are shown together as one row, instead of being left out.',
      }),
    ],
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
        isVisible: (context) => isAggregate(context) && controlValue(context, sortMetricControl) !== null,
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
        isVisible: (context) => isAggregate(context) && controlValue(context, percentMetricsControl).length > 0,
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
});

export const rearrangeControl = checkbox('allow_rearrange_columns', 'Allow columns to be rearranged', {
  description: 'Allow end user to drag-and-drop column headers to rearrange them.',
});

/** How a table looks, and what its reader may do with it. */
export const tableOptionsSection = section({
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
    [rearrangeControl],
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
});

/** Raw rows have no measures to compare. */
const onlyGrouped = <Control extends ControlDefinition>(one: Control) =>
  withControl(one, { isVisible: (context) => isAggregate(context) && (one.isVisible?.(context) ?? true) });

const [[period], [calendar], [fiscalYear], [hasColors], [colors]] = calendarPeriodSection.rows;

/** The earlier period beside the one that is shown. */
export const tablePeriodSection = section({
  ...calendarPeriodSection,
  isVisible: isAggregate,
  rows: [
    [onlyGrouped(period)],
    [onlyGrouped(calendar)],
    [onlyGrouped(fiscalYear)],
    [onlyGrouped(hasColors)],
    [onlyGrouped(colors)],
  ],
});

export const tableForm = defineForm([tableQuerySection, tablePeriodSection, tableOptionsSection]);

type Declared = FormOf<typeof tableForm>;

/** What tables read of their forms; the one whose columns are always moved has no switch for it. */
export type TableForm = Omit<Declared, 'allow_rearrange_columns'> & Partial<Pick<Declared, 'allow_rearrange_columns'>>;

/** A grouped table needs something to group by or to measure. */
export function validate(context: RuleContext) {
  const controls = [groupbyControl, metricsControl, percentMetricsControl];
  if (isRaw(context) || controls.some((control) => controlValue(context, control).length > 0)) return [];
  const message = msg('Dimensions, Metrics or Percentage metrics must have a value');
  return controls.map(({ name }) => ({ control: name, label: name, message }));
}
