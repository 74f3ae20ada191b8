import { textOf, toNumber } from './form-values.ts';

type Config = Readonly<Record<string, unknown>>;

/** A narrower column would hold no figure. */
const minColumnWidth = 20;

/** The slider's end, which means as many digits as needed. */
export const maxFractionDigits = 100;

/** What is wrong with the display configuration of a column, by field; an empty object means that it may be used. */
export function validateColumnConfig(config: Config): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const isGiven = (name: string) => config[name] !== undefined && config[name] !== null && config[name] !== '';
  if (isGiven('columnWidth')) {
    const width = toNumber(config.columnWidth);
    if (width === null || !Number.isInteger(width)) errors.columnWidth = 'is expected to be an integer';
    else if (width < minColumnWidth) errors.columnWidth = `Minimum column width is ${minColumnWidth}`;
  }
  for (const end of ['radarMetricMinValue', 'radarMetricMaxValue'])
    if (isGiven(end) && toNumber(config[end]) === null) errors[end] = 'is expected to be a number';
  if (isGiven('fractionDigits')) {
    const digits = toNumber(config.fractionDigits);
    if (digits === null || !Number.isInteger(digits) || digits < 0 || digits > maxFractionDigits)
      errors.fractionDigits = `is expected to be an integer from 0 to ${maxFractionDigits}`;
  }
  return errors;
}

/** What a figure with a comparison shows of it, by the names under which forms keep how. */
export const comparedFigures = ['Previous value', 'Delta', 'Percent change'] as const;

/** So many columns are listed at first where there are more than fit. */
const shownAtFirst = 10;
const fitting = 12;

/** The columns of the list: all where they fit, else the first ones until all are asked for. */
export function listedColumns(
  names: readonly string[],
  isAllShown: boolean,
): { readonly names: readonly string[]; readonly hasToggle: boolean } {
  const hasToggle = names.length > fitting;
  return { names: hasToggle && !isAllShown ? names.slice(0, shownAtFirst) : names, hasToggle };
}

export const timeColumnTypes = ['time', 'contrib', 'spark', 'avg'] as const;
export type TimeColumnType = (typeof timeColumnTypes)[number];
export const timeComparisonForms = ['value', 'diff', 'perc', 'perc_change'] as const;
export type TimeComparisonForm = (typeof timeComparisonForms)[number];

/** A column of a table of time series: what it compares, and how it is drawn. */
export interface TimeSeriesColumn {
  readonly label: string;
  readonly tooltip: string;
  readonly colType: TimeColumnType | '';
  readonly width: string;
  readonly height: string;
  readonly timeLag: number | '';
  readonly timeRatio: string;
  readonly comparisonType: TimeComparisonForm | '';
  readonly showYAxis: boolean;
  readonly yAxisBounds: readonly [number | null, number | null];
  readonly bounds: readonly [number | null, number | null];
  readonly d3format: string;
  readonly dateFormat: string;
}

/** The column as a form keeps it, with what is missing or unknown at its default. */
export function readTimeSeriesColumn(entry: Config): TimeSeriesColumn {
  const lag = toNumber(entry.timeLag);
  return {
    label: textOf(entry, 'label', 'Time series columns'),
    tooltip: textOf(entry, 'tooltip'),
    colType: timeColumnTypes.find((type) => type === entry.colType) ?? '',
    width: textOf(entry, 'width'),
    height: textOf(entry, 'height'),
    timeLag: lag ?? '',
    timeRatio: textOf(entry, 'timeRatio'),
    comparisonType: timeComparisonForms.find((form) => form === entry.comparisonType) ?? '',
    showYAxis: entry.showYAxis === true,
    yAxisBounds: pairOf(entry.yAxisBounds),
    bounds: pairOf(entry.bounds),
    d3format: textOf(entry, 'd3format'),
    dateFormat: textOf(entry, 'dateFormat'),
  };
}

function pairOf(value: unknown): readonly [number | null, number | null] {
  return Array.isArray(value) ? [toNumber(value[0]), toNumber(value[1])] : [null, null];
}

/** Which fields the editor shows for a kind of column. */
export function timeColumnFields(column: TimeSeriesColumn): readonly (keyof TimeSeriesColumn)[] {
  const shared = ['label', 'tooltip', 'colType'] as const;
  if (column.colType === 'spark')
    return [
      ...shared,
      'width',
      'height',
      'timeRatio',
      'showYAxis',
      ...(column.showYAxis ? (['yAxisBounds'] as const) : []),
      'd3format',
      'dateFormat',
    ];
  const lag = column.colType === 'time' || column.colType === 'avg' ? (['timeLag'] as const) : [];
  const comparison = column.colType === 'time' ? (['comparisonType'] as const) : [];
  return [...shared, ...lag, ...comparison, 'bounds', 'd3format'];
}

/** A size that stands fixed, or follows a metric. */
export type FixedOrMetric =
  | { readonly type: 'fix'; readonly value: number }
  | { readonly type: 'metric'; readonly value: unknown };

export const defaultFixedOrMetric = { type: 'fix', value: 5 } as const;

/** The value of a fixed-or-metric control; a bare number is fixed, a bare metric is one. */
export function readFixedOrMetric(value: unknown): FixedOrMetric {
  const number = toNumber(value);
  if (number !== null) return { type: 'fix', value: number };
  if (typeof value !== 'object' || value === null) return value ? { type: 'metric', value } : defaultFixedOrMetric;
  if ('type' in value && 'value' in value && value.type === 'metric') return { type: 'metric', value: value.value };
  if ('type' in value && 'value' in value)
    return { type: 'fix', value: toNumber(value.value) ?? defaultFixedOrMetric.value };
  return { type: 'metric', value };
}
