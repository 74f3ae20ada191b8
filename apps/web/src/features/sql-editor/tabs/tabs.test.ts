import type { WireQueryRun } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { closeTab } from './closed-tabs.ts';
import {
  activateTab,
  activeTab,
  addTab,
  changePanel,
  changeTab,
  cloneTab,
  emptyEditor,
  mergePanel,
  newTabName,
  removePanel,
  removeTab,
  renumberTab,
  restoreEditor,
} from './editor-state.ts';
import { type KeyedStorage, localCopyKey, readLocalCopy, writeLocalCopy } from './local-copy.ts';
import { nextTabName } from './names.ts';
import { chooseDatabase, createTab, fromWireTab, initialSql, toUnloadedTab } from './new-tab.ts';
import { isUnsaved, type TablePanel, textToRun } from './tab.ts';

const defaults = { isPersisted: true, queryLimit: 1000, maxRow: 10_000_000, databaseId: 0 };
const tab = (id: string, part: object = {}) => createTab({ id, name: id, ...part }, defaults);
const panel = (part: Partial<TablePanel> = {}): TablePanel => ({
  id: 'p1',
  dbId: 1,
  queryEditorId: 'a',
  schema: 'main',
  name: 'orders',
  expanded: true,
  dataPreviewQueryId: null,
  isMetadataLoading: false,
  inLocalStorage: true,
  ...part,
});

describe('names of tabs', () => {
  it('count on from the highest number that is open [SQL-030]', () => {
    expect(nextTabName([])).toBe('Untitled Query 1');
    expect(nextTabName(['Untitled Query 1', 'Untitled Query 5'])).toBe('Untitled Query 6');
    expect(nextTabName(['Revenue', 'Untitled Query 2 copy', 'untitled query 9'])).toBe('Untitled Query 1');
    expect(newTabName(addTab(emptyEditor, tab('a', { name: 'Untitled Query 3' })))).toBe('Untitled Query 4');
  });
});

describe('a new tab', () => {
  it('starts with the default text, and says so when tabs are not persisted [SQL-042, SQL-043, SQL-047]', () => {
    expect(initialSql(true)).toBe('SELECT ...');
    expect(initialSql(false)).toMatch(/^-- .*will NOT persist.*\n\nSELECT \.\.\.$/s);
  });

  it("takes the current tab's database, else the default one, else the lowest id [SQL-039, SQL-040, SQL-041]", () => {
    expect(chooseDatabase({ current: 4, preferred: 2, ids: [3, 2, 1] })).toBe(4);
    expect(chooseDatabase({ current: null, preferred: 2, ids: [3, 2, 1] })).toBe(2);
    expect(chooseDatabase({ current: null, preferred: 2, ids: [3, 1] })).toBe(1);
    expect(chooseDatabase({ current: undefined, preferred: 0, ids: [3, 1] })).toBe(1);
    expect(chooseDatabase({ current: null, preferred: 0, ids: [] })).toBeNull();
  });

  it('takes the limit of the configuration, never above the maximum [SQL-044, SQL-026]', () => {
    expect(tab('a').queryLimit).toBe(1000);
    expect(createTab({ id: 'a', name: 'a' }, { ...defaults, maxRow: 50 }).queryLimit).toBe(50);
  });

  it('has every field of the entity [SQL-015]', () => {
    expect(Object.keys(tab('a'))).toEqual(
      expect.arrayContaining(
        'id name sql selectedText dbId schema autorun queryLimit templateParams remoteId latestQueryId loaded hideLeftBar validationResult maxRow'.split(
          ' ',
        ),
      ),
    );
  });

  it('has of the server what was kept there [SQL-015]', () => {
    const kept = {
      catalog: 'c',
      schema: 's',
      sql: 'SELECT 3',
      autorun: true,
      hide_left_bar: true,
      template_params: '{"a":1}',
    };
    const ids = { id: 3, user_id: 1, database_id: 4, query_limit: 50, saved_query: { id: 5 } };
    const latest = { id: 'q7' } as WireQueryRun;
    const empty = { active: true, latest_query: latest, table_schemas: [], extra_json: {} };
    expect(fromWireTab({ ...kept, ...ids, ...empty, label: 'Three' }, defaults)).toMatchObject({
      ...{ id: '3', name: 'Three', sql: 'SELECT 3', dbId: 4, catalog: 'c', schema: 's', autorun: true, queryLimit: 50 },
      ...{ templateParams: '{"a":1}', remoteId: 5, latestQueryId: 'q7', hideLeftBar: true, loaded: true },
    });
  });
});

describe('closed tabs', () => {
  const closeAll = (sqls: readonly string[]) =>
    sqls.reduce((state, sql, index) => closeTab(addTab(state, tab(`t${index}`, { sql })), `t${index}`), emptyEditor);

  it('are kept in a bounded number and length, the latest always', () => {
    expect(closeAll(Array.from({ length: 30 }, (_, index) => `SELECT ${index}`)).closed).toHaveLength(20);
    const long = 'x'.repeat(700_000);
    expect(closeAll([long, long, 'SELECT 1']).closed.map(({ tab: { id } }) => id)).toEqual(['t1', 't2']);
    expect(closeAll(['x'.repeat(1_500_000)]).closed).toHaveLength(1);
  });

  it('are not kept when there is nothing in them', () => {
    expect(closeAll(['', initialSql(true), initialSql(false)]).closed).toEqual([]);
  });

  it('give way where the browser has no room for all', () => {
    const kept = new Map<string, string>();
    const storage: KeyedStorage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        if (value.length > 2000) throw new Error('full');
        kept.set(key, value);
      },
    };
    const state = addTab(closeAll(['x'.repeat(3000)]), tab('open', { sql: 'SELECT 1' }));
    expect(writeLocalCopy(storage, 'k', { state, unsyncedIds: [] })).toBe(true);
    const read = readLocalCopy(storage, 'k', defaults).state;
    expect(read.tabs).toMatchObject([{ sql: 'SELECT 1' }]);
    expect(read.closed).toEqual([]);
  });
});

describe('tabs', () => {
  const three = ['a', 'b', 'c'].reduce((state, id) => addTab(state, tab(id)), emptyEditor);

  it('are added, activated and removed; the one shown before comes back [SQL-001, SQL-031]', () => {
    expect(activeTab(three)?.id).toBe('c');
    const back = removeTab(activateTab(three, 'a'), 'a');
    expect(activeTab(back)?.id).toBe('c');
    expect(back.tabs.map(({ id }) => id)).toEqual(['b', 'c']);
    // The one shown before, not the last of the row.
    expect(activeTab(removeTab(activateTab(activateTab(three, 'b'), 'a'), 'a'))?.id).toBe('b');
    expect(activateTab(three, 'nobody')).toBe(three);
    expect(addTab(three, tab('a')).tabs).toHaveLength(3);
  });

  it('are copied without what ties them to their saved query', () => {
    const linked = changeTab(three, 'b', { sql: 'select 1', remoteId: 5, latestQueryId: 'q' });
    const copied = cloneTab(linked, 'b', { toName: (name) => `Copy of ${name}`, newId: 'd' });
    expect(activeTab(copied)).toMatchObject({
      id: 'd',
      name: 'Copy of b',
      sql: 'select 1',
      remoteId: null,
      latestQueryId: null,
    });
  });

  it('follow the id that the server gives them, with their panels', () => {
    const state = renumberTab(mergePanel(three, panel()), 'a', '17');
    expect(state.tabs[0]).toMatchObject({ id: '17', inLocalStorage: false });
    expect(state.panels[0]?.queryEditorId).toBe('17');
    expect(state.history).toContain('17');
  });

  it('run what is selected, else the whole text [SQL-026]', () => {
    expect(textToRun({ sql: 'select 1; select 2', selectedText: 'select 2' })).toBe('select 2');
    expect(textToRun({ sql: 'select 1', selectedText: '  ' })).toBe('select 1');
  });

  it('are marked while their text is in no saved query', () => {
    const empty = [initialSql(true)];
    expect(isUnsaved(tab('a'), empty)).toBe(false);
    expect(isUnsaved(tab('a', { sql: 'select 1' }), empty)).toBe(true);
    expect(isUnsaved(tab('a', { sql: 'x', remoteId: 1, savedSql: 'x' }), empty)).toBe(false);
    expect(isUnsaved(tab('a', { sql: 'y', remoteId: 1, savedSql: 'x' }), empty)).toBe(true);
  });
});

describe('table panels', () => {
  it('of one table are merged into one, keeping its preview [TBL-002, TBL-004, TBL-005]', () => {
    const once = mergePanel(emptyEditor, panel({ dataPreviewQueryId: 'q1' }));
    const twice = mergePanel(once, panel({ id: 'p2', expanded: false }));
    expect(twice.panels).toEqual([panel({ dataPreviewQueryId: 'q1', expanded: false })]);
    expect(mergePanel(once, panel({ id: 'p3', name: 'other' })).panels).toHaveLength(2);
  });

  it('are expanded and removed [TBL-006]', () => {
    const folded = mergePanel(emptyEditor, panel({ expanded: false }));
    expect(changePanel(folded, 'p1', { expanded: true }).panels[0]?.expanded).toBe(true);
    expect(removePanel(folded, 'p1').panels).toEqual([]);
  });
});

describe('restoring', () => {
  const kept = [tab('1', { sql: 'old', inLocalStorage: false }), toUnloadedTab({ id: 2, label: 'Two' }, defaults)];
  const local = [tab('1', { sql: 'newer' }), tab('x9', { sql: 'only here' })].reduce(addTab, emptyEditor);

  it("prefers the browser's text where the server was not told yet", () => {
    const told = restoreEditor({ kept, activeId: '1', local, unsyncedIds: new Set() });
    expect(told.tabs[0]?.sql).toBe('old');
    const untold = restoreEditor({ kept, activeId: '1', local, unsyncedIds: new Set(['1']) });
    expect(untold.tabs[0]).toMatchObject({ sql: 'newer', inLocalStorage: false });
  });

  it('keeps tabs that only the browser has, to be given to the server, and unloaded ones for later [SQL-032, SQL-035]', () => {
    const state = restoreEditor({ kept, activeId: '2', local, unsyncedIds: new Set() });
    expect(state.tabs.map(({ id, loaded, inLocalStorage }) => [id, loaded, inLocalStorage])).toEqual([
      ['1', true, false],
      ['2', false, false],
      ['x9', true, true],
    ]);
    expect(activeTab(state)?.id).toBe('x9');
    expect(activeTab(restoreEditor({ kept, activeId: '2', local: emptyEditor, unsyncedIds: new Set() }))?.id).toBe('2');
  });

  it('reads a tab of the server [SQL-032]', () => {
    const state = {
      id: 4,
      user_id: 1,
      label: 'L',
      active: true,
      database_id: 3,
      catalog: null,
      schema: 's',
      sql: 'select 1',
      query_limit: null,
      latest_query: null,
      autorun: true,
      template_params: '{}',
      hide_left_bar: true,
      saved_query: { id: 8 },
      table_schemas: [],
      extra_json: {},
    };
    expect(fromWireTab(state, defaults)).toMatchObject({
      id: '4',
      name: 'L',
      dbId: 3,
      queryLimit: 1000,
      remoteId: 8,
      hideLeftBar: true,
      loaded: true,
      inLocalStorage: false,
    });
  });
});

describe('the copy in the browser', () => {
  const storage = (): KeyedStorage & { readonly values: Map<string, string> } => {
    const values = new Map<string, string>();
    return { values, getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
  };
  const key = localCopyKey(1);

  it('brings every text back after a reload [SQL-035]', () => {
    const store = storage();
    const state = mergePanel(addTab(emptyEditor, tab('a', { sql: 'select 1', selectedText: 'x' })), panel());
    expect(writeLocalCopy(store, key, { state, unsyncedIds: ['a'] })).toBe(true);
    const read = readLocalCopy(store, key, defaults);
    expect(read.unsyncedIds).toEqual(['a']);
    expect(read.state.tabs[0]).toMatchObject({ sql: 'select 1', selectedText: '' });
    expect(read.state.panels).toEqual([panel()]);
  });

  it('survives damage, strangers and a full storage', () => {
    const store = storage();
    for (const text of ['{', 'null', '[]', '{"state":{"tabs":"x"}}', '{"state":{"tabs":[{"id":1},null]}}']) {
      store.values.set(key, text);
      expect(readLocalCopy(store, key, defaults).state.tabs).toEqual([]);
    }
    const full: KeyedStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota');
      },
    };
    expect(writeLocalCopy(full, key, { state: emptyEditor, unsyncedIds: [] })).toBe(false);
  });
});
