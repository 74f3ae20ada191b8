import {
  adhocFiltersControl,
  type ControlDefinition,
  comparisonTypeControl,
  controlValue,
  groupbyControl,
  isTemporalAxis,
  limitControl,
  metricsControl,
  orderDescControl,
  type RuleContext,
  resampleRows,
  rollingTypeControl,
  rollingWindowRow,
  rowLimitControl,
  section,
  sortMetricControl,
  timeShiftControl,
  truncateMetricControl,
  withControl,
} from '@powerset/chart-kit';

/** The control of the second query that does what this one does for the first. */
export function ofSecond<Control extends ControlDefinition, const Suffix extends string>(
  control: Control,
  suffix: Suffix,
) {
  // A spread loses that the name is that of the control with the suffix behind it.
  return { ...control, name: `${control.name}${suffix}` } as Omit<Control, 'name'> & {
    readonly name: `${Control['name']}${Suffix}`;
  };
}

const [periodsControl, leastPeriodsControl] = rollingWindowRow;
const [[ruleControl, methodControl]] = resampleRows;

const rollingTypeB = ofSecond(rollingTypeControl, '_b');
const sortMetricB = ofSecond(sortMetricControl, '_b');
const isRollingB = (context: RuleContext) => ![null, 'cumsum'].includes(controlValue(context, rollingTypeB));

/** What the first query asks for. */
export const firstQuerySection = section({
  label: 'Query A',
  tab: 'data',
  rows: [
    [metricsControl],
    [groupbyControl],
    [adhocFiltersControl],
    [limitControl, sortMetricControl],
    [orderDescControl],
    [rowLimitControl],
    [truncateMetricControl],
  ],
});

/** What is worked out of the first answer. */
export const firstAnalyticsSection = section({
  label: 'Advanced analytics Query A',
  tab: 'data',
  isCollapsed: true,
  isVisible: isTemporalAxis,
  rows: [
    [rollingTypeControl],
    [periodsControl, leastPeriodsControl],
    [timeShiftControl],
    [comparisonTypeControl],
    [ruleControl, methodControl],
  ],
});

/** What the second query asks for. */
export const secondQuerySection = section({
  label: 'Query B',
  tab: 'data',
  rows: [
    [ofSecond(metricsControl, '_b')],
    [ofSecond(groupbyControl, '_b')],
    [ofSecond(adhocFiltersControl, '_b')],
    [ofSecond(limitControl, '_b'), sortMetricB],
    [
      withControl(ofSecond(orderDescControl, '_b'), {
        isVisible: (context) => controlValue(context, sortMetricB) !== null,
      }),
    ],
    [ofSecond(rowLimitControl, '_b')],
    [ofSecond(truncateMetricControl, '_b')],
  ],
});

/** What is worked out of the second answer. */
export const secondAnalyticsSection = section({
  label: 'Advanced analytics Query B',
  tab: 'data',
  isCollapsed: true,
  isVisible: isTemporalAxis,
  rows: [
    [rollingTypeB],
    [
      withControl(ofSecond(periodsControl, '_b'), { isVisible: isRollingB }),
      withControl(ofSecond(leastPeriodsControl, '_b'), { isVisible: isRollingB }),
    ],
    [ofSecond(timeShiftControl, '_b')],
    [ofSecond(comparisonTypeControl, '_b')],
    [ofSecond(ruleControl, '_b'), ofSecond(methodControl, '_b')],
  ],
});
