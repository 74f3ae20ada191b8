import { describe, expect, it } from 'vitest';
import { type ChangedPart, explainChange, isSplit, type Measured, ratioOf } from './changes.ts';

const sum = (value: number | null): Measured | null =>
  value === null ? null : { value, numerator: value, denominator: null };

const ratio = (numerator: number, denominator: number): Measured => ({
  value: denominator === 0 ? 0 : numerator / denominator,
  numerator,
  denominator,
});

/** Numbers that look like chance, and are the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function wholeOf(parts: readonly ChangedPart<number>[]) {
  const add = (period: 'before' | 'after') => {
    const given = parts.flatMap((part) => part[period] ?? []);
    const numerator = given.reduce((total, part) => total + part.numerator, 0);
    if (!given.some(({ denominator }) => denominator !== null)) return sum(numerator);
    return ratio(
      numerator,
      given.reduce((total, part) => total + (part.denominator ?? 0), 0),
    );
  };
  return { before: add('before'), after: add('after') };
}

const total = (values: readonly number[]) => values.reduce((added, value) => added + value, 0);

describe('what explains a change', () => {
  it('adds up to the change of a sum, whatever came, went or is negative', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = numbersFrom(seed);
      const some = () => (next() < 0.2 ? null : sum(Math.round((next() - 0.3) * 1000)));
      const parts = Array.from({ length: 1 + Math.floor(next() * 30) }, (_, key) => ({
        key,
        before: some(),
        after: some(),
      }));
      const whole = wholeOf(parts);
      const { contributions, strength } = explainChange(parts, whole);
      expect(isSplit(parts, whole)).toBe(true);
      expect(total(contributions.map(({ change }) => change))).toBeCloseTo(
        (whole.after?.value ?? 0) - (whole.before?.value ?? 0),
        6,
      );
      expect(strength).toBeGreaterThanOrEqual(0);
      expect(strength).toBeLessThanOrEqual(1);
    }
  });

  it('adds up to the change of a ratio, and each part is its mix and its rate', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = numbersFrom(seed);
      const some = () => (next() < 0.2 ? null : ratio(Math.round(next() * 1000), Math.round(next() * 50)));
      const drawn = Array.from({ length: 1 + Math.floor(next() * 30) }, (_, key) => ({
        key,
        before: some(),
        after: some(),
      }));
      const parts = [...drawn, { key: -1, before: ratio(5, 10), after: ratio(9, 11) }];
      const whole = wholeOf(parts);
      const { contributions } = explainChange(parts, whole);
      expect(isSplit(parts, whole)).toBe(true);
      expect(total(contributions.map(({ change }) => change))).toBeCloseTo(whole.after!.value - whole.before!.value, 8);
      for (const { change, effects } of contributions) expect(effects!.mix + effects!.rate).toBeCloseTo(change, 8);
    }
  });

  it('calls it mix where rates stayed and shares moved, and rate where shares stayed', () => {
    const moved = [
      { key: 0, before: ratio(10, 100), after: ratio(5, 50) },
      { key: 1, before: ratio(50, 100), after: ratio(75, 150) },
    ];
    for (const { effects } of explainChange(moved, wholeOf(moved)).contributions)
      expect(effects!.rate).toBeCloseTo(0, 10);
    const better = [
      { key: 0, before: ratio(10, 100), after: ratio(30, 100) },
      { key: 1, before: ratio(50, 100), after: ratio(50, 100) },
    ];
    const { contributions } = explainChange(better, wholeOf(better));
    expect(contributions.map(({ key, change, effects }) => [key, change.toFixed(3), Math.abs(effects!.mix)])).toEqual([
      [0, '0.100', 0],
      [1, '0.000', 0],
    ]);
  });

  it('has nothing to say where all values changed alike, and much where one made the change', () => {
    const alike = [10, 20, 70].map((value, key) => ({ key, before: sum(value), after: sum(value * 1.5) }));
    expect(explainChange(alike, wholeOf(alike)).strength).toBeCloseTo(0, 10);
    const alone = [10, 20, 70].map((value, key) => ({ key, before: sum(value), after: sum(key === 0 ? 60 : value) }));
    const { contributions, strength } = explainChange(alone, wholeOf(alone));
    expect(contributions[0]).toMatchObject({ key: 0, change: 50, before: 10, after: 60 });
    expect(strength).toBeGreaterThan(0.9);
  });

  it('sees that counts of distinct values and greatest values are not the sum of their parts', () => {
    const parts = [
      { key: 0, before: sum(60), after: sum(70) },
      { key: 1, before: sum(50), after: sum(50) },
    ];
    expect(isSplit(parts, { before: sum(100), after: sum(110) })).toBe(false);
    expect(isSplit(parts, { before: sum(110), after: sum(120) })).toBe(true);
    const rates = [{ key: 0, before: ratio(1, 4), after: ratio(2, 4) }];
    const rounded = { before: { ...ratio(1, 4), value: 0.3 }, after: ratio(2, 4) };
    expect(isSplit(rates, rounded)).toBe(false);
  });

  it('reads averages and divisions of sums as ratios, and nothing else', () => {
    expect(ratioOf('AVG(price * (1 - discount))')).toEqual({
      numerator: 'SUM(price * (1 - discount))',
      denominator: 'COUNT(price * (1 - discount))',
    });
    expect(ratioOf('100.0 * SUM(profit) / NULLIF(SUM(sales / 2), 0)')).toEqual({
      numerator: '100.0 * SUM(profit)',
      denominator: 'NULLIF(SUM(sales / 2), 0)',
    });
    expect(ratioOf(`SUM(CASE WHEN a = 'x/y)' THEN 1 END) / COUNT(*)`)?.denominator).toBe('COUNT(*)');
    for (const sql of [
      'SUM(a)',
      'SUM(a) / 2 + 1',
      'SUM(a) / SUM(b) / 2',
      'AVG(a) - AVG(b)',
      'AVG(DISTINCT a)',
      '/',
      '',
    ])
      expect(ratioOf(sql)).toBeNull();
  });
});
