import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { blocksOf, cellStart, domainOf } from './blocks.ts';
import { chart } from './index.ts';
import type { CalendarOptions } from './options.ts';

const form: ChartForm = { viz_type: 'cal_heatmap', granularity_sqla: 'at', metrics: ['orders'] };
const at = (month: number, day: number) => Date.UTC(2026, month, day);

function drawn(rows: Parameters<typeof tableFromRows>[0], changes = {}, space = {}) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  const model = chart.toModel([tableFromRows(rows, ['__timestamp'])], context);
  const given = { theme: lightChartTheme, width: 600, height: 300, locale: 'en', selectedLabels: [], ...space };
  return {
    options: chart.toOptions(model, { ...context, ...given }) as CalendarOptions,
    undrawn: chart.undrawnOf?.(model, context.form),
  };
}

describe('the query of a calendar', () => {
  it.each([
    ['min', 'PT1M'],
    ['hour', 'PT1H'],
    ['day', 'P1D'],
    ['week', 'P1W'],
    ['month', 'P1M'],
  ])('cuts times to %s', (subdomain_granularity, grain) => {
    expect(chart.toQueries({ ...form, subdomain_granularity })[0]).toMatchObject({
      ...{ granularity: 'at', is_timeseries: true, metrics: ['orders'], row_limit: 50_000 },
      extras: { time_grain_sqla: grain },
    });
  });
});

describe('the blocks of a calendar', () => {
  const placesOf = (days: readonly number[]) => {
    const [block] = blocksOf([at(1, 1), at(1, 28)], 'month', 'day') ?? [];
    return days
      .map((day) => block?.cells.find(({ time }) => time === at(1, day)))
      .map((cell) => [cell?.row, cell?.column]);
  };

  it('of a month have a row for each weekday, from Monday on, and a column for each week', () => {
    // 1 February 2026 was a Sunday.
    expect(placesOf([1, 2, 8, 28])).toEqual([
      [6, 0],
      [0, 1],
      [6, 1],
      [5, 4],
    ]);
  });

  it('are whole: also days without rows have their place', () => {
    const blocks = blocksOf([at(0, 30), at(2, 2)], 'month', 'day') ?? [];
    expect(blocks.map(({ cells }) => cells.length)).toEqual([31, 28, 31]);
  });

  it('begin weeks on Mondays, also before 1970', () => {
    expect(new Date(cellStart(at(1, 1), 'week')).toISOString()).toContain('2026-01-26');
    expect(new Date(cellStart(Date.UTC(1969, 11, 31), 'week')).toISOString()).toContain('1969-12-29');
  });

  it('count each week once, in the month in which it begins', () => {
    const blocks = blocksOf([at(0, 5), at(3, 30)], 'month', 'week') ?? [];
    const weeks = blocks.flatMap(({ cells }) => cells.map(({ time }) => time));
    expect([new Set(weeks).size, blocks.length]).toEqual([weeks.length, 4]);
  });

  it('are larger than their cells, whatever the form says', () => {
    expect([domainOf('day', 'week'), domainOf('hour', 'min'), domainOf('hour', 'month')]).toEqual([
      'month',
      'hour',
      'year',
    ]);
  });

  it('are none where there are too many cells, which is said with a way out', () => {
    expect(blocksOf([at(0, 1), at(11, 31)], 'day', 'min')).toBeNull();
    const rows = [at(0, 1), at(11, 31)].map((__timestamp) => ({ __timestamp, orders: 1 }));
    const { undrawn } = drawn(rows, { subdomain_granularity: 'min' });
    expect(undrawn).toMatchObject({ isAll: true, remedy: { changes: { subdomain_granularity: 'hour' } } });
  });
});

describe('the cells of a calendar', () => {
  const rows = [3, 4, 5].map((day) => ({ __timestamp: at(2, day), orders: day * 10, returns: day === 4 ? null : 1 }));

  it('are empty where nothing came, not of the least colour', () => {
    const { cells } = drawn(rows).options;
    expect([cells.length, cells.filter(({ value }) => value !== null).length]).toEqual([31, 3]);
  });

  it('of several metrics stand one below the other, each in its own colours', () => {
    const { cells } = drawn(rows, { metrics: ['orders', 'returns'] }).options;
    const lowest = (metric: number) => Math.max(...cells.filter((cell) => cell.metric === metric).map(({ y }) => y));
    const highest = Math.min(...cells.filter(({ metric }) => metric === 1).map(({ y }) => y));
    expect(highest).toBeGreaterThan(lowest(0));
  });

  it('become smaller where the picture has no room for those that were asked for', () => {
    const year = Array.from({ length: 365 }, (_, day) => ({ __timestamp: at(0, 1 + day), orders: day }));
    const endOf = (space: object) => Math.max(...drawn(year, { cell_size: 30 }, space).options.cells.map(({ y }) => y));
    expect(endOf({ width: 300, height: 200 })).toBeLessThan(200);
    expect(endOf({ width: 2000, height: 900 })).toBeGreaterThan(200);
  });

  it('say their day, with all metrics of it', () => {
    const { options } = drawn(rows, { metrics: ['orders', 'returns'] });
    expect(options.statement?.()).toBe('orders is highest for Thu 5 Mar 2026: 50.');
    const index = options.cells.findIndex(({ time }) => time === at(2, 5));
    const tooltip = options.option.tooltip as { formatter: (hit: unknown) => string };
    expect(tooltip.formatter({ dataIndex: index })).toMatch(/Thu 5 Mar 2026.*orders.*50.*returns.*1/);
  });
});

describe('two measures', () => {
  const days = Array.from({ length: 110 }, (_, day) => ({
    __timestamp: at(3, 1) + day * 86_400_000,
    orders: day,
    rate: -day,
  }));

  it.each([
    [150, 100],
    [150, 60],
    [320, 200],
    [600, 320],
  ])('are both seen whole at %i by %i', (width, height) => {
    const { cells } = drawn(days, { metrics: ['orders', 'rate'] }, { width, height }).options;
    expect(new Set(cells.map(({ metric }) => metric)).size).toBe(2);
    const least = 2;
    expect(Math.max(...cells.map(({ y }) => y)) + least).toBeLessThanOrEqual(height);
    expect(Math.max(...cells.map(({ x }) => x)) + least).toBeLessThanOrEqual(width);
    const ends = [0, 1].map((metric) => cells.filter((cell) => cell.metric === metric).map(({ y }) => y));
    expect(Math.min(...ends[1]!)).toBeGreaterThan(Math.max(...ends[0]!));
  });
});
