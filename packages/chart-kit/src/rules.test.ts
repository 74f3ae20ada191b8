import { describe, expect, it } from 'vitest';
import { readAnnotationLayers, toAnnotationMarks } from './annotations.ts';
import {
  cellColorer,
  conditionOperators,
  conditionOperatorsOf,
  entireRow,
  lookOf,
  meetsRule,
  paintedColumnOf,
  prepareRule,
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

  it('leaves what has no value alone, also where no operator is named [ANN-016]', () => {
    for (const operator of conditionOperators)
      expect(meetsRule({ ...rule, operator, targetValue: 0, targetValueLeft: -1, targetValueRight: 1 }, null)).toBe(
        false,
      );
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

  it('grows in strength from what a value is compared with to the farthest of all values', () => {
    const strengthOf = (changes: object, values: readonly number[]) => {
      const [read] = readRules([{ ...rule, ...changes }]);
      const find = prepareRule(read!, values, lightChartTheme);
      return values.map((value) => find(value)?.share ?? null);
    };
    expect(strengthOf({ operator: '>', targetValue: 10 }, [5, 15, 20])).toEqual([null, 0.5, 1]);
    expect(strengthOf({ operator: '<', targetValue: 10 }, [0, 5, 20])).toEqual([1, 0.5, null]);
    expect(strengthOf({ operator: '≠', targetValue: 10 }, [0, 10, 15])).toEqual([1, null, 0.5]);
    const between = { operator: '≤ x ≤', targetValueLeft: 10, targetValueRight: 20 };
    expect(strengthOf(between, [5, 10, 15, 20])).toEqual([null, 0, 0.5, 1]);
    expect(strengthOf({ operator: 'None' }, [10, 15, 20])).toEqual([0, 0.5, 1]);
    expect(strengthOf({ operator: '=', targetValue: 10 }, [10])).toEqual([1]);
    expect(strengthOf({ operator: '>', targetValue: 10, useGradient: false }, [15, 20])).toEqual([1, 1]);
  });

  it('names the part of the cell that it colours, in the older spelling and by the older switch too', () => {
    const lookOfForm = (changes: object) => readRules([{ ...rule, ...changes }]).map(lookOf)[0];
    expect(lookOfForm({})).toBe('BACKGROUND_COLOR');
    expect(lookOfForm({ objectFormatting: 'CELL_BAR' })).toBe('CELL_BAR');
    expect(lookOfForm({ objectFormating: 'TEXT_COLOR' })).toBe('TEXT_COLOR');
    expect(lookOfForm({ toTextColor: true })).toBe('TEXT_COLOR');
    expect(lookOfForm({ objectFormatting: 'SPARKLE' })).toBe('BACKGROUND_COLOR');
  });

  it('names another column that it colours, or the whole row', () => {
    const paintedBy = (changes: object) => readRules([{ ...rule, ...changes }]).map(paintedColumnOf)[0];
    expect(paintedBy({})).toBe('revenue');
    expect(paintedBy({ columnFormatting: 'city', objectFormatting: 'TEXT_COLOR' })).toBe('city');
    expect(paintedBy({ columnFormating: 'city' })).toBe('city');
    expect(paintedBy({ columnFormatting: 'ENTIRE_ROW' })).toBe(entireRow);
    expect(paintedBy({ toAllRow: true })).toBe(entireRow);
    expect(paintedBy({ objectFormatting: 'ENTIRE_ROW' })).toBe(entireRow);
  });

  it.each([
    ['=', 'Rome', ['Rome']],
    ['begins with', 'Ro', ['Rome']],
    ['ends with', 'e', ['Rome', 'Nice']],
    ['containing', 'NI', ['Nice']],
    ['not containing', 'o', ['Nice']],
    ['None', undefined, ['Rome', 'Nice']],
  ])('of texts knows %s %s', (operator, targetValue, met) => {
    const [read] = readRules([{ ...rule, operator, targetValue }]);
    expect(['Rome', 'Nice', null].filter((value) => meetsRule(read!, value))).toEqual(met);
  });

  it.each([
    ['is true', [true]],
    ['is false', [false]],
    ['is null', [null]],
    ['is not null', [true, false]],
  ])('of truths knows %s, without a value', (operator, met) => {
    const [read] = readRules([{ ...rule, operator, targetValue: '' }]);
    expect([true, false, null].filter((value) => meetsRule(read!, value))).toEqual(met);
  });

  it('asks for a text where an operator compares texts, and offers the operators of a column', () => {
    expect(validateRule({ operator: 'containing', targetValue: '' })).toEqual({ targetValue: 'Required' });
    expect(validateRule({ operator: '>', targetValue: 'Rome' })).toEqual({ targetValue: 'Required' });
    expect(conditionOperatorsOf('string')).toContain('begins with');
    expect(conditionOperatorsOf('boolean')).toContain('is true');
    expect(conditionOperatorsOf('number')).toBe(conditionOperators);
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
