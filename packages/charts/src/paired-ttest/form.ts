import {
  adhocFiltersControl,
  checkbox,
  control,
  defineForm,
  type FormOf,
  groupbyControl,
  limitControl,
  metricsControl,
  orderDescControl,
  rowLimitControl,
  sortMetricControl,
  validateInteger,
  validateNonEmpty,
  validateShare,
  withControl,
} from '@powerset/chart-kit';
import { timeSection } from '../shared/time-column.ts';

const significanceControl = control({
  name: 'significance_level',
  type: 'number',
  label: 'Significance Level',
  default: 0.05,
  changes: 'drawing',
  validators: [validateShare],
  description: 'Threshold alpha level for determining significance',
});

/** How many decimals are written. */
function precisionControl<const Name extends string>(name: Name, label: string, digits: number) {
  return control({
    name,
    label,
    type: 'number',
    default: digits,
    min: 0,
    max: 20,
    changes: 'drawing',
    validators: [validateInteger],
  });
}

export const form = defineForm([
  timeSection,
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [metricsControl],
      [adhocFiltersControl],
      [withControl(groupbyControl, { validators: [validateNonEmpty] })],
      [limitControl, sortMetricControl],
      [orderDescControl],
      [
        checkbox('contribution', 'Contribution', {
          description: 'Compares the share of each group in the total of its moment instead of the values themselves.',
        }),
      ],
      [rowLimitControl],
    ],
  },
  {
    label: 'Parameters',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [significanceControl],
      [precisionControl('pvalue_precision', 'p-value precision', 6)],
      [precisionControl('liftvalue_precision', 'Lift percent precision', 4)],
    ],
  },
]);

export type TtestForm = FormOf<typeof form>;
