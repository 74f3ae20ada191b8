import type { ColumnType, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { canBePictured, endsQuery, toCounted, toCounts, toPictures } from './column-pictures.ts';
import type { ExploreColumn } from './dataset.ts';

const column = (name: string, kind: number, type: string | null = null): ExploreColumn => ({
  id: 1,
  column_name: name,
  verbose_name: null,
  description: null,
  expression: null,
  type,
  type_generic: kind,
  filterable: true,
  groupby: true,
  is_dttm: kind === 2,
});
const tableOf = (
  columns: Readonly<Record<string, readonly [ColumnType, readonly (string | number | null)[]]>>,
): ResultTable => ({
  rowCount: Object.values(columns)[0]?.[1].length ?? 0,
  columns: Object.entries(columns).map(([name, [type, values]]) => ({ name, type, nativeType: '', values })),
});

const [price, day, city, note, empty] = [
  column('price', 0),
  column('day', 2),
  column('city', 1),
  column('note', 1),
  column('empty', 0),
];
const columns = [price!, day!, city!, note!, empty!];
const grains = new Set(['PT1H', 'P1D', 'P1M', 'P1Y']);
const ends = (from: string, to: string) =>
  tableOf({
    low0: ['number', [-10]],
    high0: ['number', [18]],
    low1: ['temporal', [Date.parse(from)]],
    high1: ['temporal', [Date.parse(to)]],
    distinct2: ['number', [3]],
    distinct3: ['number', [90_000]],
    low4: ['number', [null]],
    high4: ['number', [null]],
  });

describe('pictures of all rows', () => {
  it('ask for the ends of numbers and times, and for how many texts there are, in one query', () => {
    const query = endsQuery(columns);
    expect(query.columns).toEqual([]);
    const labels = query.metrics?.map((metric) => (typeof metric === 'string' ? metric : metric.label));
    expect(labels).toEqual(['rows', 'low0', 'high0', 'low1', 'high1', 'distinct2', 'distinct3', 'low4', 'high4']);
  });

  it('count all columns of few groups in one pass, and the most frequent values of a text in one of its own', () => {
    const counted = toCounted(columns, ends('2020-01-01', '2021-12-31'), grains);
    expect(counted.map(({ name, counting }) => [name, counting])).toEqual([
      ['price', { by: 'bins', from: -10, width: 2 }],
      ['day', { by: 'periods', grain: 'P1D' }],
      ['city', { by: 'values' }],
      ['note', { by: 'top' }],
    ]);
    const [together, single, ...none] = toCounts(counted);
    expect(none).toEqual([]);
    expect(together?.query).toMatchObject({
      columns: [
        { label: 'c0', sqlExpression: 'price', bins: { from: -10, width: 2 } },
        { label: 'c1', sqlExpression: 'day', timeGrain: 'P1D' },
        { label: 'c2', sqlExpression: 'city', isColumnReference: true },
      ],
      grouping_sets: [['c0'], ['c1'], ['c2']],
    });
    expect(single?.query).toMatchObject({ columns: [{ sqlExpression: 'note' }], row_limit: 9 });
  });

  it('count times by periods of which several make a bar', () => {
    const grainOf = (from: string, to: string) => toCounted([day!], relabel(ends(from, to)), grains)[0]?.counting;
    expect(grainOf('1900-01-01', '2020-01-01')).toEqual({ by: 'periods', grain: 'P1Y' });
    expect(grainOf('2010-01-01', '2020-01-01')).toEqual({ by: 'periods', grain: 'P1M' });
    expect(grainOf('2020-01-01', '2020-01-02')).toEqual({ by: 'periods', grain: 'PT1H' });
  });

  it('draw what was counted: stretches with the greatest value in the last, periods by their time, values by rank', () => {
    const [together, single] = toCounts(toCounted(columns, ends('2020-01-01', '2021-12-31'), grains));
    const pictures = new Map([
      ...toPictures(
        together!,
        tableOf({
          c0: ['number', [0, 13, 14, null, null, null, null, null, null]],
          c1: [
            'temporal',
            [null, null, null, null, Date.parse('2020-01-01'), Date.parse('2021-12-31'), null, null, null],
          ],
          c2: ['string', [null, null, null, null, null, null, 'Rome', 'Bonn', null]],
          rows: ['number', [500, 20, 1, 7, 300, 200, 90, 400, 30]],
          __grouping_set: ['number', [3, 3, 3, 3, 5, 5, 6, 6, 6]],
        }),
      ),
      ...toPictures(single!, tableOf({ c0: ['string', ['a', null, 'b']], rows: ['number', [9, 5, 2]] })),
    ]);
    const bars = Array.from({ length: 12 }, () => 0);
    expect(pictures.get('price')).toEqual({ counts: [500, ...bars, 21], isCategorical: false });
    expect(pictures.get('day')).toEqual({ counts: [300, ...bars, 200], isCategorical: false });
    expect(pictures.get('city')).toEqual({ counts: [400, 90], isCategorical: true, distinct: 3 });
    expect(pictures.get('note')).toEqual({ counts: [9, 2], isCategorical: true, distinct: 90_000 });
  });

  it('leave out what no engine compares', () => {
    expect(
      ['VARCHAR', 'INTEGER', 'JSONB', 'VARCHAR[]', 'STRUCT(a INTEGER)'].map((type) =>
        canBePictured(column('c', 1, type)),
      ),
    ).toEqual([true, true, false, false, false]);
  });
});

/** The ends of the second column as those of the first. */
function relabel({ columns: all }: ResultTable): ResultTable {
  const kept = all.filter(({ name }) => name.endsWith('1'));
  return { rowCount: 1, columns: kept.map((one) => ({ ...one, name: one.name.replace('1', '0') })) };
}
