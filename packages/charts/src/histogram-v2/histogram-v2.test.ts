import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { chart } from './index.ts';

const form: ChartForm = { viz_type: 'histogram_v2', column: 'age', groupby: ['city'], bins: 2 };

function drawn(rows: Parameters<typeof tableFromRows>[0], changes = {}, limitReached: number | null = null) {
  const answers = [{ limitReached, summable: [] }];
  const context = toModelContext(chart, { form: { ...form, ...changes }, results: [], answers }, lightChartTheme);
  const model = chart.toModel([tableFromRows(rows)], context);
  const space = { theme: lightChartTheme, width: 500, height: 300, locale: 'en', selectedLabels: [] };
  return {
    model,
    options: chart.toOptions(model, { ...context, ...space }),
    undrawn: chart.undrawnOf?.(model, context.form),
  };
}

describe('a histogram', () => {
  it('has each different value counted, so that all rows are in its bins', () => {
    const [query] = chart.toQueries({ ...form, cumulative: true });
    expect(query).toMatchObject({
      columns: ['city', 'age'],
      metrics: [{ sqlExpression: 'COUNT(*)', label: '__rows' }],
    });
    expect(query?.post_processing).toEqual([
      {
        operation: 'histogram',
        options: { column: 'age', groupby: ['city'], bins: 2, cumulative: true, normalize: false, count: '__rows' },
      },
    ]);
  });

  it('does not group by the column that it counts', () => {
    const [query] = chart.toQueries({ ...form, groupby: ['age'] });
    expect(query?.columns).toEqual(['age']);
    expect(query?.post_processing?.[0]?.options).toMatchObject({ groupby: [] });
  });

  it('reads the edges of its bins from their names, below zero and in powers of ten too', () => {
    const { model } = drawn([{ city: null, '-1.5e-05 - -1.0': 3, '-1.0 - 2.25': 4 }]);
    expect(model).toMatchObject({ edges: [-1.5e-5, -1, 2.25], groups: [{ name: '<NULL>', values: [3, 4] }] });
  });

  it('draws the largest group first, by the last bin where bins add up', () => {
    const rows = [
      { city: 'Rome', '0.0 - 1.0': 9, '1.0 - 2.0': 10 },
      { city: 'Bonn', '0.0 - 1.0': 1, '1.0 - 2.0': 12 },
    ];
    const namesOf = (changes: object) => drawn(rows, changes).model.groups.map(({ name }: { name: string }) => name);
    expect(namesOf({ cumulative: true })).toEqual(['Bonn', 'Rome']);
    expect(namesOf({})).toEqual(['Rome', 'Bonn']);
  });

  it('says where most values lie, also of running totals', () => {
    const rows = [{ '0.0 - 10.0': 2, '10.0 - 20.0': 9, '20.0 - 30.0': 10 }];
    const said = (changes: object) => drawn(rows, { groupby: [], ...changes }).options as { statement: () => string };
    expect(said({}).statement()).toBe('Most values lie from 20 to 30: 10.');
    expect(said({ cumulative: true }).statement()).toBe('Most values lie from 10 to 20: 7.');
  });

  it('says that values are missing where more different ones came than the limit has room for', () => {
    expect(drawn([{ city: 'Rome', '0.0 - 1.0': 9 }], {}, 100).undrawn).toMatchObject({
      isAll: false,
      remedy: { changes: { row_limit: 50_000 } },
    });
  });
});
