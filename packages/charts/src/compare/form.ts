import {
  adhocFiltersControl,
  annotationsSection,
  checkbox,
  colorSchemeControl,
  comparisonTypeControl,
  defineForm,
  type FormOf,
  groupbyControl,
  limitControl,
  metricsControl,
  orderDescControl,
  pairChoices,
  plainChoices,
  resampleRows,
  rollingTypeControl,
  rollingWindowRow,
  rowLimitControl,
  section,
  sortMetricControl,
  timeShiftControl,
  type Validator,
  withControl,
} from '@powerset/chart-kit';
import { plottedXRows, plottedYRows, ticksLayoutControl, timeRows } from '../shared/plotted-axes.ts';

const [[ruleControl, methodControl]] = resampleRows;
const [periodsControl, leastPeriodsControl] = rollingWindowRow;
const [[annotationLayers]] = annotationsSection.rows;
const [labelRow, marginRow, ...otherXRows] = plottedXRows;

const validateMoment: Validator = (value) => {
  const text = String(value ?? '').trim();
  return text !== '' && Number.isNaN(Date.parse(text)) && 'is expected to be a date such as 2026-01-31';
};

export const form = defineForm([
  { label: 'Time', tab: 'data', rows: timeRows },
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [metricsControl],
      [adhocFiltersControl],
      [groupbyControl],
      [limitControl, sortMetricControl],
      [orderDescControl],
      [
        checkbox('contribution', 'Contribution', {
          changes: 'query',
          description: 'Shows the change of the shares of each step, instead of that of the values.',
        }),
      ],
      [rowLimitControl],
    ],
  },
  {
    label: 'Advanced analytics',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [withControl(rollingTypeControl, { modernize: (value: unknown) => (value === 'None' ? null : value) })],
      [periodsControl, leastPeriodsControl],
      [
        withControl(timeShiftControl, {
          choices: plainChoices([
            '1 day',
            '1 week',
            '28 days',
            '30 days',
            '52 weeks',
            '1 year',
            '104 weeks',
            '2 years',
            '156 weeks',
            '3 years',
          ]),
        }),
      ],
      [
        withControl(comparisonTypeControl, {
          choices: pairChoices([
            ['values', 'Actual values'],
            ['absolute', 'Difference'],
            ['percentage', 'Percentage change'],
            ['ratio', 'Ratio'],
          ]),
        }),
      ],
      [withControl(ruleControl, { isVisible: () => true }), withControl(methodControl, { isVisible: () => true })],
    ],
  },
  section({ ...annotationsSection, rows: [[annotationLayers]] }),
  {
    label: 'Chart options',
    tab: 'customize',
    rows: [
      [
        {
          name: 'baseline',
          type: 'text',
          label: 'Baseline',
          default: '',
          placeholder: 'First point',
          changes: 'drawing',
          validators: [validateMoment],
          description:
            'A date such as 2026-01-31, since when the change is shown; readers move it on the chart itself.',
        },
      ],
      [colorSchemeControl],
    ],
  },
  { label: 'X Axis', tab: 'customize', rows: [labelRow, marginRow, [ticksLayoutControl], ...otherXRows] },
  { label: 'Y Axis', tab: 'customize', rows: plottedYRows },
]);

export type CompareForm = FormOf<typeof form>;
