import type { QueryObject } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import {
  countEffects,
  type EffectInput,
  filterEffects,
  isReachedBy,
  type NativeFilter,
  newFilter,
  toCrossMask,
  toMask,
} from './index.ts';

const region: NativeFilter = {
  ...newFilter('region'),
  name: 'Region',
  targets: [{ datasetId: 7, column: { name: 'region' } }],
  chartsInScope: [1, 2],
};
const ofType = (filterType: NativeFilter['filterType']): NativeFilter => ({ ...region, filterType, targets: [{}] });
const north = toMask(region, ['north']);
const onRegion: QueryObject = { filters: [{ col: 'region', op: 'IN', val: ['north'] }] };
const nothingSaid = { rejected_filters: [], from_dttm: null, to_dttm: null };

function effectsOn(change: Partial<EffectInput>) {
  return filterEffects({
    chartId: 1,
    filters: [region],
    filterMasks: { [region.id]: north },
    draft: change.filterMasks ?? { [region.id]: north },
    crossMasks: {},
    crossScopes: {},
    queries: [onRegion],
    answers: [nothingSaid],
    isAnswered: true,
    ...change,
  });
}
const stateOn = (change: Partial<EffectInput>) => {
  const [first] = effectsOn(change);
  return [first?.state, first?.reason];
};

describe('what a filter does to a chart', () => {
  it('is applied once the answer is there, and waits until then [FLT-011]', () => {
    expect(stateOn({})).toEqual(['applied', null]);
    expect(stateOn({ isAnswered: false })).toEqual(['waiting', null]);
    expect(stateOn({ queries: undefined, answers: [], isAnswered: false })).toEqual(['waiting', null]);
  });

  it('is rejected with the columns that the answer says the dataset lacks', () => {
    const answers = [{ ...nothingSaid, rejected_filters: [{ column: 'region', reason: 'not_in_datasource' }] }];
    expect(effectsOn({ answers })[0]).toMatchObject({
      state: 'rejected',
      reason: 'column-missing',
      missing: ['region'],
    });
  });

  it('is in force on a map of layers when one of them has its column', () => {
    const chart_layer = {
      ...{ id: 1, name: 'Stops', form_data: {}, fault: null, message: null },
      ...{ verbose_map: {}, column_formats: {}, currency_formats: {} },
    };
    const has = { ...nothingSaid, chart_layer };
    const lacks = { ...has, rejected_filters: [{ column: 'region', reason: 'not_in_datasource' }] };
    expect(stateOn({ answers: [has, lacks] })).toEqual(['applied', null]);
    expect(stateOn({ answers: [lacks, lacks] })).toEqual(['rejected', 'column-missing']);
  });

  it('is rejected when the chart does not ask for it', () => {
    expect(stateOn({ queries: [{ filters: [] }] })).toEqual(['rejected', 'not-asked']);
  });

  it('is out of scope, unset or pending as the bar has it', () => {
    expect(stateOn({ chartId: 3 })).toEqual(['out-of-scope', null]);
    expect(stateOn({ filterMasks: {} })).toEqual(['unset', null]);
    expect(stateOn({ filterMasks: {}, draft: { [region.id]: north } })).toEqual(['pending', null]);
    const [first] = effectsOn({ draft: { [region.id]: toMask(region, ['south']) } });
    expect([first?.state, first?.isPending]).toEqual(['applied', true]);
  });

  it('narrows by a required value that is missing, as no row passes then', () => {
    const required = { ...region, controlValues: { enableEmptyFilter: true } };
    expect(stateOn({ filters: [required], filterMasks: { [region.id]: toMask(required, null) } })).toEqual([
      'applied',
      null,
    ]);
  });

  it('says of a time range whether the chart has a time column that takes it', () => {
    const time = ofType('filter_time');
    const range = { filters: [time], filterMasks: { [time.id]: toMask(time, 'Last week') } };
    const asked: QueryObject = { filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: 'Last week' }] };
    const refused = [{ ...nothingSaid, rejected_filters: [{ column: 'day', reason: 'not_in_datasource' }] }];
    expect(stateOn({ ...range, queries: [asked] })).toEqual(['applied', null]);
    expect(stateOn({ ...range, queries: [asked], answers: refused })).toEqual(['rejected', 'no-time-column']);
    expect(stateOn({ ...range, queries: [{ filters: [] }] })).toEqual(['rejected', 'no-time-column']);
    const old = [{ time_range: 'Last week', granularity: 'day' }];
    expect(stateOn({ ...range, queries: old, answers: [{ ...nothingSaid, from_dttm: 0 }] })).toEqual(['applied', null]);
    expect(stateOn({ ...range, queries: old })).toEqual(['rejected', 'no-time-column']);
  });

  it('says of a grain and of a time column whether the chart has an axis or a range of time', () => {
    const grain = ofType('filter_timegrain');
    const monthly = { filters: [grain], filterMasks: { [grain.id]: toMask(grain, ['P1M']) } };
    const axis = { label: 'day', sqlExpression: 'day', expressionType: 'SQL' as const, timeGrain: 'P1M' };
    expect(stateOn({ ...monthly, queries: [{ columns: [axis] }] })).toEqual(['applied', null]);
    const pie = [{ columns: ['region'], extras: { time_grain_sqla: 'P1M' } }];
    expect(stateOn({ ...monthly, queries: pie })).toEqual(['rejected', 'no-time-axis']);
    const column = ofType('filter_timecolumn');
    const byDay = { filters: [column], filterMasks: { [column.id]: toMask(column, ['day']) } };
    expect(stateOn({ ...byDay, queries: [{ granularity: 'day', time_range: 'Last week' }] })).toEqual([
      'applied',
      null,
    ]);
    expect(stateOn({ ...byDay, queries: [{ granularity: 'day' }] })).toEqual(['rejected', 'no-time-axis']);
  });

  it('tells of selections in other charts, and not of the own one [XFL-005]', () => {
    const mask = toCrossMask(2, {
      filters: [{ column: 'region', op: 'IN', values: ['north'] }],
      selectedLabels: ['north'],
    });
    if (!mask) throw new Error('A selection has a mask.');
    const scope = { id: 2, crossFilters: { scope: 'global' as const, chartsInScope: [1] } };
    const selected = { filters: [], crossMasks: { '2': mask }, crossScopes: { '2': scope } };
    expect(stateOn(selected)).toEqual(['applied', null]);
    expect(stateOn({ ...selected, chartId: 3 })).toEqual(['out-of-scope', null]);
    expect(effectsOn({ ...selected, chartId: 2 })).toEqual([]);
  });
});

describe('the sign of filters on a card', () => {
  it('counts what is in force, says what was rejected, and is silent where nothing is filtered', () => {
    expect(countEffects(effectsOn({}))).toEqual({ applied: 1, rejected: 0, isWorthSaying: true });
    const answers = [{ ...nothingSaid, rejected_filters: [{ column: 'region', reason: 'not_in_datasource' }] }];
    expect(countEffects(effectsOn({ answers }))).toEqual({ applied: 0, rejected: 1, isWorthSaying: true });
    expect(countEffects(effectsOn({ chartId: 3 }))).toEqual({ applied: 0, rejected: 0, isWorthSaying: true });
    expect(countEffects(effectsOn({ filterMasks: {} })).isWorthSaying).toBe(false);
    expect(countEffects(effectsOn({ chartId: 3, filterMasks: {} })).isWorthSaying).toBe(false);
  });
});

describe('the charts that a filter reaches', () => {
  const reach = { filters: [region], crossMasks: {}, crossScopes: {}, chartId: 1 };
  const column = (name: string, isTime = false) => ({ column_name: name, is_dttm: isTime });

  it('are those in its scope whose dataset has its column', () => {
    expect(isReachedBy(region.id, { ...reach, columns: [column('region')] })).toBe(true);
    expect(isReachedBy(region.id, { ...reach, columns: undefined })).toBe(true);
    expect(isReachedBy(region.id, { ...reach, columns: [column('country')] })).toBe(false);
    expect(isReachedBy(region.id, { ...reach, chartId: 3, columns: [column('region')] })).toBe(false);
  });

  it('have a time column where the filter is about time', () => {
    const filters = [ofType('filter_time')];
    expect(isReachedBy(region.id, { ...reach, filters, columns: [column('day', true)] })).toBe(true);
    expect(isReachedBy(region.id, { ...reach, filters, columns: [column('region')] })).toBe(false);
  });
});
