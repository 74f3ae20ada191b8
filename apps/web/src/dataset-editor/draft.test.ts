import { describe, expect, it } from 'vitest';
import { readCertification, type SavedDataset, toDatasetChange, toDraft, writeCertification } from './draft.ts';
import { findDraftProblems } from './problems.ts';

const wire: SavedDataset = {
  id: 3,
  table_name: 'orders',
  catalog: 'lake',
  schema: 'main',
  kind: 'physical',
  sql: null,
  description: null,
  main_dttm_col: null,
  currency_code_column: null,
  folders: null,
  cache_timeout: null,
  offset: 0,
  default_endpoint: null,
  fetch_values_predicate: null,
  template_params: null,
  extra: null,
  filter_select_enabled: true,
  normalize_columns: false,
  always_filter_main_dttm: false,
  is_managed_externally: false,
  last_modified_time: 1_700_000_000,
  url: '/tablemodelview/edit/3',
  database: { id: 1, uuid: 'u', database_name: 'local', backend: 'any', allow_multi_catalog: false },
  owners: [{ id: 7, first_name: 'Ann', last_name: 'Lee' }],
  columns: [
    {
      id: 1,
      column_name: 'city',
      verbose_name: null,
      description: null,
      expression: null,
      type: 'VARCHAR',
      is_dttm: false,
      filterable: true,
      groupby: true,
      extra: null,
    },
  ],
  metrics: [{ metric_name: 'count', verbose_name: null, expression: 'COUNT(*)', d3format: null, warning_text: null }],
};
const draft = toDraft(wire);
const [city] = wire.columns;
if (!city) throw new Error('The dataset has a column.');

describe('a dataset under work', () => {
  it('sends an empty cache timeout as null, a typed one as a number [DST-026]', () => {
    expect(toDatasetChange({ ...draft, cache_timeout: '' })).toMatchObject({ cache_timeout: null });
    expect(toDatasetChange({ ...draft, cache_timeout: ' 60 ' })).toMatchObject({ cache_timeout: 60 });
  });

  it('sends owners as ids, emptied texts as nothing, and the query of virtual datasets alone', () => {
    const change = toDatasetChange({ ...draft, description: '', columns: [{ ...city, verbose_name: '' }] });
    expect(change).toMatchObject({ owners: [7], description: null, columns: [{ id: 1, verbose_name: null }] });
    expect(change).not.toHaveProperty('sql');
    expect(toDatasetChange({ ...draft, kind: 'virtual', sql: 'select 1' })).toMatchObject({ sql: 'select 1' });
  });

  it('sends its catalog where the connection may read others, and else leaves it as it is kept', () => {
    expect(toDatasetChange({ ...draft, catalog: 'sea' })).not.toHaveProperty('catalog');
    const database = { ...draft.database, allow_multi_catalog: true };
    expect(toDatasetChange({ ...draft, database, catalog: 'sea' })).toMatchObject({ catalog: 'sea' });
  });

  it('keeps certification and warning in its extra, beside what else is there [DST-003]', () => {
    const certification = { certifiedBy: 'Finance', details: 'Audited', warning: '**Late**' };
    const extra = writeCertification('{"disallow_adhoc_metrics":true}', certification);
    expect(JSON.parse(extra ?? '')).toEqual({
      disallow_adhoc_metrics: true,
      certification: { certified_by: 'Finance', details: 'Audited' },
      warning_markdown: '**Late**',
    });
    expect(readCertification(extra)).toEqual(certification);
    expect(writeCertification(extra, { certifiedBy: '', details: '', warning: '' })).toBe(
      '{"disallow_adhoc_metrics":true}',
    );
    expect(writeCertification(null, { certifiedBy: '', details: '', warning: '' })).toBeNull();
    expect(readCertification('not JSON')).toEqual({ certifiedBy: '', details: '', warning: '' });
  });

  it.each([
    ['nothing', {}, undefined],
    ['a name without letters', { table_name: ' ' }, 'noName'],
    ['a query that is empty', { kind: 'virtual', sql: '' }, 'noSql'],
    ['a metric without name', { metrics: [{ ...wire.metrics[0], metric_name: '' }] }, 'unnamed'],
    ['two metrics of one name', { metrics: [wire.metrics[0], wire.metrics[0]] }, 'doubledMetric'],
    ['two columns of one name', { columns: [city, city] }, 'doubledColumn'],
    ['a metric without expression', { metrics: [{ ...wire.metrics[0], expression: '' }] }, 'bareMetric'],
    ['a calculated column without expression', { columns: [{ ...city, expression: ' ' }] }, 'bareColumn'],
    ['half a second', { cache_timeout: '0.5' }, 'notWhole'],
    ['an offset in words', { offset: 'two' }, 'notWhole'],
    ['extra that is no JSON', { extra: '{' }, 'notJson'],
  ] as const)('is kept from being saved by %s [DST-024]', (_name, change, code) => {
    expect(findDraftProblems({ ...draft, ...change } as typeof draft)[0]?.code).toBe(code);
  });
});
