import { describe, expect, it } from 'vitest';
import { entityControl, limitControl, metricsControl, rowLimitControl, xAxisControl } from './controls.ts';
import type { ControlDefinition } from './definitions.ts';
import { controlProblems, emptyFormContext } from './forms.ts';
import { forecastSection } from './query-sections.ts';
import {
  defaultMaxRows,
  parseBound,
  parseTypedNumber,
  validateColor,
  validateInteger,
  validateMaximum,
  validateNonEmpty,
  validateNumber,
  validateOpacity,
  validateOrderBy,
  validateRowLimit,
} from './validators.ts';

const context = { ...emptyFormContext, form: { viz_type: 'table' } };
const messagesOf = (control: ControlDefinition, value: unknown, maxRows = 50_000) =>
  controlProblems(control, { ...context, maxRows, form: { viz_type: 'table', [control.name]: value } }).map(
    (problem) => problem.message,
  );

describe('validators', () => {
  it('refuse null, empty text and empty lists where a value is needed [CTL-001]', () => {
    for (const value of [null, undefined, '', []]) expect(validateNonEmpty(value, context)).toBe('cannot be empty');
    for (const value of [0, false, 'x', ['x']]) expect(validateNonEmpty(value, context)).toBe(false);
  });

  it('tell integers from other numbers and text [CTL-002] [CTL-003]', () => {
    for (const value of [1.5, '1.5', 'x', true])
      expect(validateInteger(value, context)).toBe('is expected to be an integer');
    for (const value of [1, '12', '', null]) expect(validateInteger(value, context)).toBe(false);
    expect(validateNumber('1.5', context)).toBe(false);
    expect(validateNumber('1,5', context)).toBe('is expected to be a number');
    expect(validateNumber(Number.NaN, context)).toBe('is expected to be a number');
  });

  it('name the maximum that a value exceeds [CTL-004]', () => {
    expect(validateMaximum(10)(11, context)).toBe('Value cannot exceed 10');
    expect(validateMaximum(10)('10', context)).toBe(false);
  });

  it('hold row limits to the configured maximum, or 100000 when none is configured [CTL-005]', () => {
    expect(messagesOf(rowLimitControl, 50_001)).toEqual(['Value cannot exceed 50000']);
    expect(messagesOf(rowLimitControl, '10.5')).toEqual(['is expected to be an integer']);
    expect(messagesOf(rowLimitControl, 50_000)).toEqual([]);
    expect(defaultMaxRows).toBe(100_000);
    expect(validateRowLimit(100_001, { ...context, maxRows: 0 })).toBe('Value cannot exceed 100000');
  });

  it('require metrics, entity and x-axis, and whole series limits [CTL-007] [CTL-008] [CTL-009]', () => {
    for (const control of [metricsControl, entityControl, xAxisControl])
      expect(messagesOf(control, [])).toEqual(['cannot be empty']);
    expect(messagesOf(limitControl, 'many')).toEqual(['is expected to be an integer']);
    expect(messagesOf(limitControl, null)).toEqual([]);
  });

  it('refuse order-by entries that are text but no JSON [CTL-010]', () => {
    expect(validateOrderBy(['["a", true]', ['b', false]], context)).toBe(false);
    expect(validateOrderBy(['a desc'], context)).toBe('Found invalid orderby options');
  });

  it('know hex and rgb colours [CTL-011]', () => {
    for (const color of ['#abc', '#aabbcc', 'rgb(1, 2, 3)', 'aabbcc'])
      expect(validateColor(color, context), color).toBe(false);
    for (const color of ['#abcd', 'red', 'rgb(1,2)', 'rgb(300,0,0)', 7])
      expect(validateColor(color, context), String(color)).toBe('Invalid color');
  });

  it('hold opacity between 0 and 1 [CTL-012]', () => {
    for (const value of [-0.1, 1.1, 'x', null])
      expect(validateOpacity(value, context)).toBe('The opacity should between 0 and 1');
    for (const value of [0, 1, '0.5']) expect(validateOpacity(value, context)).toBe(false);
  });

  it('hold the interval of a forecast between 0 and 1, where it has bounds', () => {
    const interval = forecastSection.rows.flat().find(({ name }) => name === 'forecastInterval')!;
    for (const value of [0, 1, '1', 1.5, -0.2, 80])
      expect(messagesOf(interval, value), String(value)).toEqual(['is expected to be between 0 and 1 (exclusive)']);
    for (const value of [0.8, '0.95', '', null]) expect(messagesOf(interval, value)).toEqual([]);
  });

  it('make blank and non-numeric bounds null [CTL-013]', () => {
    expect(['', ' ', 'abc', '12', '-1.5'].map(parseBound)).toEqual([null, null, null, 12, -1.5]);
  });

  it('parse typed numbers, list what is wrong and keep unfinished text [CTL-015] [CTL-016]', () => {
    expect(parseTypedNumber('12', 'integer')).toEqual({ value: 12, errors: [] });
    expect(parseTypedNumber('1.5', 'integer')).toEqual({ value: '1.5', errors: ['is expected to be an integer'] });
    expect(parseTypedNumber('x', 'float')).toEqual({ value: 'x', errors: ['is expected to be a number'] });
    expect(parseTypedNumber('1.', 'float').value).toBe('1.');
    expect(parseTypedNumber('1.50', 'float').value).toBe('1.50');
    expect(parseTypedNumber('10', 'float').value).toBe(10);
    expect(parseTypedNumber(' ', 'float').value).toBeNull();
  });
});
