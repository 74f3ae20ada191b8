import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQueryForm } from './define.ts';
import type { ChartForm } from './definitions.ts';
import { applyExtraFormData, mergeExtraFormData } from './extra-form-data.ts';
import { baseQuery } from './queries.ts';

const baseQueryOf = (form: ChartForm) => baseQuery(readQueryForm(form));

const inCountry = (...values: readonly string[]) => ({ col: 'country', op: 'IN', val: values });
const form: ChartForm = {
  viz_type: 'table',
  adhoc_filters: [
    {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'ordered_at',
      operator: 'TEMPORAL_RANGE',
      comparator: 'Last year',
    },
  ],
};

describe('masks of a dashboard', () => {
  it('add up: lists are joined, single values of later masks win', () => {
    const merged = mergeExtraFormData([
      { filters: [inCountry('DE')], time_range: 'Last week', custom_form_data: { a: 1 } },
      { filters: [inCountry('FR')], time_range: 'Last day', custom_form_data: { b: 2 } },
    ]);
    expect(merged).toEqual({
      filters: [inCountry('DE'), inCountry('FR')],
      time_range: 'Last day',
      custom_form_data: { a: 1, b: 2 },
    });
  });

  it('add up the same however they are grouped', () => {
    const mask = fc.record(
      {
        filters: fc.array(fc.constantFrom(inCountry('DE'), inCountry('FR'))),
        time_range: fc.constantFrom('Last week', 'Last day'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(mask, mask, mask, (a, b, c) => {
        expect(mergeExtraFormData([mergeExtraFormData([a, b]), c])).toEqual(
          mergeExtraFormData([a, mergeExtraFormData([b, c])]),
        );
      }),
    );
  });
});

describe('a chart under its dashboard', () => {
  it('keeps its own conditions and takes the others, marked as extra', () => {
    const applied = applyExtraFormData(form, {
      filters: [inCountry('DE')],
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
    });
    const query = baseQueryOf(applied);
    expect(query.filters).toEqual([
      { col: 'ordered_at', op: 'TEMPORAL_RANGE', val: 'Last year' },
      { ...inCountry('DE'), isExtra: true },
    ]);
    expect(query.extras?.where).toBe('(1 = 0)');
  });

  it('has its time range replaced, in the filter and in the form', () => {
    const applied = applyExtraFormData({ ...form, time_range: 'No filter' }, { time_range: 'Last week' });
    expect(applied.time_range).toBe('Last week');
    expect(baseQueryOf(applied).filters).toEqual([
      { col: 'ordered_at', op: 'TEMPORAL_RANGE', val: 'Last week', isExtra: true },
    ]);
  });

  it('is filtered by its main time column when it filters no time itself', () => {
    const bare: ChartForm = { viz_type: 'table' };
    expect(
      baseQueryOf(applyExtraFormData(bare, { time_range: 'Last week' }, { mainTemporalColumn: 'ds' })).filters,
    ).toEqual([{ col: 'ds', op: 'TEMPORAL_RANGE', val: 'Last week', isExtra: true }]);
    expect(baseQueryOf(applyExtraFormData(bare, { time_range: 'Last week' })).filters).toEqual([]);
    expect(
      baseQueryOf(
        applyExtraFormData(
          { ...bare, granularity_sqla: 'ds' },
          { time_range: 'Last week' },
          { mainTemporalColumn: 'ds' },
        ),
      ),
    ).toMatchObject({ filters: [], granularity: 'ds', time_range: 'Last week' });
  });

  it('takes another time column and grain [CTL-038]', () => {
    const applied = applyExtraFormData(form, {
      time_range: 'Last week',
      granularity_sqla: 'shipped_at',
      time_grain_sqla: 'P1M',
    });
    expect(applied).toMatchObject({ granularity_sqla: 'shipped_at', time_grain_sqla: 'P1M' });
    expect(baseQueryOf(applied).filters?.[0]).toMatchObject({ col: 'shipped_at' });
    expect(applyExtraFormData(form, { time_column: 'a', time_grain: 'P1Y' })).toMatchObject({
      granularity_sqla: 'a',
      time_grain_sqla: 'P1Y',
    });
  });

  it('takes relative bounds into the extras', () => {
    expect(
      baseQueryOf(applyExtraFormData(form, { relative_start: 'now', relative_end: 'today' })).extras,
    ).toMatchObject({
      relative_start: 'now',
      relative_end: 'today',
    });
  });

  it('stays as it is under an empty mask, and the given form is never changed', () => {
    const frozen = Object.freeze({ ...form });
    expect(applyExtraFormData(frozen, {})).toEqual(form);
    applyExtraFormData(frozen, { filters: [inCountry('DE')], time_range: 'Last week' });
    expect(frozen).toEqual(form);
  });

  it('ignores values of the wrong kind', () => {
    expect(applyExtraFormData(form, { time_range: 7, granularity_sqla: null, unknown: 'x' })).toMatchObject({
      adhoc_filters: form.adhoc_filters,
    });
  });
});
