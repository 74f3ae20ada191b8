import { describe, expect, it } from 'vitest';
import { readAnnotationLayers, toAnnotationMarks } from './annotations.ts';
import {
  cellColorer,
  conditionOperators,
  lookOf,
  meetsRule,
  readRules,
  signOfRule,
  validateRule,
  valueFieldsOf,
} from './conditional-formatting.ts';
import { parseFormula } from './formulas.ts';
import { lightChartTheme } from './themes.ts';

const rule = { column: 'revenue', colorScheme: 'success', operator: '>', targetValue: 10 };

describe('conditional formatting', () => {
  it('reads a rule with its column, colour, operator and targets [ANN-011]', () => {
    expect(
      readRules([
        rule,
        { ...rule, operator: '< x <', targetValue: undefined, targetValueLeft: '1', targetValueRight: 5 },
      ]),
    ).toEqual([
      { column: 'revenue', colorScheme: 'success', operator: '>', targetValue: 10 },
      { column: 'revenue', colorScheme: 'success', operator: '< x <', targetValueLeft: 1, targetValueRight: 5 },
    ]);
    expect(readRules([{ ...rule, operator: 'like' }, { ...rule, targetValue: '' }, 'x', null])).toEqual([]);
  });

  it('requires operator and values [ANN-012]', () => {
    expect(validateRule({ ...rule, operator: undefined })).toEqual({ operator: 'Required' });
    expect(validateRule({ ...rule, targetValue: null })).toEqual({ targetValue: 'Required' });
    expect(validateRule({ operator: '≤ x ≤' })).toEqual({ targetValueLeft: 'Required', targetValueRight: 'Required' });
  });

  it('requires the left of a between to be smaller than the right [ANN-013] [ANN-014]', () => {
    for (const [left, right] of [
      [5, 5],
      [6, 5],
    ]) {
      expect(validateRule({ operator: '< x ≤', targetValueLeft: left, targetValueRight: right })).toEqual({
        targetValueLeft: 'This value should be smaller than the right target value',
        targetValueRight: 'This value should be greater than the left target value',
      });
    }
    expect(validateRule({ operator: '≤ x <', targetValueLeft: 4, targetValueRight: 5 })).toEqual({});
  });

  it('hides the values of None and knows eleven operators [ANN-015] [ANN-016]', () => {
    expect(valueFieldsOf('None')).toEqual([]);
    expect(valueFieldsOf('≥')).toEqual(['targetValue']);
    expect(valueFieldsOf('< x <')).toEqual(['targetValueLeft', 'targetValueRight']);
    expect(conditionOperators).toEqual(['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤']);
  });

  it.each([
    ['None', [4, 5, 6]],
    ['>', [6]],
    ['<', [4]],
    ['≥', [5, 6]],
    ['≤', [4, 5]],
    ['=', [5]],
    ['≠', [4, 6]],
  ] as const)('%s of 5 is met by %s of 4, 5 and 6 [ANN-016]', (operator, met) => {
    expect([4, 5, 6].filter((value) => meetsRule({ ...rule, operator, targetValue: 5 }, value))).toEqual(met);
  });

  it.each([
    ['< x <', [5]],
    ['≤ x ≤', [4, 5, 6]],
    ['≤ x <', [4, 5]],
    ['< x ≤', [5, 6]],
  ] as const)('%s of 4 and 6 is met by %s of 4, 5 and 6 [ANN-016]', (operator, met) => {
    expect(
      [4, 5, 6].filter((value) => meetsRule({ ...rule, operator, targetValueLeft: 4, targetValueRight: 6 }, value)),
    ).toEqual(met);
  });

  it('colours the stronger the further a value is, and the last rule that is met wins', () => {
    const rules = readRules([rule, { ...rule, colorScheme: '#ff0000', targetValue: 40 }]);
    const color = cellColorer(rules, [5, 20, 30, 50], lightChartTheme);
    const alpha = (value: number) => Number(/,([\d.]+)\)$/.exec(color(value) ?? '')?.[1]);
    expect(color(5)).toBeUndefined();
    expect(color(null)).toBeUndefined();
    expect(alpha(30)).toBeGreaterThan(alpha(20));
    expect(color(50)).toContain('rgba(255,0,0,');
  });

  it('colours all values alike without a gradient', () => {
    const color = cellColorer(readRules([{ ...rule, useGradient: false }]), [20, 30, 50], lightChartTheme);
    expect(new Set([20, 30, 50].map(color)).size).toBe(1);
  });

  it('names what it colours, by the switches of older forms too; unknown names are none', () => {
    const lookOfForm = (changes: object) => readRules([{ ...rule, ...changes }]).map(lookOf)[0];
    expect(lookOfForm({})).toBe('BACKGROUND_COLOR');
    expect(lookOfForm({ objectFormatting: 'CELL_BAR' })).toBe('CELL_BAR');
    expect(lookOfForm({ toTextColor: true })).toBe('TEXT_COLOR');
    expect(lookOfForm({ toAllRow: true })).toBe('ENTIRE_ROW');
    expect(lookOfForm({ objectFormatting: 'SPARKLE' })).toBe('BACKGROUND_COLOR');
  });

  it('has a sign by its operator', () => {
    const signs = readRules(['>', '≤', '='].map((operator) => ({ ...rule, operator }))).map(signOfRule);
    expect(signs).toEqual(['▲', '▼', '●']);
  });
});

describe('formulas', () => {
  it.each([
    ['2x + 1', 3, 7],
    ['y = x^2 - 4', 3, 5],
    ['-x^2', 3, -9],
    ['2^3^2', 0, 512],
    ['(1 + 2) * x / 3', 4, 4],
    ['max(x, 10) % 4', 3, 2],
    ['3 sin(0) + pi', 0, Math.PI],
    ['1e3', 0, 1000],
  ])('%s at %d is %d', (text, x, y) => {
    expect(parseFormula(text)?.(x)).toBeCloseTo(y);
  });

  it('are arithmetic only: nothing else is a formula', () => {
    for (const text of [
      '',
      'x +',
      '(x',
      'alert(1)',
      'constructor(x)',
      'x; y',
      'toString',
      '1 2 3 )',
      `${'('.repeat(600)}x`,
    ])
      expect(parseFormula(text), text).toBeUndefined();
  });
});

describe('annotation layers', () => {
  const layer = { name: 'Sales', annotationType: 'EVENT', show: true, value: 1 };
  const records = {
    Sales: {
      records: [
        { start_dttm: '2026-01-02', end_dttm: '2026-01-05', short_descr: 'Winter sale' },
        { start_dttm: 'no time' },
      ],
    },
  };

  it('hold a name and whether they are shown [ANN-001]', () => {
    expect(
      readAnnotationLayers({
        annotation_layers: [layer, { ...layer, show: false }, { name: '' }, 7],
      }).map(({ name, show }) => [name, show]),
    ).toEqual([
      ['Sales', true],
      ['Sales', false],
    ]);
  });

  it('become marks at their times; hidden layers and layers without an answer become none', () => {
    const form = { annotation_layers: [layer, { ...layer, name: 'Gone' }, { ...layer, show: false }] };
    expect(toAnnotationMarks(form, records, [])).toMatchObject([
      { kind: 'events', spans: [{ start: Date.UTC(2026, 0, 2), end: Date.UTC(2026, 0, 5), title: 'Winter sale' }] },
    ]);
  });

  it('draw formulas over the points of the axis', () => {
    const marks = toAnnotationMarks(
      { annotation_layers: [{ ...layer, annotationType: 'FORMULA', value: '10 / x' }] },
      {},
      [0, 1, 2],
    );
    expect(marks).toMatchObject([
      {
        kind: 'line',
        points: [
          [1, 10],
          [2, 5],
        ],
      },
    ]);
  });

  it('draw other series by their first number', () => {
    const answer = { Sales: { records: [{ ds: '2026-01-02T00:00:00', revenue: 7 }] } };
    expect(
      toAnnotationMarks({ annotation_layers: [{ ...layer, annotationType: 'TIME_SERIES' }] }, answer, []),
    ).toMatchObject([{ kind: 'line', points: [[Date.UTC(2026, 0, 2), 7]] }]);
  });
});
