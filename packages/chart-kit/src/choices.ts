import type { ChoiceValue, ControlChoice } from './definitions.ts';
import { formatNumber } from './number-formats.ts';
import { formatTime } from './time-formats.ts';

/** Choices whose label is the value itself. */
export function plainChoices<const Value extends string | number>(
  values: readonly Value[],
): readonly ControlChoice<Value>[] {
  return values.map((value) => ({ value, label: String(value) }));
}

/** Choices from pairs of value and label. */
export function pairChoices<const Value extends ChoiceValue>(
  pairs: readonly (readonly [Value, string])[],
): readonly ControlChoice<Value>[] {
  return pairs.map(([value, label]) => ({ value, label }));
}

/** So many choices are offered at once; typing finds the others. */
export const maxChoices = 1000;

/** The choices that match what was typed, as many as are offered at once. */
export function limitChoices<Choice extends { readonly label: unknown; readonly searchText?: string }>(
  choices: readonly Choice[],
  typed = '',
): readonly Choice[] {
  const wanted = typed.trim().toLowerCase();
  const textOfChoice = (choice: Choice) => (choice.searchText ?? String(choice.label)).toLowerCase();
  const matching = wanted === '' ? choices : choices.filter((choice) => textOfChoice(choice).includes(wanted));
  return matching.length > maxChoices ? matching.slice(0, maxChoices) : matching;
}

export const textAlignChoices = pairChoices([
  ['left', 'left'],
  ['center', 'center'],
  ['right', 'right'],
]);

export const rowLimitChoices = plainChoices([10, 50, 100, 250, 500, 1000, 5000, 10000, 50000]);
export const seriesLimitChoices = plainChoices([5, 10, 25, 50, 100, 500]);

const numberFormatCodes = [',d', '.1s', '.3s', ',.1%', '.2%', '.3%', '.4r', ',.1f', ',.2f', ',.3f', '+,', '$,.2f'];
export const numberFormatChoices: readonly ControlChoice<string>[] = [
  { value: 'SMART_NUMBER', label: 'Adaptive formatting' },
  { value: '~g', label: 'Original value' },
  ...numberFormatCodes.map((code) => ({
    value: code,
    label: `${code} (12345.432 => ${formatNumber(code, 12345.432)})`,
  })),
  { value: 'DURATION', label: 'Duration in ms (66000 => 1m 6s)' },
  { value: 'DURATION_SUB', label: 'Duration in ms (1.40008 => 1ms 400µs 80ns)' },
];
export const percentFormatChoices = numberFormatChoices.filter((choice) => String(choice.value).includes('%'));

const timeFormatCodes = [
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d.%m.%Y',
  '%Y-%m-%d',
  '%Y-%m-%d %H:%M:%S',
  '%d-%m-%Y %H:%M:%S',
  '%H:%M:%S',
];
const sampleTime = Date.UTC(2019, 0, 14, 1, 32, 10);
export const timeFormatChoices: readonly ControlChoice<string>[] = [
  { value: 'smart_date', label: 'Adaptive formatting' },
  ...timeFormatCodes.map((code) => ({ value: code, label: `${code} | ${formatTime(code, sampleTime)}` })),
];

/** A time column that is cut to no grain: each moment stands for itself. */
export const allGranularity = { value: null, label: 'all' } as const;

export const granularityChoices = pairChoices([
  [allGranularity.value, allGranularity.label],
  ['PT5S', '5 seconds'],
  ['PT30S', '30 seconds'],
  ['PT1M', '1 minute'],
  ['PT5M', '5 minutes'],
  ['PT30M', '30 minutes'],
  ['PT1H', '1 hour'],
  ['PT6H', '6 hours'],
  ['P1D', '1 day'],
  ['P7D', '7 days'],
  ['P1W', 'week'],
  ['week_starting_sunday', 'week starting Sunday'],
  ['week_ending_saturday', 'week ending Saturday'],
  ['P1M', 'month'],
  ['P3M', 'quarter'],
  ['P1Y', 'year'],
]);

export const rollingTypeChoices = pairChoices([
  [null, 'None'],
  ['mean', 'mean'],
  ['sum', 'sum'],
  ['std', 'std'],
  ['cumsum', 'cumsum'],
]);
export const timeShiftChoices = plainChoices([
  '1 day ago',
  '1 week ago',
  '28 days ago',
  '30 days ago',
  '52 weeks ago',
  '1 year ago',
  '104 weeks ago',
  '2 years ago',
  '156 weeks ago',
  '3 years ago',
]);
/** The earlier period that a table or a big number is set against; a date starts it there. */
export const comparedPeriodChoices = pairChoices([
  [null, 'None'],
  ['1 day ago', '1 day ago'],
  ['1 week ago', '1 week ago'],
  ['1 month ago', '1 month ago'],
  ['1 year ago', '1 year ago'],
  ['inherit', 'Inherit range from time filter'],
]);
export const comparisonTypeChoices = pairChoices([
  ['values', 'Actual values'],
  ['difference', 'Difference'],
  ['percentage', 'Percentage change'],
  ['ratio', 'Ratio'],
]);
export const resampleRuleChoices = pairChoices([
  [null, 'None'],
  ['1T', '1 minutely frequency'],
  ['1H', '1 hourly frequency'],
  ['1D', '1 calendar day frequency'],
  ['7D', '7 calendar day frequency'],
  ['1MS', '1 month start frequency'],
  ['1M', '1 month end frequency'],
  ['1AS', '1 year start frequency'],
  ['1A', '1 year end frequency'],
]);
export const resampleMethodChoices = pairChoices([
  [null, 'None'],
  ['asfreq', 'Null imputation'],
  ['zerofill', 'Zero imputation'],
  ['linear', 'Linear interpolation'],
  ['ffill', 'Forward values'],
  ['bfill', 'Backward values'],
  ['median', 'Median values'],
  ['mean', 'Mean values'],
  ['sum', 'Sum values'],
]);
export const seasonalityChoices = pairChoices([
  [null, 'default'],
  [true, 'Yes'],
  [false, 'No'],
]);
export const axisMarginChoices = plainChoices([0, 15, 30, 50, 75, 100, 125, 150, 200]);
export const labelRotationChoices = pairChoices([
  [0, '0°'],
  [45, '45°'],
  [90, '90°'],
]);
export const contributionChoices = pairChoices([
  [null, 'None'],
  ['row', 'Row'],
  ['column', 'Series'],
]);
export const seriesSortChoices = pairChoices([
  ['name', 'Category name'],
  ['sum', 'Total value'],
  ['min', 'Minimum value'],
  ['max', 'Maximum value'],
  ['avg', 'Average value'],
]);
export const legendOrientationChoices = pairChoices([
  ['top', 'Top'],
  ['bottom', 'Bottom'],
  ['left', 'Left'],
  ['right', 'Right'],
]);
export const legendTypeChoices = pairChoices([
  ['scroll', 'Scroll'],
  ['plain', 'Plain'],
]);
