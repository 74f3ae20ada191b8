import type { WireEditorDatabase } from '@powerset/contract';
import { toastStore } from '@powerset/ui';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../api/index.ts';
import { startTranslator } from '../../i18n/language.ts';
import { noteRun } from './runs/run-store.ts';
import { createEditorSession, type EditorSession } from './session.ts';
import { isUnsaved } from './tabs/tab.ts';

beforeAll(() => startTranslator('en'));

const database: WireEditorDatabase = {
  id: 1,
  database_name: 'Powerset',
  backend: 'duckdb',
  backend_name: 'DuckDB',
  opening_problem: null,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_file_upload: true,
  allow_run_async: false,
  allows_subquery: true,
  allows_cost_estimate: false,
  allows_virtual_table_explore: true,
  is_embedded: true,
  disable_data_preview: false,
  expose_in_sqllab: true,
  force_ctas_schema: null,
  default_schema: 'main',
  default_catalog: null,
  allow_multi_catalog: false,
  explore_database_id: 1,
};

interface World {
  readonly isPersisted: boolean;
  readonly database?: Partial<WireEditorDatabase>;
  /** Others beside it. */
  readonly more?: readonly WireEditorDatabase[];
  /** The installation's default. */
  readonly databaseId?: number;
  /** Calls that fail. */
  readonly failing?: RegExp;
  /** Calls about what is gone. */
  readonly missing?: RegExp;
  /** What the server says to every run. */
  readonly lacking?: object;
  /** The server asks before it runs. */
  readonly isAsking?: boolean;
  /** Tabs of an earlier visit. */
  readonly tabs?: readonly { readonly id: number; readonly label: string }[];
  /** The one that was shown last, as the server keeps it. */
  readonly active?: object;
}

/** An editor whose server answers by a table of paths and remembers what it was asked. */
async function open({ isPersisted, tabs = [], databaseId = 0, ...world }: World) {
  const { database: change = {}, failing, missing, lacking, isAsking, active } = world;
  const calls: string[] = [];
  const answers: readonly (readonly [RegExp, unknown])[] = [
    [/^GET \/api\/v1\/sqllab\/$/, bootstrapOf([{ ...database, ...change }, ...(world.more ?? [])], tabs, active)],
    [/^POST \/api\/v1\/sqllab\/execute/, { query: { id: 'x', state: 'success', extra: {} } }],
    [/^POST \/tabstateview\/$/, { id: 7 }],
    [/^GET \/tabstateview\/6$/, { id: 6, label: 'Kept', sql: 'SELECT 6', database_id: 1 }],
    [/^POST \/tableschemaview\/$/, { id: 70 }],
  ];
  const api = createClient({
    fetch: async (input, init) => {
      const call = `${init?.method ?? 'GET'} ${String(input)}`;
      calls.push(call);
      if (failing?.test(call)) return new Response('{"message":"no"}', { status: 500 });
      if (missing?.test(call)) return new Response('', { status: 404 });
      if (lacking && /execute/.test(call)) return new Response(JSON.stringify({ errors: [lacking] }), { status: 403 });
      const asks = isAsking && /execute/.test(call) && JSON.parse(String(init?.body)).refuse_destructive === true;
      if (asks) return new Response(JSON.stringify({ errors: [refusal] }), { status: 409 });
      const body = answers.find(([pattern]) => pattern.test(call))?.[1] ?? {};
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    },
  });
  api.setCsrfToken('token');
  let count = 0;
  const kept = new Map<string, string>();
  const visit = () =>
    createEditorSession({
      api,
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      },
      userId: 1,
      defaults: { isPersisted, queryLimit: 1000, maxRow: 100_000, databaseId },
      now: () => 0,
      newId: () => `id-${++count}`,
      search: () => '',
    });
  const session = visit();
  await session.load();
  let current = session;
  const reload = async () => {
    current.dispose();
    current = visit();
    await current.load();
    return current;
  };
  return { session, calls, reload };
}

const refusal = {
  error_type: 'DESTRUCTIVE_SQL_ERROR',
  message: 'no',
  extra: { statements: [{ kind: 'DELETE', tables: ['orders'] }] },
};

function bootstrapOf(known: readonly WireEditorDatabase[], tabs: World['tabs'], active: object | null = null) {
  const databases = Object.fromEntries(known.map((one) => [one.id, one]));
  return { result: { active_tab: active, databases, queries: {}, tab_state_ids: tabs } };
}

const table = { schema: 'main', name: 'orders', loadSql: async () => 'SELECT 1' };
const panels = (session: EditorSession) => session.editor.getState().panels;
const shown = () => toastStore.getState().messageToasts.map(({ text }) => text);

describe('a tab that nothing was open before', () => {
  const more = [
    { ...database, id: 3 },
    { ...database, id: 2 },
  ];
  const dbIdOf = async (world: Partial<World>) => {
    const { session } = await open({ isPersisted: false, database: { id: 1 }, more, ...world });
    const { dbId } = session.addTab();
    expect(session.addTab({ dbId: 1 }) && session.addTab().dbId).toBe(1);
    session.dispose();
    return dbId;
  };

  it('takes the installation’s default database, where its owner may use that, else the lowest id [SQL-040] [SQL-041]', async () => {
    expect(await dbIdOf({ databaseId: 2 })).toBe(2);
    expect(await dbIdOf({ databaseId: 9 })).toBe(1);
    expect(await dbIdOf({})).toBe(1);
  });
});

describe('a run of the history', () => {
  const past = {
    clientId: 'run-9',
    sql: 'SELECT 9',
    catalog: null,
    schema: 'main',
    dbId: 1,
    name: 'Nine',
    changedMs: 5,
  };

  it('is opened as a tab once, and its results are asked for while they are kept', async () => {
    const { session, calls } = await open({ isPersisted: false });
    session.openRun({ ...past, hasResults: true });
    session.addTab({ sql: 'SELECT 1' });
    session.openRun({ ...past, hasResults: true });
    const { tabs, history } = session.editor.getState();
    expect(tabs.map(({ sql }) => sql)).toEqual(['SELECT 9', 'SELECT 1']);
    expect(history.at(-1)).toBe(tabs[0]?.id);
    expect(tabs[0]).toMatchObject({ name: 'Nine', schema: 'main', latestQueryId: 'run-9' });
    expect(calls.filter((call) => call.includes('updated_since'))).toHaveLength(1);
    session.openRun({ ...past, clientId: 'run-10', hasResults: false });
    expect(session.editor.getState().tabs.at(-1)?.latestQueryId).toBeNull();
    expect(calls.filter((call) => call.includes('updated_since'))).toHaveLength(1);
  });
});

describe('the tab that was shown last', () => {
  const kept = { id: 5, label: 'Kept', sql: 'SELECT 5', database_id: 1, schema: 'main' };
  const runsOf = (calls: readonly string[]) => calls.filter((call) => call.includes('/sqllab/execute'));

  it.each([true, false])(
    'runs when the editor opens where its person wants that, and only there (%s) [SQL-026]',
    async (autorun) => {
      const opened = { tabs: [{ id: 5, label: 'Kept' }], active: { ...kept, autorun } };
      const { session, calls } = await open({ isPersisted: true, ...opened });
      expect(session.editor.getState().tabs).toMatchObject([{ id: '5', sql: 'SELECT 5', autorun }]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(runsOf(calls)).toHaveLength(autorun ? 1 : 0);
    },
  );
});

describe('a run that is refused', () => {
  it('keeps the message, the link and the list of errors [SQL-018]', async () => {
    const extra = { link: 'https://access.example/ask', tables: ['orders'] };
    const lacking = { error_type: 'TABLE_SECURITY_ACCESS_ERROR', message: 'Not yours', level: 'error', extra };
    const { session } = await open({ isPersisted: false, lacking });
    const { id } = session.addTab({ sql: 'SELECT 1', dbId: 1 });
    await session.run(id);
    const [kept] = Object.values(session.runs.getState().runs);
    expect(kept?.query).toMatchObject({ state: 'failed', errorMessage: 'Not yours', extra: { errors: [lacking] } });
  });
});

describe('a tab that the server has given its id', () => {
  it('is changed and run by whoever knows it by the one it had before', async () => {
    const { session, calls } = await open({ isPersisted: true });
    const { id } = session.addTab({ sql: 'SELECT 1', dbId: 1 });
    await expect.poll(() => session.editor.getState().tabs.map((tab) => tab.id)).toEqual(['7']);
    expect(session.idNow(id)).toBe('7');
    session.change(id, { remoteId: 3, savedSql: 'SELECT 1' });
    expect(session.editor.getState().tabs[0]).toMatchObject({ id: '7', remoteId: 3 });
    await session.run(id);
    expect(calls.filter((call) => call.includes('execute'))).toHaveLength(1);
  });
});

describe('an editor whose tabs the server does not keep', () => {
  it('makes no call about tabs and panels, whatever is done with them [SQL-038]', async () => {
    const { session, calls } = await open({ isPersisted: false });
    const tab = session.addTab({ sql: 'SELECT 1', dbId: 1 });
    session.change(tab.id, { name: 'Renamed', autorun: true, schema: 'main' });
    await session.run(tab.id);
    await session.preview(tab.id, table);
    await session.openPanel(tab.id, null);
    await session.closePanel(panels(session)[0]?.id ?? '');
    await session.removeQuery(tab.id, tab.latestQueryId ?? '');
    session.clone(tab.id);
    session.close(tab.id);
    session.keep();
    session.dispose();
    expect(calls.filter((call) => call.includes('/execute/'))).toHaveLength(2);
    expect(calls.filter((call) => /tabstateview|tableschemaview/.test(call))).toEqual([]);
  });
});

describe('a tab of an earlier visit', () => {
  const tabs = [
    { id: 5, label: 'Gone' },
    { id: 6, label: 'Kept' },
  ];

  it('is loaded when it is shown, and closed without a message when it is gone [SQL-032, SQL-034]', async () => {
    const { session, calls } = await open({ isPersisted: true, tabs, missing: /^GET \/tabstateview\/5$/ });
    session.activate('6');
    const before = shown();
    expect(calls).not.toContain('GET /tabstateview/5');
    session.activate('5');
    await expect.poll(() => session.editor.getState().tabs).toMatchObject([{ id: '6', sql: 'SELECT 6' }]);
    expect(calls).toContain('GET /tabstateview/5');
    expect(shown()).toEqual(before);
    session.dispose();
  });

  it('stays when loading it fails otherwise, which is said [SQL-052]', async () => {
    const { session } = await open({ isPersisted: true, tabs, failing: /^GET \/tabstateview\/6$/ });
    session.activate('6');
    await expect
      .poll(() => shown().at(-1))
      .toBe('An error occurred while fetching tab state. Please contact your administrator.');
    expect(session.editor.getState().tabs.map(({ id }) => id)).toContain('6');
    session.dispose();
  });
});

describe('a panel of a table', () => {
  it('loads while the metadata is read, and no longer whether that succeeds or fails, which is said [TBL-008] [TBL-011]', async () => {
    const { session, calls } = await open({ isPersisted: false });
    const tab = session.addTab({ dbId: 1 });
    for (const [name, isRead] of [
      ['good', true],
      ['bad', false],
    ] as const) {
      let settle = (_isRead: boolean) => {};
      const sql = new Promise<string>((resolve, reject) => {
        settle = (isFine) => (isFine ? resolve('SELECT 1') : reject(new Error('gone')));
      });
      const previewing = session.preview(tab.id, { ...table, name, loadSql: () => sql });
      const isLoading = () => panels(session).find((panel) => panel.name === name)?.isMetadataLoading;
      expect(isLoading()).toBe(true);
      settle(isRead);
      await previewing;
      expect(isLoading()).toBe(false);
    }
    expect(calls.filter((call) => call.includes('/execute/'))).toHaveLength(1);
    expect(shown()).toContain('An error occurred while fetching table metadata. Please contact your administrator.');
    session.dispose();
  });

  it('is the only open one of its tab, and is folded again [TBL-003]', async () => {
    const { session } = await open({ isPersisted: false });
    const tab = session.addTab({ dbId: 1 });
    for (const name of ['orders', 'items']) await session.preview(tab.id, { ...table, name });
    const expanded = () => panels(session).map((panel) => panel.expanded);
    const [orders, items] = panels(session).map(({ id }) => id);
    await session.openPanel(tab.id, orders ?? '');
    expect(expanded()).toEqual([true, false]);
    await session.openPanel(tab.id, items ?? '');
    expect(expanded()).toEqual([false, true]);
    await session.openPanel(tab.id, null);
    expect(expanded()).toEqual([false, false]);
    session.dispose();
  });

  it('is not previewed where the database has that turned off [TBL-010]', async () => {
    const { session, calls } = await open({ isPersisted: false, database: { disable_data_preview: true } });
    const tab = session.addTab({ dbId: 1 });
    await session.preview(tab.id, table);
    expect(panels(session)).toEqual([]);
    expect(calls.filter((call) => call.includes('/execute/'))).toEqual([]);
    session.dispose();
  });

  it('says what failed when the server cannot fold, unfold or remove it [TBL-012, API-024, API-025]', async () => {
    const { session, calls } = await open({ isPersisted: true, failing: /tableschemaview\/\d+/ });
    const tab = session.addTab({ dbId: 1 });
    session.editor.setState((state) => ({
      ...state,
      panels: [
        {
          id: '70',
          dbId: 1,
          queryEditorId: tab.id,
          schema: 'main',
          name: 'orders',
          expanded: true,
          dataPreviewQueryId: null,
          isMetadataLoading: false,
          inLocalStorage: false,
        },
      ],
    }));
    await session.openPanel(tab.id, null);
    expect(shown().at(-1)).toBe(
      'An error occurred while collapsing the table schema. Please contact your administrator.',
    );
    await session.openPanel(tab.id, '70');
    expect(shown().at(-1)).toBe(
      'An error occurred while expanding the table schema. Please contact your administrator.',
    );
    await session.closePanel('70');
    expect(shown().at(-1)).toBe(
      'An error occurred while removing the table schema. Please contact your administrator.',
    );
    expect(calls.filter((call) => call.includes('tableschemaview'))).toEqual([
      'POST /tableschemaview/70/expanded',
      'POST /tableschemaview/70/expanded',
      'DELETE /tableschemaview/70',
    ]);
    session.dispose();
  });
});

describe('a run', () => {
  it('gives its rows up when they are cleared, and shows them again from the history [SQL-025]', async () => {
    const { session } = await open({ isPersisted: false });
    session.runs.setState({ runs: {} });
    const tab = session.addTab({ sql: 'SELECT 1', dbId: 1 });
    await session.run(tab.id);
    const [id = ''] = Object.keys(session.runs.getState().runs);
    const query = session.runs.getState().runs[id]?.query;
    session.runs.setState((state) => (query ? noteRun(state, query, { inlineRows: [{ a: 1 }] }) : state));
    session.clearResults(id);
    expect(session.runs.getState().runs[id]).toMatchObject({ isCleared: true, inlineRows: null, firstRows: null });
    session.showResults(id);
    expect(session.runs.getState().runs[id]?.isCleared).toBe(false);
    session.dispose();
  });
});

describe('a run that destroys what no condition names', () => {
  const untilAsked = async (session: EditorSession) => {
    while (!session.confirmation.getState().question) await new Promise((resolve) => setTimeout(resolve, 1));
    return session.confirmation.getState().question;
  };
  const executions = (calls: readonly string[]) => calls.filter((call) => call.includes('execute')).length;

  it('waits for an answer; with no it never was, and the tab shows what it showed before', async () => {
    const { session, calls } = await open({ isPersisted: false, isAsking: true });
    const tab = session.addTab({ sql: 'DELETE FROM orders', dbId: 1, latestQueryId: 'earlier' });
    const running = session.run(tab.id);
    const question = await untilAsked(session);
    expect(question?.statements).toEqual([{ kind: 'DELETE', tables: ['orders'] }]);
    expect(session.editor.getState().tabs[0]?.latestQueryId).toBe('earlier');
    expect(session.runs.getState().runs).toEqual({});
    question?.answer(false);
    await running;
    expect(executions(calls)).toBe(1);
    expect(session.editor.getState().tabs[0]?.latestQueryId).toBe('earlier');
    expect(session.runs.getState().runs).toEqual({});
    expect(session.confirmation.getState().question).toBeNull();
  });

  it('runs the very text that was asked about after a yes', async () => {
    const { session, calls } = await open({ isPersisted: false, isAsking: true });
    const tab = session.addTab({ sql: 'DELETE FROM orders', dbId: 1 });
    const running = session.run(tab.id);
    const question = await untilAsked(session);
    session.change(tab.id, { sql: 'DROP TABLE customers' });
    question?.answer(true);
    await running;
    expect(executions(calls)).toBe(2);
    const shownId = session.editor.getState().tabs[0]?.latestQueryId ?? '';
    expect(session.runs.getState().runs[shownId]?.query.sql).toBe('DELETE FROM orders');
  });
});

describe('a closed tab', () => {
  const names = (session: EditorSession) => session.editor.getState().tabs.map(({ name }) => name);

  it('is opened again where it stood, with its text, settings, panels and runs; several in a row', async () => {
    const { session, calls } = await open({ isPersisted: false });
    const settings = { dbId: 1, schema: 'sales', queryLimit: 7, templateParams: '{"a": 1}', autorun: true };
    const one = session.addTab({ name: 'One', sql: 'SELECT 1', ...settings });
    await session.run(one.id);
    await session.preview(one.id, table);
    session.addTab({ name: 'Two', sql: 'SELECT 2' });
    session.addTab({ name: 'Three', sql: 'SELECT 3' });
    const before = session.editor.getState().tabs[0];
    const runsBefore = calls.filter((call) => call.includes('execute')).length;
    await session.close(one.id);
    await session.close(session.editor.getState().tabs[0]?.id ?? '');
    expect(names(session)).toEqual(['Three']);
    session.reopen();
    expect(names(session)).toEqual(['Two', 'Three']);
    session.reopen();
    session.reopen();
    expect(names(session)).toEqual(['One', 'Two', 'Three']);
    const after = session.editor.getState().tabs[0];
    expect(after).toEqual({ ...before, id: after?.id, inLocalStorage: true });
    expect(panels(session)).toMatchObject([{ name: 'orders', queryEditorId: after?.id }]);
    const shownRun = session.runs.getState().runs[after?.latestQueryId ?? ''];
    expect(shownRun?.query.sqlEditorId).toBe(after?.id);
    // Opening again is no wish to run again.
    expect(calls.filter((call) => call.includes('execute'))).toHaveLength(runsBefore);
  });

  it.each([true, false])('can still be opened after a reload (kept by the server: %s)', async (isPersisted) => {
    const { session, reload } = await open({ isPersisted });
    const tab = session.addTab({ name: 'Mine', sql: 'SELECT unsaved' });
    await session.close(tab.id);
    const next = await reload();
    expect(names(next)).toEqual([]);
    next.reopen();
    expect(next.editor.getState().tabs).toMatchObject([{ name: 'Mine', sql: 'SELECT unsaved' }]);
    next.dispose();
  });

  it('is read before it goes when it was never shown, and stays where that fails', async () => {
    const tabs = [{ id: 6, label: 'Kept' }];
    const { session } = await open({ isPersisted: true, tabs: [{ id: 5, label: 'Shown' }, ...tabs] });
    await session.close('6');
    expect(session.editor.getState().closed).toMatchObject([{ tab: { name: 'Kept', sql: 'SELECT 6' } }]);
    session.dispose();
    const away = await open({ isPersisted: true, tabs, failing: /^GET \/tabstateview\/6$/ });
    await away.session.close('6');
    expect(names(away.session)).toEqual(['Kept']);
    away.session.dispose();
  });

  it('is offered again by a message, all of several at once, as long as the editor is there', async () => {
    const { session } = await open({ isPersisted: false });
    const ids = ['One', 'Two'].map((name) => session.addTab({ name, sql: `SELECT ${name}` }).id);
    await session.close(...ids);
    const message = toastStore.getState().messageToasts.at(-1);
    expect(message?.text).toBe('Closed 2 queries');
    message?.action?.onSelect();
    message?.action?.onSelect();
    expect(names(session)).toEqual(['One', 'Two']);
    await session.close(...session.editor.getState().tabs.map(({ id }) => id));
    expect(shown()).toContain('Closed 2 queries');
    session.dispose();
    expect(shown()).not.toContain('Closed 2 queries');
  });
});

describe('the mark of unsaved text', () => {
  it('is there after each reload, before the text of its tab is read', async () => {
    const tabs = [
      { id: 5, label: 'Shown' },
      { id: 6, label: 'Kept' },
    ];
    const { session, reload } = await open({ isPersisted: true, tabs });
    session.activate('6');
    await expect.poll(() => session.editor.getState().tabs[1]?.sql).toBe('SELECT 6');
    session.activate('5');
    await expect.poll(() => session.editor.getState().tabs[0]?.loaded).toBe(true);
    for (const _visit of [1, 2]) {
      const next = await reload();
      const kept = next.editor.getState().tabs.find(({ id }) => id === '6');
      expect(kept).toMatchObject({ loaded: false, sql: '' });
      expect(kept && isUnsaved(kept, [])).toBe(true);
      next.dispose();
    }
  });
});
