import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  controlValue,
  currencyFormatControl,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  linearColorSchemeControl,
  metricControl,
  numberFormatControl,
  type RuleContext,
  rowLimitControl,
  sortByMetricControl,
  validateNumber,
  withControl,
} from '@powerset/chart-kit';
import { metricLabel } from '@powerset/contract';
import { partLabelControl } from '../shared/part-label-control.ts';

const primaryControl = withControl(metricControl, {
  label: 'Primary Metric',
  description: 'The metric that decides how large a part is.',
});
const secondaryControl = control({
  name: 'secondary_metric',
  type: 'metric',
  label: 'Secondary Metric',
  default: null,
  isClearable: true,
  changes: 'query',
  description:
    'Colors each part by this metric as a ratio of the primary one. Without it colors follow the first level.',
});

function isColoredByRatio(context: RuleContext): boolean {
  const [first, second] = [controlValue(context, primaryControl), controlValue(context, secondaryControl)];
  return second !== null && (first === null || metricLabel(first) !== metricLabel(second));
}

const showLabelsControl = checkbox('show_labels', 'Show Labels');

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        withControl(groupbyControl, {
          name: 'columns',
          label: 'Hierarchy',
          description: 'The levels of the hierarchy, the innermost first.',
        }),
      ],
      [primaryControl],
      [secondaryControl],
      [adhocFiltersControl],
      [rowLimitControl],
      [withControl(sortByMetricControl, { default: false })],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [withControl(colorSchemeControl, { isVisible: (context: RuleContext) => !isColoredByRatio(context) })],
      [withControl(linearColorSchemeControl, { isVisible: isColoredByRatio })],
    ],
  },
  {
    label: 'Labels',
    tab: 'customize',
    rows: [
      [showLabelsControl],
      [
        {
          name: 'show_labels_threshold',
          type: 'number',
          label: 'Percentage threshold',
          default: 5,
          changes: 'drawing',
          validators: [validateNumber],
          description: 'Minimum threshold in percentage points for showing labels.',
        },
      ],
      [checkbox('show_total', 'Show Total')],
      [partLabelControl],
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [currencyFormatControl],
      [dateFormatControl],
    ],
  },
]);

export type SunburstForm = FormOf<typeof form>;
