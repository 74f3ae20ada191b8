import {
  advancedAnalyticsSection,
  annotationsSection,
  type ControlChoice,
  type ControlDefinition,
  type ControlSection,
  checkbox,
  colorSchemeControl,
  forecastSection,
  isOn,
  isShown,
  isTemporalAxis,
  legendRows,
  pairChoices,
  seriesOrderRows,
  seriesQuerySection,
  textOf,
  titleSection,
  tooltipSection,
  validateOpacity,
  valueRows,
  xAxisSection,
  yAxisSection,
  zoomableControl,
} from '@powerset/chart-kit';

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

export const seriesTypeControl = (choices: readonly ControlChoice[]): ControlDefinition => ({
  name: 'seriesType',
  type: 'select',
  label: 'Series Style',
  default: 'line',
  choices,
  isClearable: false,
  changes: 'drawing',
});

/** A reading of what is not there; bars leave a place for it anyway. */
export const missingPeriodsControl: ControlDefinition = {
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
  isVisible: (context) => isTemporalAxis(context),
  description: 'What is drawn where the data has no row for a step of the time grain.',
};

export const opacityControl = (isVisible?: ControlDefinition['isVisible']): ControlDefinition => ({
  name: 'opacity',
  type: 'slider',
  label: 'Area chart opacity',
  default: 0.2,
  min: 0,
  max: 1,
  step: 0.1,
  changes: 'drawing',
  validators: [validateOpacity],
  ...(isVisible ? { isVisible } : {}),
});

export const markerRows: ControlSection['rows'] = [
  [checkbox('markerEnabled', 'Marker')],
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
      isVisible: isShown('markerEnabled'),
    },
  ],
];

/** Data tab of every chart of series. */
export const seriesDataSections: readonly ControlSection[] = [
  seriesQuerySection,
  advancedAnalyticsSection,
  annotationsSection,
  forecastSection,
];

/** Sorting by value means something only where series are stacked: elsewhere they are always sorted. */
const seriesTooltipSection: ControlSection = {
  ...tooltipSection,
  rows: tooltipSection.rows.map((row) =>
    row.map((control) =>
      control.name === 'tooltipSortByMetric'
        ? {
            ...control,
            isVisible: (context) => isOn(context.form, 'rich_tooltip') && textOf(context.form, 'stack') !== '',
          }
        : control,
    ),
  ),
};

/** Customize tab of charts of series, with the chart's own rows in the middle. */
export function seriesLookSections(given: {
  readonly own: ControlSection['rows'];
  readonly stack: readonly ControlChoice[];
}): readonly ControlSection[] {
  return [
    titleSection,
    {
      label: 'Chart options',
      tab: 'customize',
      rows: [...seriesOrderRows, [colorSchemeControl], ...given.own, ...valueRows(given.stack), [zoomableControl]],
    },
    { label: 'Legend', tab: 'customize', rows: legendRows },
    xAxisSection,
    seriesTooltipSection,
    yAxisSection,
  ];
}
