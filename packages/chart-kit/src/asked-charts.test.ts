import { describe, expect, it } from 'vitest';
import { queriesOf, withLook } from './asked-charts.ts';
import { defineChart, defineForm } from './define.ts';
import type { ChartDefinition, FormLook } from './definitions.ts';
import { choicesOf, completeForm, emptyFormContext, isControlVisible, isRequired, validateForm } from './forms.ts';
import { narrowQuery } from './narrowed-queries.ts';

const asked: ChartDefinition = {
  ...defineChart({
    ...{ key: 'asked', name: 'Asked', description: '', category: 'Ranking', tags: [], behaviors: [] },
    form: defineForm([
      {
        label: 'Query',
        tab: 'data',
        rows: [
          [{ name: 'groupby', type: 'columns', label: 'Dimensions', changes: 'query' }],
          [{ name: 'detail', type: 'select', label: 'Detail', default: 'a', changes: 'drawing' }],
        ],
      },
      { label: 'More', tab: 'customize', rows: [] },
    ]),
    toQueries: () => [],
    toModel: () => null,
    toOptions: () => null,
  }),
};

const silent: FormLook = { controls: [], hiddenSections: [], changes: {}, problems: [] };
const look: FormLook = {
  ...silent,
  hiddenSections: [1],
  controls: [
    { at: 0, isHidden: false, choices: null, emptyMessage: 'cannot be empty', message: 'is too long' },
    { at: 1, isHidden: true, choices: [{ value: 'b', label: 'B' }], emptyMessage: null, message: null },
  ],
  problems: [
    { control: 'groupby', label: 'Dimensions', message: 'is too long' },
    { control: '', label: '', message: 'Nothing fits.' },
  ],
};

describe('a chart type that is asked for what its rules say', () => {
  const context = { ...emptyFormContext, form: { viz_type: 'asked', groupby: ['a'] } };

  it('has it as rules of its own until it is asked again', () => {
    const ruled = withLook(asked, look);
    const [groupby, detail] = ruled.sections.flatMap(({ rows }) => rows.flat());
    if (!groupby || !detail) throw new Error('Both controls stay.');
    expect(ruled.sections.map(({ isVisible }) => isVisible?.(context))).toEqual([true, false]);
    expect([isControlVisible(groupby, context), isControlVisible(detail, context)]).toEqual([true, false]);
    expect(choicesOf(detail, context)).toEqual([{ value: 'b', label: 'B' }]);
    expect([isRequired(groupby, context), isRequired(detail, context)]).toEqual([true, false]);
    expect(completeForm(ruled, { viz_type: 'asked', detail: 'b' }, emptyFormContext).detail).toBe('a');
  });

  it('has each problem once, and none of a value that was emptied since', () => {
    const messagesOf = (form: object) =>
      validateForm(withLook(asked, look), { viz_type: 'asked', ...form }).map(({ message }) => message);
    expect(messagesOf({ groupby: ['a'] })).toEqual(['is too long', 'Nothing fits.']);
    expect(messagesOf({ groupby: [] })).toEqual(['cannot be empty', 'Nothing fits.']);
  });

  it('is asked for its queries, while others say them', async () => {
    const queries = [{ columns: ['a'] }];
    const own = { queriesOf: async () => queries, look: async () => silent, draw: async () => Promise.reject() };
    expect(await queriesOf({ ...asked, asked: own }, { viz_type: 'asked' })).toBe(queries);
    expect(await queriesOf(asked, { viz_type: 'asked' })).toEqual([]);
  });
});

describe('a query under the conditions of another form', () => {
  const query = {
    columns: ['region'],
    filters: [
      { col: 'day', op: 'TEMPORAL_RANGE', val: 'Last year' },
      { col: 'paid', op: '==', val: true },
    ],
    extras: { where: '(a > 1)' },
  };

  it('has its own and theirs', () => {
    const adhoc = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'region', operator: 'IN', comparator: ['EU'] };
    const sql = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'b < 2' };
    const narrowed = narrowQuery(query, { viz_type: 'x', adhoc_filters: [adhoc, sql] });
    expect(narrowed.filters).toEqual([...query.filters, { col: 'region', op: 'IN', val: ['EU'] }]);
    expect(narrowed.extras?.where).toMatch(/^\(\(a > 1\)\) AND \(.*b < 2.*\)$/);
    expect(narrowed.columns).toEqual(['region']);
  });

  it('has their time range in the place of its own', () => {
    const [range, paid] = narrowQuery(query, { viz_type: 'x', time_range: 'Last week' }).filters ?? [];
    expect([range?.val, paid?.val]).toEqual(['Last week', true]);
    expect(narrowQuery({ granularity: 'day' }, { viz_type: 'x', time_range: 'Last week' }).time_range).toBe(
      'Last week',
    );
    expect(narrowQuery(query, { viz_type: 'x' })).toEqual(query);
  });
});
