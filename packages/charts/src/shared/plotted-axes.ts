import {
  checkbox,
  control,
  controlRows,
  numberFormatChoices,
  numberFormatControl,
  pairChoices,
  type RuleContext,
  timeFormatControl,
  timeGrainControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import type { EChartsCoreOption } from 'echarts/core';
import type { Plot } from './series-plot.ts';

/** Which time the rows belong to: charts that know no x-axis but time. */
export const timeRows = controlRows([
  [
    {
      name: 'granularity_sqla',
      type: 'column',
      label: 'Time Column',
      columnTypes: ['temporal'],
      changes: 'query',
      validators: [validateNonEmpty],
      initialValue: ({ mainTemporalColumn }: RuleContext) => mainTemporalColumn,
      description: 'The time column for the visualization.',
    },
  ],
  [withControl(timeGrainControl, { isVisible: () => true })],
  [{ name: 'time_range', type: 'time-range', label: 'Time Range', default: 'No filter', changes: 'query' }],
]);

const marginControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    label,
    type: 'select',
    default: 'auto',
    isFreeForm: true,
    isClearable: false,
    changes: 'drawing',
    choices: pairChoices([
      ['auto', 'auto'],
      ['50', '50'],
      ['75', '75'],
      ['100', '100'],
      ['125', '125'],
      ['150', '150'],
      ['200', '200'],
    ]),
    description: 'In pixels; auto gives the labels the room that they need.',
  });

const labelControl = <const Name extends string>(name: Name, label: string) =>
  control({ name, label, type: 'text', default: '', changes: 'drawing' });

export const ticksLayoutControl = control({
  name: 'x_ticks_layout',
  type: 'select',
  label: 'X Tick Layout',
  default: 'auto',
  isClearable: false,
  changes: 'drawing',
  choices: pairChoices([
    ['auto', 'auto'],
    ['flat', 'flat'],
    ['45°', '45°'],
    ['staggered', 'staggered'],
  ]),
  description: 'The way the labels are laid out on the x-axis.',
});

const isTimeFormat = (value: unknown) => typeof value === 'string' && (value.includes('%') || value === 'smart_date');

export const plottedXRows = controlRows([
  [labelControl('x_axis_label', 'X Axis Label')],
  [marginControl('bottom_margin', 'Bottom Margin')],
  [
    withControl(timeFormatControl, {
      name: 'x_axis_format',
      label: 'X Axis Format',
      // Some charts of old kept the format of a number here.
      modernize: (value: unknown) => (isTimeFormat(value) ? value : 'smart_date'),
    }),
  ],
  [checkbox('x_axis_showminmax', 'X bounds', { description: 'Whether the first and the last position are labelled.' })],
]);

export const plottedYRows = controlRows([
  [labelControl('y_axis_label', 'Y Axis Label')],
  [marginControl('left_margin', 'Left Margin')],
  [
    checkbox('y_axis_showminmax', 'Y bounds', {
      description: 'Whether the axis ends at the least and the largest value.',
    }),
  ],
  [checkbox('y_log_scale', 'Y Log Scale')],
  [withControl(numberFormatControl, { label: 'Y Axis Format', choices: numberFormatChoices })],
  [{ name: 'y_axis_bounds', type: 'bounds', label: 'Y Axis Bounds', default: [null, null], changes: 'drawing' }],
]);

/** What a form says of its axes with these controls. */
export interface PlottedAxes {
  readonly x_axis_label: string;
  readonly bottom_margin: string;
  readonly x_axis_format: string | null;
  readonly x_axis_showminmax: boolean;
  readonly x_ticks_layout?: string | null;
  readonly y_axis_label: string;
  readonly left_margin: string;
  readonly y_axis_showminmax: boolean;
  readonly y_log_scale: boolean;
  readonly y_axis_format: string | null;
  readonly y_axis_bounds: readonly [number | null, number | null];
}

/** The same as other charts of series have it. */
export function plainAxisFields(form: PlottedAxes): Readonly<Record<string, unknown>> {
  return {
    x_axis_title: form.x_axis_label,
    y_axis_title: form.y_axis_label,
    x_axis_time_format: form.x_axis_format,
    xAxisLabelRotation: form.x_ticks_layout === '45°' ? 45 : 0,
    y_axis_format: form.y_axis_format,
    logAxis: form.y_log_scale,
    truncateYAxis: form.y_axis_bounds.some((bound) => bound !== null),
    y_axis_bounds: form.y_axis_bounds,
  };
}

type Fields = Record<string, unknown>;
// The options are of our own making: an axis and a grid are plain objects there.
const fieldsOf = (value: unknown) => (value ?? {}) as Fields;

/** What else these controls ask of the axes, once the series are laid out on them. */
export function withPlottedAxes(option: EChartsCoreOption, form: PlottedAxes, plot: Plot): EChartsCoreOption {
  const [x, y, grid] = [fieldsOf(option.xAxis), fieldsOf(option.yAxis), fieldsOf(option.grid)];
  return {
    ...option,
    grid: { ...grid, ...marginsOf(form) },
    xAxis: { ...x, axisLabel: { ...fieldsOf(x.axisLabel), ...ticksOf(form, fieldsOf(x.axisLabel), plot) } },
    yAxis: { ...y, ...(form.y_axis_showminmax ? endsOf(plot) : {}) },
  };
}

function marginsOf({ left_margin: left, bottom_margin: bottom }: PlottedAxes): Fields {
  const [own, below] = [Number(left), Number(bottom)];
  if (!(own > 0) && !(below > 0)) return {};
  return { outerBoundsMode: 'none', left: own > 0 ? own : 56, bottom: below > 0 ? below : 36 };
}

function ticksOf(form: PlottedAxes, label: Fields, { xs, labels }: Plot): Fields {
  const own = typeof label.formatter === 'function' ? (label.formatter as (ms: number) => string) : String;
  const names = new Map(xs.map((x, at) => [Number(x), labels[at] ?? '']));
  const [first, last] = [Number(xs[0]), Number(xs.at(-1))];
  const isEnd = (ms: number) => form.x_axis_showminmax && (ms === first || ms === last);
  const known = Array.isArray(label.customValues) ? (label.customValues as readonly number[]) : [];
  const custom = form.x_axis_showminmax && xs.length > 1 ? [...new Set([first, ...known, last])] : known;
  return {
    // A turned label ends at its tick.
    ...(form.x_ticks_layout === '45°' ? { alignMinLabel: null, alignMaxLabel: null } : {}),
    ...(custom.length > 0 ? { customValues: custom, showMinLabel: true, showMaxLabel: true } : {}),
    formatter: (ms: number, at: number) => {
      const text = isEnd(ms) ? (names.get(ms) ?? own(ms)) : own(ms);
      return form.x_ticks_layout === 'staggered' && at % 2 === 1 ? `\n${text}` : text;
    },
  };
}

function endsOf({ series }: Plot): Fields {
  const values = series.flatMap((one) => one.values.filter((value): value is number => value !== null));
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return low < high ? { min: low, max: high, scale: true } : {};
}
