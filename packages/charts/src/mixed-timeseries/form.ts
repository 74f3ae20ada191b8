import {
  annotationsSection,
  checkbox,
  colorSchemeControl,
  control,
  controlRows,
  controlValue,
  currencyFormatControl,
  defineForm,
  type FormOf,
  isShown,
  legendRows,
  numberFormatChoices,
  numberFormatControl,
  pairChoices,
  type RuleContext,
  section,
  seriesOrderRows,
  showValueControl,
  timeGrainControl,
  timeShiftControl,
  titleSection,
  tooltipSection,
  withControl,
  xAxisControl,
  xAxisSection,
  yAxisSection,
  zoomableControl,
} from '@powerset/chart-kit';
import { legendSortControl } from '../shared/legend-order.ts';
import {
  areaControl,
  labelRows,
  lineTypeChoices,
  markerRows,
  missingPeriodsControl,
  opacityControl,
  seriesTypeControl,
  timeShiftColorControl,
} from '../shared/series-form.ts';
import {
  firstAnalyticsSection,
  firstQuerySection,
  ofSecond,
  secondAnalyticsSection,
  secondQuerySection,
} from './query-controls.ts';

const [[annotationLayers]] = annotationsSection.rows;
const [[markerControl], [sizeControl]] = markerRows;
const [[orderControl, risingControl]] = seriesOrderRows;

const marksControl = withControl(seriesTypeControl(lineTypeChoices), { label: 'Series type' });
const stackControl = checkbox('stack', 'Stack series', {
  // Other charts of series name the kind of stack.
  modernize: (value) => (value === 'Stack' || value === 'Expand' || value === 'Stream' ? true : value),
});
const onlyTotalControl = checkbox('only_total', 'Only Total', {
  default: true,
  isVisible: (context) => controlValue(context, showValueControl) && controlValue(context, stackControl),
});
const axisControl = control({
  name: 'yAxisIndex',
  type: 'select',
  label: 'Y Axis',
  default: 0,
  isClearable: false,
  changes: 'drawing',
  choices: pairChoices([
    [0, 'Primary'],
    [1, 'Secondary'],
  ]),
});

const showValueB = ofSecond(showValueControl, 'B');
const stackB = ofSecond(stackControl, 'B');
const areaB = ofSecond(areaControl, 'B');
const markerB = ofSecond(markerControl, 'B');
const largeDots = { max: 100 } as const;

const firstLook = controlRows([
  [marksControl],
  [stackControl],
  [areaControl],
  [showValueControl],
  [onlyTotalControl],
  [withControl(opacityControl, { label: 'Opacity', isVisible: isShown(areaControl) })],
  [markerControl],
  [withControl(sizeControl, largeDots)],
  [axisControl],
  [orderControl, risingControl],
]);

const secondLook = controlRows([
  [ofSecond(marksControl, 'B')],
  [stackB],
  [areaB],
  [showValueB],
  [
    withControl(ofSecond(onlyTotalControl, 'B'), {
      isVisible: (context) => controlValue(context, showValueB) && controlValue(context, stackB),
    }),
  ],
  [withControl(ofSecond(opacityControl, 'B'), { label: 'Opacity', isVisible: isShown(areaB) })],
  [markerB],
  [withControl(ofSecond(sizeControl, 'B'), { ...largeDots, isVisible: isShown(markerB) })],
  [ofSecond(axisControl, 'B')],
  [ofSecond(orderControl, 'B'), ofSecond(risingControl, 'B')],
]);

const timeShiftB = ofSecond(timeShiftControl, '_b');
const isCompared = (context: RuleContext) =>
  controlValue(context, timeShiftControl).length > 0 || controlValue(context, timeShiftB).length > 0;

const [[primaryFormat], [primaryCurrency], [logControl], [minorLines], [truncateControl], [boundsControl]] =
  yAxisSection.rows;

export const form = defineForm([
  { label: 'Shared query fields', tab: 'data', rows: [[xAxisControl], [timeGrainControl]] },
  firstQuerySection,
  firstAnalyticsSection,
  secondQuerySection,
  secondAnalyticsSection,
  section({ ...annotationsSection, rows: [[annotationLayers]] }),
  titleSection,
  {
    label: 'Chart options',
    tab: 'customize',
    rows: [
      [colorSchemeControl],
      [withControl(timeShiftColorControl, { isVisible: isCompared })],
      [missingPeriodsControl],
      [zoomableControl],
    ],
  },
  { label: 'Query A', tab: 'customize', rows: firstLook },
  { label: 'Query B', tab: 'customize', rows: secondLook },
  { label: 'Legend', tab: 'customize', rows: [...legendRows, [legendSortControl]] },
  { ...xAxisSection, rows: [...xAxisSection.rows, ...labelRows] },
  {
    ...tooltipSection,
    rows: [
      [
        checkbox('show_query_identifiers', 'Show query identifiers', {
          description: 'Says in tooltips and the legend which of the two queries a series is of.',
        }),
      ],
      ...tooltipSection.rows,
    ],
  },
  {
    label: 'Y Axis',
    tab: 'customize',
    rows: [
      [minorLines],
      [truncateControl],
      [withControl(boundsControl, { label: 'Primary y-axis bounds', isVisible: () => true })],
      [withControl(primaryFormat, { label: 'Primary y-axis format', choices: numberFormatChoices })],
      [primaryCurrency],
      [logControl],
      [
        withControl(boundsControl, {
          name: 'y_axis_bounds_secondary',
          label: 'Secondary y-axis bounds',
          isVisible: () => true,
        }),
      ],
      [
        withControl(numberFormatControl, {
          name: 'y_axis_format_secondary',
          label: 'Secondary y-axis format',
          choices: numberFormatChoices,
        }),
      ],
      [withControl(currencyFormatControl, { name: 'currency_format_secondary', label: 'Secondary currency format' })],
      [{ name: 'yAxisTitleSecondary', type: 'text', label: 'Secondary y-axis title', default: '', changes: 'drawing' }],
      [withControl(logControl, { name: 'logAxisSecondary', label: 'Logarithmic secondary y-axis' })],
    ],
  },
]);

export type MixedForm = FormOf<typeof form>;
