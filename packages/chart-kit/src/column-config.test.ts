import { describe, expect, it } from 'vitest';
import { choicesOfAnswer } from './async-choices.ts';
import { limitChoices, maxChoices, textAlignChoices } from './choices.ts';
import {
  listedColumns,
  readFixedOrMetric,
  readTimeSeriesColumn,
  timeColumnFields,
  timeColumnTypes,
  timeComparisonForms,
  validateColumnConfig,
} from './column-config.ts';
import { conditionColorLabel, conditionColors, ruleColor } from './conditional-formatting.ts';
import { fixedOrMetricControl } from './controls.ts';
import { completeForm } from './forms.ts';
import { darkChartTheme, lightChartTheme } from './themes.ts';

describe('the configuration of a column', () => {
  it('asks for a width in whole pixels, not below the least [ANN-020] [ANN-010]', () => {
    expect(validateColumnConfig({})).toEqual({});
    expect(validateColumnConfig({ columnWidth: 20 })).toEqual({});
    expect(validateColumnConfig({ columnWidth: '120' })).toEqual({});
    expect(validateColumnConfig({ columnWidth: 19 })).toEqual({ columnWidth: 'Minimum column width is 20' });
    expect(validateColumnConfig({ columnWidth: -5 })).toEqual({ columnWidth: 'Minimum column width is 20' });
    expect(validateColumnConfig({ columnWidth: '12.5' })).toEqual({ columnWidth: 'is expected to be an integer' });
    expect(validateColumnConfig({ columnWidth: 'wide' })).toEqual({ columnWidth: 'is expected to be an integer' });
  });

  it('takes numbers as the ends of an axis', () => {
    expect(validateColumnConfig({ radarMetricMinValue: -1, radarMetricMaxValue: '2.5' })).toEqual({});
    expect(validateColumnConfig({ radarMetricMaxValue: 'wide' })).toEqual({
      radarMetricMaxValue: 'is expected to be a number',
    });
  });

  it('takes from 0 to 100 digits after the point', () => {
    expect([0, 2, 100].map((fractionDigits) => validateColumnConfig({ fractionDigits }))).toEqual([{}, {}, {}]);
    for (const fractionDigits of [-1, 101, 1.5, 'x'])
      expect(validateColumnConfig({ fractionDigits }), String(fractionDigits)).toHaveProperty('fractionDigits');
  });

  it('lists all of up to 12 columns, else 10 until all are asked for [ANN-021]', () => {
    const names = Array.from({ length: 13 }, (_, index) => `c${index}`);
    expect(listedColumns(names.slice(0, 12), false)).toEqual({ names: names.slice(0, 12), hasToggle: false });
    expect(listedColumns(names, false)).toEqual({ names: names.slice(0, 10), hasToggle: true });
    expect(listedColumns(names, true)).toEqual({ names, hasToggle: true });
  });

  it('aligns text left, center or right [CTL-042]', () => {
    expect(textAlignChoices.map((choice) => choice.value)).toEqual(['left', 'center', 'right']);
  });
});

describe('a column of time series', () => {
  const column = {
    label: 'Change',
    tooltip: 'against last year',
    colType: 'time',
    width: '100',
    height: '40',
    timeLag: '12',
    timeRatio: '7',
    comparisonType: 'perc_change',
    showYAxis: true,
    yAxisBounds: ['0', null],
    bounds: [1, 'x'],
    d3format: '.1%',
    dateFormat: '%Y',
  };

  it('holds what it is, what it compares and how it is drawn [ANN-017]', () => {
    expect(readTimeSeriesColumn(column)).toEqual({
      ...column,
      timeLag: 12,
      yAxisBounds: [0, null],
      bounds: [1, null],
    });
    expect(readTimeSeriesColumn({ colType: 'cake', comparisonType: 7, showYAxis: 'yes' })).toMatchObject({
      label: 'Time series columns',
      colType: '',
      comparisonType: '',
      showYAxis: false,
      timeLag: '',
      bounds: [null, null],
    });
  });

  it('is a time, a contribution, a spark line or an average [CTL-032]', () => {
    expect(timeColumnTypes).toEqual(['time', 'contrib', 'spark', 'avg']);
    for (const colType of timeColumnTypes) expect(readTimeSeriesColumn({ colType }).colType).toBe(colType);
  });

  it('compares as value, difference, percentage or change in percent [CTL-031]', () => {
    expect(timeComparisonForms).toEqual(['value', 'diff', 'perc', 'perc_change']);
    for (const comparisonType of timeComparisonForms)
      expect(readTimeSeriesColumn({ comparisonType }).comparisonType).toBe(comparisonType);
  });

  it('shows the fields of its kind in the editor', () => {
    const fieldsOf = (change: object) => timeColumnFields(readTimeSeriesColumn({ ...column, ...change }));
    expect(fieldsOf({})).toEqual(expect.arrayContaining(['timeLag', 'comparisonType', 'bounds']));
    expect(fieldsOf({ colType: 'avg' })).not.toContain('comparisonType');
    expect(fieldsOf({ colType: 'spark' })).toEqual(
      expect.arrayContaining(['width', 'height', 'yAxisBounds', 'dateFormat']),
    );
    expect(fieldsOf({ colType: 'spark', showYAxis: false })).not.toContain('yAxisBounds');
    expect(fieldsOf({ colType: 'contrib' })).not.toContain('timeLag');
  });
});

describe('controls of the catalogue', () => {
  it('start fixed-or-metric fixed at 5 [CTL-028]', () => {
    const control = fixedOrMetricControl('size', 'Size');
    const definition = { key: 'x', sections: [{ label: 'Query', tab: 'data' as const, rows: [[control]] }] };
    expect(completeForm(definition, { viz_type: 'x' }).size).toEqual({ type: 'fix', value: 5 });
    expect(readFixedOrMetric(undefined)).toEqual({ type: 'fix', value: 5 });
    expect(readFixedOrMetric('7')).toEqual({ type: 'fix', value: 7 });
    expect(readFixedOrMetric({ type: 'fix', value: '2.5' })).toEqual({ type: 'fix', value: 2.5 });
    expect(readFixedOrMetric({ type: 'metric', value: 'count' })).toEqual({ type: 'metric', value: 'count' });
    expect(readFixedOrMetric('count')).toEqual({ type: 'metric', value: 'count' });
  });

  it('offer 1000 choices at once and find the others by typing [CTL-027]', () => {
    const choices = Array.from({ length: 1500 }, (_, index) => ({ value: index, label: `choice ${index}` }));
    expect(maxChoices).toBe(1000);
    expect(limitChoices(choices)).toHaveLength(1000);
    expect(limitChoices(choices, 'CHOICE 149').map((choice) => choice.value)).toEqual([
      149, 1490, 1491, 1492, 1493, 1494, 1495, 1496, 1497, 1498, 1499,
    ]);
    const few = choices.slice(0, 1000);
    expect(limitChoices(few)).toBe(few);
  });

  it('read the choices of an endpoint from its result, or in a way of their own', () => {
    const endpoint = { endpoint: { method: 'GET', path: '/x' } } as const;
    expect(choicesOfAnswer(endpoint, { result: ['a', { value: 2, text: 'two' }, { id: 3 }, {}, null] })).toEqual([
      { value: 'a', label: 'a' },
      { value: 2, label: 'two' },
      { value: 3, label: '3' },
    ]);
    const own = { ...endpoint, toChoices: () => [{ value: 1, label: 'one' }] };
    expect(choicesOfAnswer(own, {})).toEqual([{ value: 1, label: 'one' }]);
  });
});

describe('colours by meaning', () => {
  it('are six, each in three shades [CTL-041]', () => {
    expect(conditionColors.map(conditionColorLabel)).toEqual([
      ...['success', 'success light', 'success dark', 'primary', 'primary light', 'primary dark'],
      ...['grayscale', 'grayscale light', 'grayscale dark', 'info', 'info light', 'info dark'],
      ...['alert', 'alert light', 'alert dark', 'error', 'error light', 'error dark'],
    ]);
    for (const theme of [lightChartTheme, darkChartTheme])
      expect(new Set(conditionColors.map((name) => ruleColor(name, theme))).size).toBe(18);
    expect(ruleColor('#ff0000', lightChartTheme)).toBe('#ff0000');
    expect(ruleColor('success', lightChartTheme)).toBe(lightChartTheme.success);
  });
});
