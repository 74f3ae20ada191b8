import { describe, expect, it } from 'vitest';
import { createTab } from '../tabs/new-tab.ts';
import { queryDifferences, type SavedQueryRead, toTabFields } from './save-query.ts';

const saved: SavedQueryRead = {
  id: 3,
  label: 'Orders',
  description: null,
  sql: 'select 1',
  catalog: null,
  schema: 'main',
  db_id: 1,
  template_parameters: null,
  last_modified_time: 1_700_000_000,
};
const opened = createTab(
  { id: 'a', name: '', ...toTabFields(saved) },
  { isPersisted: true, queryLimit: 100, maxRow: 1000, databaseId: 0 },
);
const nameOf = (id: number) => `database ${id}`;

describe('two versions of a saved query', () => {
  it('do not differ when the tab was just opened', () => {
    expect(queryDifferences(saved, opened, nameOf)).toEqual([]);
  });

  it('differ in everything that a save would overwrite, databases by their names', () => {
    const tab = { ...opened, name: 'Mine', sql: 'select 2', dbId: 2, schema: null, templateParams: '{"a":1}' };
    expect(queryDifferences(saved, tab, nameOf)).toEqual([
      { label: 'Name', left: 'Orders', right: 'Mine' },
      { label: 'SQL', left: 'select 1', right: 'select 2' },
      { label: 'Database', left: 'database 1', right: 'database 2' },
      { label: 'Schema', left: 'main', right: '' },
      { label: 'Parameters', left: '', right: '{"a":1}' },
    ]);
  });
});
