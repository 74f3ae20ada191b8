import { describe, expect, it } from 'vitest';
import {
  comparisonTypeChoices,
  granularityChoices,
  numberFormatChoices,
  resampleMethodChoices,
  resampleRuleChoices,
  rollingTypeChoices,
  rowLimitChoices,
  seriesLimitChoices,
  seriesSortChoices,
  timeFormatChoices,
  timeShiftChoices,
} from './choices.ts';
import { granularityControl, orderDescControl, rowLimitControl, timeGrainControl } from './controls.ts';
import { seriesOrderRows } from './look-sections.ts';

const valuesOf = (choices: readonly { readonly value: unknown }[]) => choices.map((choice) => choice.value);

describe('choices of shared controls', () => {
  it('offer the row and series limits of the specification [CTL-006] [CTL-007]', () => {
    expect(valuesOf(rowLimitChoices)).toEqual([10, 50, 100, 250, 500, 1000, 5000, 10000, 50000]);
    expect(rowLimitControl.default).toBe(10000);
    expect(valuesOf(seriesLimitChoices)).toEqual([5, 10, 25, 50, 100, 500]);
  });

  it('sort series by total, descending, unless told otherwise [CTL-023] [CTL-024]', () => {
    expect(valuesOf(seriesSortChoices)).toEqual(['name', 'sum', 'min', 'max', 'avg']);
    expect(seriesOrderRows.flat().map((control) => control.default)).toEqual(['sum', false]);
    expect(orderDescControl.default).toBe(true);
  });

  it('offer granularities with a default grain of one day [CTL-025] [CTL-026]', () => {
    expect(granularityChoices.map((choice) => choice.label)).toEqual([
      'all',
      '5 seconds',
      '30 seconds',
      '1 minute',
      '5 minutes',
      '30 minutes',
      '1 hour',
      '6 hours',
      '1 day',
      '7 days',
      'week',
      'week starting Sunday',
      'week ending Saturday',
      'month',
      'quarter',
      'year',
    ]);
    expect(granularityChoices[0]?.value).toBeNull();
    expect([granularityControl.choices, granularityControl.default]).toEqual([granularityChoices, 'P1D']);
    expect(timeGrainControl.default).toBe('P1D');
  });

  it('offer ways of comparing, rolling and shifting times [CTL-030] [CTL-033] [CTL-035]', () => {
    expect(valuesOf(comparisonTypeChoices)).toEqual(['values', 'difference', 'percentage', 'ratio']);
    expect(rollingTypeChoices.map((choice) => choice.label)).toEqual(['None', 'mean', 'sum', 'std', 'cumsum']);
    expect(timeShiftChoices.map((choice) => choice.label.replace(' ago', ''))).toEqual([
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
    ]);
  });

  it('offer rules and methods of resampling [CTL-036] [CTL-037]', () => {
    for (const rule of ['1T', '1H', '1D', '7D', '1M', '1AS']) expect(valuesOf(resampleRuleChoices)).toContain(rule);
    for (const method of ['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum'])
      expect(valuesOf(resampleMethodChoices)).toContain(method);
  });

  it('offer number formats with an example, and beside adaptive times seven formats [CTL-039] [CTL-040]', () => {
    expect(numberFormatChoices[0]).toEqual({ value: 'SMART_NUMBER', label: 'Adaptive formatting' });
    expect(numberFormatChoices[1]).toEqual({ value: '~g', label: 'Original value' });
    expect(numberFormatChoices.find((choice) => choice.value === ',.1f')?.label).toBe(',.1f (12345.432 => 12,345.4)');
    expect(valuesOf(numberFormatChoices).slice(-2)).toEqual(['DURATION', 'DURATION_SUB']);
    expect(timeFormatChoices[0]).toEqual({ value: 'smart_date', label: 'Adaptive formatting' });
    expect(valuesOf(timeFormatChoices.slice(1))).toEqual([
      '%d/%m/%Y',
      '%m/%d/%Y',
      '%d.%m.%Y',
      '%Y-%m-%d',
      '%Y-%m-%d %H:%M:%S',
      '%d-%m-%Y %H:%M:%S',
      '%H:%M:%S',
    ]);
    expect(timeFormatChoices.at(3)?.label).toBe('%d.%m.%Y | 14.01.2019');
    expect(timeFormatChoices.at(5)?.label).toBe('%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10');
  });
});
