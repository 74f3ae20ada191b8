import { expect, it } from 'vitest';
import { datasetDifferences } from './dataset-differences.ts';
import type { DraftColumn, DraftMetric, SavedDataset } from './draft.ts';

const metric: DraftMetric = {
  ...{ id: 1, metric_name: 'revenue', verbose_name: null, expression: 'sum(revenue)' },
  ...{ d3format: null, warning_text: null, currency: null },
};
const column: DraftColumn = {
  ...{ id: 2, column_name: 'city', verbose_name: null, description: null, expression: null, type: 'VARCHAR' },
  ...{ is_dttm: false, filterable: true, groupby: true },
};
const before: SavedDataset = {
  ...{ id: 3, table_name: 'orders', schema: 'main', kind: 'physical', sql: null, description: null },
  ...{ main_dttm_col: null, cache_timeout: null, offset: 0, default_endpoint: null, fetch_values_predicate: null },
  ...{ template_params: null, extra: null, filter_select_enabled: true, normalize_columns: false },
  ...{ always_filter_main_dttm: false, is_managed_externally: false, last_modified_time: 1_700_000_000 },
  ...{ url: '', database: { id: 1, database_name: 'local', backend: 'any' } },
  owners: [{ id: 7, first_name: 'Ann', last_name: 'Lee' }],
  columns: [column],
  metrics: [metric],
};

const same = (text: string) => text;

it('names in words what another save changed of metrics and columns', () => {
  const after: SavedDataset = {
    ...before,
    owners: [...before.owners, { id: 8, first_name: 'Bo', last_name: 'Ek' }],
    metrics: [
      { ...metric, expression: 'max(revenue)', currency: { symbol: 'EUR', symbolPosition: 'prefix' } },
      { metric_name: 'orders', verbose_name: null, expression: 'count(*)', d3format: null, warning_text: null },
    ],
    columns: [{ ...column, filterable: false, extra: '{"certification":{"certified_by":"Finance"}}' }],
  };
  expect(datasetDifferences(before, after, same)).toEqual([
    { id: ':Owners', label: 'Owners', left: 'Ann Lee', right: 'Ann Lee, Bo Ek' },
    { id: 'metric:revenue:currency', label: 'revenue: Currency', left: '', right: 'EUR prefix' },
    {
      id: 'metric:revenue:expression',
      label: 'revenue: SQL expression',
      left: 'sum(revenue)',
      right: 'max(revenue)',
    },
    { id: 'column:city:filterable', label: 'city: Is filterable', left: 'Yes', right: 'No' },
    { id: 'column:city:certifiedBy', label: 'city: Certified by', left: '', right: 'Finance' },
    { id: 'metric:orders', label: 'orders', left: '', right: 'count(*)' },
  ]);
  expect(datasetDifferences(after, { ...after, metrics: [] }, same).map((row) => [row.label, row.right])).toEqual([
    ['revenue', ''],
    ['orders', ''],
  ]);
});

it('calls every field of a dataset, metric and column as the editor does', () => {
  const after: SavedDataset = {
    ...before,
    ...{ table_name: 'sales', schema: 'shop', description: 'All', main_dttm_col: 'day', cache_timeout: 60, offset: 1 },
    ...{ default_endpoint: '/x', fetch_values_predicate: '1 = 1', template_params: '{"a":1}', extra: '{"b":2}' },
    ...{ filter_select_enabled: false, normalize_columns: true, always_filter_main_dttm: true },
    metrics: [{ ...metric, verbose_name: 'R', description: 'd', d3format: ',', warning_text: 'Beware' }],
    columns: [{ ...column, type: 'TEXT', is_dttm: true, python_date_format: '%Y', advanced_data_type: 'port' }],
  };
  const rows = datasetDifferences(before, after, same);
  expect(rows).toContainEqual(
    expect.objectContaining({ label: 'Autocomplete query predicate', left: '', right: '1 = 1' }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ label: 'Normalize column names', left: 'No', right: 'Yes' }));
  expect(rows).toContainEqual(expect.objectContaining({ label: 'city: Datetime format', left: '', right: '%Y' }));
  expect(rows).toHaveLength(21);
  expect(rows.filter(({ label }) => /_/.test(label))).toEqual([]);
});

it('translates what the editor calls a field, and never what a person called a metric', () => {
  const german = (text: string) => ({ Extra: 'Weiteres', Label: 'Beschriftung', Text: 'Wortlaut' })[text] ?? text;
  const named = (verbose_name: string): SavedDataset => ({
    ...before,
    extra: verbose_name,
    metrics: [{ ...metric, metric_name: 'Text', verbose_name }],
  });
  expect(datasetDifferences(named('a'), named('b'), german).map((row) => row.label)).toEqual([
    'Weiteres',
    'Text: Beschriftung',
  ]);
});

it('tells a metric from a column, and from a field of the dataset, of the same name', () => {
  const named = (verbose_name: string): SavedDataset => ({
    ...before,
    description: verbose_name,
    metrics: [
      { ...metric, metric_name: 'city', verbose_name },
      { ...metric, metric_name: 'Description', verbose_name },
    ],
    columns: [{ ...column, verbose_name }],
  });
  const rows = datasetDifferences(named('a'), named('b'), same);
  expect(rows.map((row) => row.label)).toEqual([
    'Description',
    'Metric city: Label',
    'Metric Description: Label',
    'Column city: Label',
  ]);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
});
