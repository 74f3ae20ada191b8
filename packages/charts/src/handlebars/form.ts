import {
  adhocFiltersControl,
  checkbox,
  control,
  controlValue,
  defineForm,
  type FormOf,
  groupbyControl,
  metricsControl,
  orderDescControl,
  pairChoices,
  type RuleContext,
  rowLimitControl,
  sortMetricControl,
  validateNonEmpty,
  validateOrderBy,
  withControl,
} from '@powerset/chart-kit';

const queryModeControl = control({
  name: 'query_mode',
  type: 'radio',
  label: 'Query mode',
  default: 'aggregate',
  changes: 'query',
  choices: pairChoices([
    ['aggregate', 'Aggregate'],
    ['raw', 'Raw records'],
  ]),
});

const isRaw = (context: RuleContext): boolean => controlValue(context, queryModeControl) === 'raw';
const isAggregate = (context: RuleContext): boolean => !isRaw(context);

const orderChoices = (context: RuleContext) =>
  context.columns.flatMap(({ name }) => [
    { value: JSON.stringify([name, true]), label: `${name} [asc]` },
    { value: JSON.stringify([name, false]), label: `${name} [desc]` },
  ]);

export const defaultTemplate = `<ul class="data-list">
  {{#each data}}
    <li>{{stringify this}}</li>
  {{/each}}
</ul>`;

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [queryModeControl],
      [withControl(groupbyControl, { isVisible: isAggregate })],
      [withControl(metricsControl, { isVisible: isAggregate, validators: [] })],
      [
        {
          name: 'all_columns',
          type: 'columns',
          label: 'Columns',
          isMulti: true,
          default: [],
          changes: 'query',
          isVisible: isRaw,
          validators: [(value, context) => (validateNonEmpty(value, context) ? 'must have a value' : false)],
        },
      ],
      [
        {
          name: 'percent_metrics',
          type: 'metrics',
          label: 'Percentage metrics',
          isMulti: true,
          default: [],
          changes: 'query',
          isVisible: isAggregate,
        },
      ],
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
        withControl(orderDescControl, {
          isVisible: (context) => isAggregate(context) && controlValue(context, sortMetricControl) !== null,
        }),
      ],
      [rowLimitControl],
      [
        checkbox('include_time', 'Include time', {
          changes: 'query',
          isVisible: isAggregate,
          description: 'Whether to include the time granularity as defined in the time section',
        }),
      ],
      [
        checkbox('show_totals', 'Show summary', {
          changes: 'query',
          isVisible: isAggregate,
          description: 'Asks for what all rows come to; the template finds it as totals.',
        }),
      ],
      [adhocFiltersControl],
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    rows: [
      [
        {
          name: 'handlebarsTemplate',
          type: 'textarea',
          label: 'Handlebars Template',
          default: defaultTemplate,
          changes: 'drawing',
          validators: [validateNonEmpty],
          description: 'A handlebars template that is applied to the data. Scripts in what it writes are left out.',
        },
      ],
      [
        {
          name: 'styleTemplate',
          type: 'textarea',
          label: 'CSS Styles',
          default: '',
          changes: 'drawing',
          description: 'CSS for what the template writes. It reaches nothing outside of this chart.',
        },
      ],
    ],
  },
]);

export type HandlebarsForm = FormOf<typeof form>;
