import { describe, expect, it } from 'vitest';
import { extraFiltersOf, readExtraFilters, withExtraFilters } from './extra-filters.ts';
import { toRequest } from './saved-request.ts';

const datasource = { id: 1, type: 'table' };
const asked = (filters: readonly object[], query: object = {}) =>
  withExtraFilters({ datasource, queries: [query] }, readExtraFilters(JSON.stringify(filters))).queries[0];

describe('filters beside a form, as older dashboards have them', () => {
  it('are conditions of every query of the form, and in upper case', () => {
    const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['city'], metrics: ['count'] };
    const extra_filters = [{ col: 'city', op: 'not in', val: ['Rome'] }, 'no filter', { col: 'city' }];
    const queries = toRequest({ ...form, extra_filters }, datasource)?.queries ?? [];
    expect(queries.length).toBeGreaterThan(0);
    for (const { filters } of queries)
      expect(filters).toEqual([{ col: 'city', op: 'NOT IN', val: ['Rome'], isExtra: true }]);
  });

  it('say a query’s time under three names: its range, its column and its grain', () => {
    const axis = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1D' };
    const range = { col: 'at', op: 'TEMPORAL_RANGE', val: 'No filter' };
    const filters = [
      { col: '__time_range', op: '==', val: '2024' },
      { col: '__time_col', op: '==', val: 'paid_at' },
      { col: '__time_grain', op: '==', val: 'P1M' },
    ];
    expect(asked(filters, { columns: ['city', axis], extras: { where: 'a' } })).toEqual({
      ...{ columns: ['city', { ...axis, timeGrain: 'P1M' }], extras: { where: 'a', time_grain_sqla: 'P1M' } },
      ...{ filters: [], granularity: 'paid_at', time_range: '2024' },
    });
    expect(asked(filters.slice(0, 2), { filters: [range] })).toEqual({
      filters: [{ ...range, col: 'paid_at', val: '2024', isExtra: true }],
    });
    expect(asked([{ col: '__time_col', op: '==', val: 'paid_at' }])).toMatchObject({ granularity: 'paid_at' });
  });

  it('change nothing where they choose nothing', () => {
    const query = { columns: ['city'] };
    for (const val of [[], '', null]) expect(asked([{ col: 'city', op: 'in', val }], query)?.filters).toEqual([]);
    expect(asked([{ col: '__time_range', op: '==', val: 'No filter' }], query)).not.toHaveProperty('time_range');
    expect(asked([], query)).toBe(query);
    expect(extraFiltersOf({ extra_filters: 'city' })).toEqual([]);
    expect(readExtraFilters('')).toEqual([]);
  });

  it('are a thousand at most', () => {
    const one = { col: 'city', op: 'in', val: ['Rome'] };
    expect(() => readExtraFilters(JSON.stringify(new Array(1001).fill(one)))).toThrow();
    expect(extraFiltersOf({ extra_filters: new Array(1001).fill(one) })).toHaveLength(1000);
  });
});
