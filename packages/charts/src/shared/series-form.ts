import {
  advancedAnalyticsSection,
  annotationsSection,
  type ControlChoice,
  type ControlRows,
  checkbox,
  colorSchemeControl,
  control,
  controlRows,
  controlValue,
  type FieldsOf,
  type FieldsOfRows,
  type FormOfSections,
  type forceCategoricalControl,
  forecastSection,
  isNumericAxis,
  isShown,
  isTemporalAxis,
  legendRows,
  numberFormatChoices,
  pairChoices,
  panelsSection,
  section,
  seriesOrderRows,
  seriesQuerySection,
  type stackChoices,
  type stackDimensionControl,
  timeGrainControl,
  timeShiftControl,
  titleSection,
  tooltipSection,
  validateOpacity,
  valueRows,
  xAxisSection,
  yAxisSection,
  zoomableControl,
} from '@powerset/chart-kit';
import { legendSortControl } from './legend-order.ts';

export const lineTypeChoices = pairChoices([
  ['line', 'Line'],
  ['scatter', 'Scatter'],
  ['smooth', 'Smooth Line'],
  ['bar', 'Bar'],
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
]);
export const areaTypeChoices = lineTypeChoices.filter((choice) => choice.value !== 'scatter' && choice.value !== 'bar');

export const seriesTypeControl = <Choices extends readonly ControlChoice[]>(choices: Choices) =>
  control({
    name: 'seriesType',
    type: 'select',
    label: 'Series Style',
    default: 'line',
    choices,
    isClearable: false,
    changes: 'drawing',
  });

/** A reading of what is not there; bars leave a place for it anyway. */
export const missingPeriodsControl = control({
  name: 'missing_periods',
  type: 'select',
  label: 'Periods without rows',
  default: 'gap',
  choices: pairChoices([
    ['gap', 'Leave a gap'],
    ['zero', 'Draw as zero'],
    ['connect', 'Connect across'],
  ]),
  isClearable: false,
  changes: 'drawing',
  isVisible: isTemporalAxis,
  description: 'What is drawn where the data has no row for a step of the time grain.',
});

export const opacityControl = control({
  name: 'opacity',
  type: 'slider',
  label: 'Area chart opacity',
  default: 0.2,
  min: 0,
  max: 1,
  step: 0.1,
  changes: 'drawing',
  validators: [validateOpacity],
});

const markerControl = checkbox('markerEnabled', 'Marker');

export const markerRows = controlRows([
  [markerControl],
  [
    {
      name: 'markerSize',
      type: 'slider',
      label: 'Marker size',
      default: 6,
      min: 0,
      max: 20,
      step: 1,
      changes: 'drawing',
      isVisible: isShown(markerControl),
    },
  ],
]);

/** Lines may be filled. */
export const areaControl = checkbox('area', 'Area chart');

/** A reader's own choice of how areas stack. */
export const extraControlsControl = checkbox('show_extra_controls', 'Extra Controls', {
  description: 'Shows a switch of the stacked style on the chart itself.',
});

export const orientationControl = control({
  name: 'orientation',
  type: 'radio',
  label: 'Orientation',
  default: 'vertical',
  changes: 'drawing',
  choices: pairChoices([
    ['vertical', 'Vertical'],
    ['horizontal', 'Horizontal'],
    ['auto', 'Automatic'],
  ]),
  description: 'Automatic lays bars of categories down where their names find no room beside each other.',
});

/** Earlier periods beside several series: each in the colour of its own series, or in one of its own. */
export const timeShiftColorControl = checkbox('time_shift_color', 'Match time shift color with original series', {
  default: true,
  isVisible: (context) => controlValue(context, timeShiftControl).length > 0,
});

/** What a form may say of the labels of its x-axis besides. */
export const labelRows = controlRows([
  [
    {
      name: 'x_axis_number_format',
      type: 'select',
      label: 'X Axis Number Format',
      default: '~g',
      isFreeForm: true,
      choices: numberFormatChoices,
      changes: 'drawing',
      isVisible: isNumericAxis,
    },
  ],
  [
    {
      name: 'xAxisLabelInterval',
      type: 'select',
      label: 'X Axis Label Interval',
      default: 'auto',
      choices: pairChoices([
        ['auto', 'Auto'],
        ['0', 'All'],
      ]),
      isClearable: false,
      changes: 'drawing',
      description: 'All writes a label at each position, whether there is room for it or not.',
    },
  ],
  [
    checkbox('force_max_interval', 'Force Time Grain as Max Interval', {
      isVisible: (context) => isTemporalAxis(context) && controlValue(context, timeGrainControl) !== null,
      description: 'Labels stand no further apart than one step of the time grain, as long as there is room for them.',
    }),
  ],
]);

/** Data tab of every chart of series. */
export const seriesDataSections = [
  seriesQuerySection,
  panelsSection,
  advancedAnalyticsSection,
  annotationsSection,
  forecastSection,
] as const;

/** Customize tab of charts of series, with the chart's own rows in the middle. */
export function seriesLookSections<const Own extends ControlRows, Stack extends readonly ControlChoice[]>(given: {
  readonly own: Own;
  readonly stack: Stack;
}) {
  return markLookSections([...given.own, ...valueRows(given.stack)]);
}

/** The same of charts that say all of their marks themselves. */
export function markLookSections<const Own extends ControlRows>(own: Own) {
  return [
    titleSection,
    section({
      label: 'Chart options',
      tab: 'customize',
      rows: [...seriesOrderRows, [colorSchemeControl], [timeShiftColorControl], ...own, [zoomableControl]],
    }),
    section({ label: 'Legend', tab: 'customize', rows: [...legendRows, [legendSortControl]] }),
    section({ ...xAxisSection, rows: [...xAxisSection.rows, ...labelRows] }),
    tooltipSection,
    yAxisSection,
  ] as const;
}

type SharedSections = [
  ...typeof seriesDataSections,
  ...ReturnType<typeof seriesLookSections<readonly [], typeof stackChoices>>,
];

/** Fields that some of the charts of series have. */
type OwnFields = FieldsOf<
  | ReturnType<typeof seriesTypeControl<typeof lineTypeChoices>>
  | typeof missingPeriodsControl
  | typeof opacityControl
  | typeof areaControl
  | typeof extraControlsControl
  | typeof orientationControl
  | typeof stackDimensionControl
  | typeof forceCategoricalControl
> &
  FieldsOfRows<typeof markerRows>;

/** What drawing series reads of a form: the fields of all charts of series, and those of some where they have them. */
export type SeriesForm = Omit<FormOfSections<SharedSections>, keyof OwnFields> & Partial<OwnFields>;
