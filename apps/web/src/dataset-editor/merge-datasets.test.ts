import { expect, it } from 'vitest';
import type { DatasetDraft } from './draft.ts';
import { mergeDatasets } from './merge-datasets.ts';

const metric = {
  id: 1,
  metric_name: 'revenue',
  verbose_name: null,
  expression: 'SUM(a)',
  d3format: null,
  warning_text: null,
};
const column = {
  id: 5,
  column_name: 'country',
  verbose_name: null,
  description: null,
  expression: null,
  type: 'TEXT',
  is_dttm: false,
  filterable: true,
  groupby: true,
};
const base = {
  id: 3,
  table_name: 'orders',
  schema: 'main',
  kind: 'physical',
  description: null,
  cache_timeout: '',
  offset: '0',
  owners: [1],
  metrics: [metric],
  columns: [column],
  last_modified_time: 1,
} as unknown as DatasetDraft;
const same = (text: string) => text;

it('puts two saves of a dataset together: fields, owners, and each metric and column by its id', () => {
  const theirs = {
    ...base,
    last_modified_time: 2,
    description: 'Told',
    owners: [1, 2],
    metrics: [{ ...metric, expression: 'SUM(b)' }],
    columns: [{ ...column, verbose_name: 'Country' }],
  };
  const mine = {
    ...base,
    cache_timeout: '60',
    owners: [1, 3],
    metrics: [{ ...metric, metric_name: 'sales' }],
    columns: [{ ...column, filterable: false }],
  };
  const { draft, clashes } = mergeDatasets({ base, theirs, mine }, {}, same);
  expect(clashes).toEqual([]);
  expect(draft).toMatchObject({
    last_modified_time: 2,
    description: 'Told',
    cache_timeout: '60',
    owners: [1, 2, 3],
    metrics: [{ id: 1, metric_name: 'sales', expression: 'SUM(b)' }],
    columns: [{ id: 5, verbose_name: 'Country', filterable: false }],
  });
});

it('asks in the words of the editor where both changed the same', () => {
  const theirs = { ...base, metrics: [{ ...metric, expression: 'SUM(b)' }] };
  const mine = { ...base, metrics: [{ ...metric, expression: 'SUM(c)' }] };
  const { clashes } = mergeDatasets({ base, theirs, mine }, {}, same);
  expect(clashes).toEqual([
    {
      id: 'metric_name:#1:expression',
      label: 'revenue: SQL expression',
      base: 'SUM(a)',
      theirs: 'SUM(b)',
      mine: 'SUM(c)',
    },
  ]);
});
