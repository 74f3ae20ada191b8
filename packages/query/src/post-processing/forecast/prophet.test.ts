import type { CellValue, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { applyPostProcessing, forecastsAsOf, hasForecast } from '../index.ts';
import { normalQuantile } from './normal-quantile.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2024, 0, 1);
const daysFrom = (count: number) => Array.from({ length: count }, (_, day) => start + day * dayMs);

function table(times: readonly CellValue[], series: Readonly<Record<string, readonly CellValue[]>>): ResultTable {
  const columns = Object.entries(series).map(([name, values]) => ({
    name,
    type: 'number' as const,
    nativeType: 'DOUBLE',
    values,
  }));
  return {
    rowCount: times.length,
    columns: [{ name: 'day', type: 'temporal', nativeType: 'TIMESTAMP', values: times }, ...columns],
  };
}

const usual = { index: 'day', time_grain: 'P1D', periods: 5, confidence_interval: 0.8 };

function foresee(input: ResultTable, options: Record<string, unknown> = {}) {
  const { columns } = applyPostProcessing(input, [{ operation: 'prophet', options: { ...usual, ...options } }]);
  const byName = new Map(columns.map((column) => [column.name, column.values]));
  return {
    names: [...byName.keys()],
    values: (name: string) => byName.get(name) ?? [],
    numbers: (name: string) => (byName.get(name) ?? []).map(Number),
  };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe('a forecast', () => {
  it('appends the days to come, and the expected values with their bounds', () => {
    const answer = foresee(table(daysFrom(10), { y: [3, 4, 6, 5, 7, 8, 9, 9, 11, 12], z: Array(10).fill(5) }));
    expect(answer.names).toEqual([
      'day',
      'y__yhat',
      'y__yhat_lower',
      'y__yhat_upper',
      'y',
      'z__yhat',
      'z__yhat_lower',
      'z__yhat_upper',
      'z',
    ]);
    expect(answer.values('day')).toEqual(daysFrom(15));
    expect(answer.values('y').slice(8)).toEqual([11, 12, null, null, null, null, null]);
    for (const value of answer.numbers('z__yhat')) expect(value).toBeCloseTo(5, 4);
  });

  it('is that of Prophet, whose own figures these are', () => {
    const answer = foresee(table(daysFrom(10), { y: [3, 4, 6, 5, 7, 8, 9, 9, 11, 12] }));
    const expected = [3.09, 4.05, 5.01, 5.96, 6.92, 7.88, 8.84, 9.79, 10.75, 11.71, 12.67, 13.62, 14.58, 15.54, 16.49];
    answer.numbers('y__yhat').forEach((value, row) => {
      expect(value).toBeCloseTo(expected[row]!, 1);
    });
    const widths = answer.numbers('y__yhat_upper').map((upper, row) => upper - answer.numbers('y__yhat_lower')[row]!);
    for (const width of widths) expect(Math.abs(width - 1.35)).toBeLessThan(0.1);
  });

  it('goes on with the week it has seen, unless told that there is none', () => {
    const weekly = daysFrom(70).map((_, day) => 100 + day + (day % 7 === 6 ? 40 : 0));
    const next = (options: object) =>
      foresee(table(daysFrom(70), { y: weekly }), { periods: 14, ...options })
        .numbers('y__yhat')
        .slice(70);
    const seen = next({});
    expect(seen[6]! - seen[5]!).toBeGreaterThan(30);
    expect(seen[13]! - sum(seen.slice(7, 13)) / 6).toBeGreaterThan(30);
    const smooth = next({ weekly_seasonality: false });
    expect(Math.abs(smooth[6]! - smooth[5]!)).toBeLessThan(3);
    const rough = next({ weekly_seasonality: 1 });
    expect(rough[6]! - rough[5]!).toBeGreaterThan(5);
    expect(rough[6]! - rough[5]!).toBeLessThan(seen[6]! - seen[5]!);
  });

  it('follows the trend after its last bend, and is less sure the further it looks', () => {
    const bent = daysFrom(100).map((_, day) => (day < 60 ? day : 60 - 2 * (day - 60)) + (day % 2) * 4);
    const answer = foresee(table(daysFrom(100), { y: bent }), { periods: 60, weekly_seasonality: false });
    const expected = answer.numbers('y__yhat');
    expect(expected[159]! - expected[100]!).toBeLessThan(-80);
    const widthAt = (row: number) => answer.numbers('y__yhat_upper')[row]! - answer.numbers('y__yhat_lower')[row]!;
    expect(widthAt(159)).toBeGreaterThan(2 * widthAt(99));
  });

  it('is less sure the further it looks also where the trend never bent, where that is asked for', () => {
    const straight = daysFrom(40).map((_, day) => 100 + 2 * day + (((day * 7919) % 13) - 6));
    const widths = (options: object) => {
      const answer = foresee(table(daysFrom(40), { y: straight }), {
        periods: 40,
        weekly_seasonality: false,
        ...options,
      });
      const lower = answer.numbers('y__yhat_lower');
      return answer.numbers('y__yhat_upper').map((upper, row) => upper - lower[row]!);
    };
    const [plain, widening] = [widths({}), widths({ widening: true })];
    // Prophet's own interval stays as wide as the noise.
    expect(plain[79]! / plain[20]!).toBeLessThan(1.1);
    // That of a line through 40 points is, twice as far ahead, the noise times the root of 1 + 1/40 + 59.5² / 5330.
    expect(widening[79]! / plain[20]!).toBeGreaterThan(1.2);
    expect(widening[79]! / plain[20]!).toBeLessThan(1.4);
    const ahead = widening.slice(40);
    expect(ahead.every((width, at) => at === 0 || width > ahead[at - 1]!)).toBe(true);
    expect(widening[20]! / plain[20]!).toBeLessThan(1.05);
  });

  it('has a wider interval the surer it has to be', () => {
    const noisy = daysFrom(60).map((_, day) => day + ((day * 7919) % 13));
    const widthOf = (share: number) => {
      const answer = foresee(table(daysFrom(60), { y: noisy }), { confidence_interval: share });
      return answer.numbers('y__yhat_upper')[3]! - answer.numbers('y__yhat_lower')[3]!;
    };
    expect(widthOf(0.95) / widthOf(0.5)).toBeCloseTo(normalQuantile(0.975) / normalQuantile(0.75), 6);
  });

  it('goes by months from first to first, and by the weeks, quarters and hours of the grain', () => {
    const y = [1, 2, 3, 4];
    const next = (times: readonly number[], grain: string) =>
      foresee(table(times, { y }), { time_grain: grain, periods: 2 })
        .values('day')
        .slice(4)
        .map((time) => new Date(Number(time)).toISOString().slice(0, 16));
    const months = [9, 10, 11, 12].map((month) => Date.UTC(2023, month, 1));
    expect(next(months, 'P1M')).toEqual(['2024-02-01T00:00', '2024-03-01T00:00']);
    expect(next(months, 'P3M')).toEqual(['2024-04-01T00:00', '2024-07-01T00:00']);
    expect(next(months, 'P0.25Y')).toEqual(['2024-04-01T00:00', '2024-07-01T00:00']);
    expect(next(months, '1969-12-28T00:00:00Z/P1W')).toEqual(['2024-01-08T00:00', '2024-01-15T00:00']);
    expect(next(months, 'PT6H')).toEqual(['2024-01-01T06:00', '2024-01-01T12:00']);
    expect(next(months, 'P1Y')).toEqual(['2025-01-01T00:00', '2026-01-01T00:00']);
  });

  it('learns nothing from a period that is not over, and keeps its row', () => {
    const y = [10, 11, 12, 13, 14, 15, 16, 17, 18, 3];
    const midday = start + 9 * dayMs + dayMs / 2;
    const [learnt, misled] = [{ as_of: midday }, { as_of: midday + dayMs }].map((options) =>
      foresee(table(daysFrom(10), { y }), options),
    );
    expect(learnt?.values('y').slice(8, 11)).toEqual([18, 3, null]);
    expect(learnt?.numbers('y__yhat')[9]).toBeCloseTo(19, 0);
    expect(learnt?.numbers('y__yhat')[10]).toBeCloseTo(20, 0);
    expect(misled?.numbers('y__yhat')[10]).toBeLessThan(19);
  });

  it('is told up to when its rows reach, to the day or for finer steps to the minute', () => {
    const rule = (time_grain: string) => ({ operation: 'prophet', options: { time_grain } });
    const at = new Date(Date.UTC(2024, 5, 15, 13, 20, 30));
    const [month, hour, other] = forecastsAsOf([rule('P1M'), rule('PT1H'), { operation: 'flatten' }], at);
    expect(month?.options?.as_of).toBe(Date.UTC(2024, 5, 15));
    expect(hour?.options?.as_of).toBe(Date.UTC(2024, 5, 15, 13, 20));
    expect(other).toEqual({ operation: 'flatten' });
    expect([hasForecast([rule('P1D')]), hasForecast([{ operation: 'flatten' }, null])]).toEqual([true, false]);
  });

  it('orders the past, passes over what has no time, and bridges gaps', () => {
    const answer = foresee(table([...daysFrom(6).reverse(), null], { y: [6, null, 4, 3, 2, 1, 99] }));
    expect(answer.values('day')).toEqual(daysFrom(11));
    expect(answer.values('y').slice(0, 6)).toEqual([1, 2, 3, 4, null, 6]);
    expect(answer.numbers('y__yhat')[4]).toBeCloseTo(5, 0);
  });

  it('expects nothing of a series that is known at one time only', () => {
    const answer = foresee(table(daysFrom(4), { y: [1, 2, 3, 4], once: [null, 7, null, null] }));
    expect(answer.values('once__yhat')).toEqual(Array(9).fill(null));
    expect(answer.values('once__yhat_upper')).toEqual(Array(9).fill(null));
    expect(answer.numbers('y__yhat')[8]).toBeCloseTo(9, 0);
  });

  it.each([
    ['Time grain missing', { time_grain: null }],
    ['Unsupported time grain: P1X', { time_grain: 'P1X' }],
    ['Unsupported time grain: P0D', { time_grain: 'P0D' }],
    ['Periods must be a whole number', { periods: -1 }],
    ['Periods must be a whole number', { periods: 1.5 }],
    ['must be at most 10000', { periods: 10_001 }],
    ['Confidence interval must be between 0 and 1 (exclusive)', { confidence_interval: 1 }],
    ['Confidence interval must be between 0 and 1 (exclusive)', { confidence_interval: 0 }],
    ['must be true, false or a whole number up to 50', { yearly_seasonality: 51 }],
    ['DataFrame must include temporal column', { index: 'y' }],
    ['DataFrame must include temporal column', { index: 'gone' }],
  ])('is refused: %s', (message, options) => {
    expect(() => foresee(table(daysFrom(4), { y: [1, 2, 3, 4] }), options)).toThrow(message);
  });

  it('needs a series', () => {
    expect(() => foresee(table(daysFrom(4), {}))).toThrow('DataFrame include at least one series');
  });
});
