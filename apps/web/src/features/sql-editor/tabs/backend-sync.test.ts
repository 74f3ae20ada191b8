import { toastStore } from '@powerset/ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ApiError, createClient } from '../../../api/index.ts';
import { translator } from '../../../i18n/index.ts';
import { startTranslator } from '../../../i18n/language.ts';
import { createTabsBackend } from './backend.ts';
import { startBackendSync } from './backend-sync.ts';
import { addTab, changeTab, type EditorState, emptyEditor } from './editor-state.ts';
import { createTab } from './new-tab.ts';
import type { TablePanel } from './tab.ts';
import { changedFields, delayOf } from './tab-fields.ts';

const defaults = { isPersisted: true, queryLimit: 1000, maxRow: 100_000, databaseId: 0 };
const tab = (id: string, part: object = {}) => createTab({ id, name: id, dbId: 1, ...part }, defaults);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** The real client over answers that a test decides. */
type Answer = { readonly status: number; readonly body: string };
function startSync(answer: (call: Call) => Answer | Promise<Answer>) {
  const calls: Call[] = [];
  const client = createClient({
    fetch: async (input, init) => {
      const call = { method: init?.method ?? 'GET', path: String(input), body: String(init?.body ?? '') };
      if (call.path.includes('csrf')) return new Response('{"result":"t"}');
      calls.push(call);
      const { status, body } = await answer(call);
      return new Response(body, { status });
    },
  });
  const store = createStore<EditorState>(() => emptyEditor);
  /** What was told last about the ids that are not kept yet. */
  let shown: readonly string[] = [];
  const onChange = () => {
    shown = sync.unsyncedIds();
  };
  const sync = startBackendSync({ store, backend: createTabsBackend(client), onChange });
  sync.start();
  return { store, sync, calls, shown: () => shown };
}

const toastTexts = () => toastStore.getState().messageToasts.map(({ kind, text }) => [kind, text]);

beforeEach(async () => {
  vi.useFakeTimers();
  if (!translator.isInitialized) await startTranslator('en');
});
afterEach(() => {
  vi.useRealTimers();
  for (const { id } of toastStore.getState().messageToasts) toastStore.getState().remove(id);
});

describe('keeping tabs on the server', () => {
  it('gives it a tab that it does not know, and takes its id [SQL-035]', async () => {
    const { store, calls } = startSync(() => ({ status: 200, body: '{"id":12}' }));
    store.setState((state) => addTab(state, tab('local', { sql: 'select 1' })));
    await vi.advanceTimersByTimeAsync(10);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/tabstateview/' });
    expect(JSON.parse(new URLSearchParams(calls[0]?.body).get('queryEditor') ?? '')).toMatchObject({
      sql: 'select 1',
      dbId: 1,
    });
    expect(store.getState().tabs[0]).toMatchObject({ id: '12', inLocalStorage: false });
  });

  it('tells when everything is kept, also when something changed while it was being kept [SQL-035]', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { store, sync, calls, shown } = startSync(() => held.then(() => ({ status: 200, body: '{}' })));
    const kept = tab('7', { inLocalStorage: false });
    store.setState((state) => addTab(state, kept));
    sync.markTold([kept]);
    expect(shown()).toEqual([]);
    store.setState((state) => changeTab(state, '7', { sql: 'select 1' }));
    expect(shown()).toEqual(['7']);
    while (calls.length === 0) await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toEqual(['7']);
    store.setState((state) => changeTab(state, '7', { latestQueryId: 'run' }));
    expect(shown()).toEqual(['7']);
    release();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown()).toEqual([]);
    expect(calls.at(-1)?.body).toContain('latest_query_id');
  });

  it('warns when that fails and tries again later [SQL-036, SQL-037]', async () => {
    let isDown = true;
    const { store, sync } = startSync(() => (isDown ? { status: 500, body: '' } : { status: 200, body: '{"id":3}' }));
    sync.start(['local']);
    store.setState((state) => addTab(state, tab('local')));
    await vi.advanceTimersByTimeAsync(10);
    expect(toastTexts()).toEqual([
      [
        'warning',
        expect.stringMatching(/^Unable to migrate query editor state to backend\. Superset will retry later\./),
      ],
    ]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(store.getState().tabs[0]?.id).toBe('3');
  });

  it('gives it the panels of a tab too, and warns when it does not take them [TBL-007]', async () => {
    let isDown = false;
    const { store, calls } = startSync(({ path }) => {
      if (path === '/tableschemaview/' && isDown) return { status: 500, body: '' };
      return { status: 200, body: path === '/tableschemaview/' ? '{"id":70}' : '{"id":12}' };
    });
    const panel = (queryEditorId: string): TablePanel => ({
      id: `panel of ${queryEditorId}`,
      dbId: 1,
      queryEditorId,
      schema: 'main',
      name: 'orders',
      expanded: true,
      dataPreviewQueryId: null,
      isMetadataLoading: false,
      inLocalStorage: true,
    });
    store.setState((state) => ({ ...addTab(state, tab('local')), panels: [panel('local')] }));
    await vi.advanceTimersByTimeAsync(10);
    expect(calls.map(({ path }) => path)).toEqual(['/tabstateview/', '/tableschemaview/']);
    expect(store.getState().panels).toMatchObject([{ id: '70', queryEditorId: '12', inLocalStorage: false }]);
    expect(toastTexts()).toEqual([]);
    isDown = true;
    store.setState((state) => ({ ...addTab(state, tab('other')), panels: [...state.panels, panel('other')] }));
    await vi.advanceTimersByTimeAsync(10);
    expect(toastTexts()).toEqual([
      ['warning', expect.stringMatching(/^Unable to migrate table schema state to backend\./)],
    ]);
  });

  it('says that a new tab could not be added [SQL-052]', async () => {
    const { store, sync } = startSync(() => ({ status: 500, body: '' }));
    store.setState((state) => addTab(state, tab('local')));
    await vi.advanceTimersByTimeAsync(10);
    expect(toastTexts()).toEqual([
      ['danger', 'An error occurred while adding the tab to the backend. Please contact your administrator.'],
    ]);
    sync.dispose();
  });

  it('tells text when its author pauses, and everything else soon [API-018]', async () => {
    const { store, sync, calls } = startSync(() => ({ status: 200, body: '5' }));
    const known = tab('5', { inLocalStorage: false });
    store.setState((state) => addTab(state, known));
    sync.markTold([known]);
    store.setState((state) => changeTab(state, '5', { sql: 'select 2' }));
    await vi.advanceTimersByTimeAsync(1500);
    expect(calls).toEqual([]);
    expect(sync.unsyncedIds()).toEqual(['5']);
    await vi.advanceTimersByTimeAsync(600);
    expect(new URLSearchParams(calls[0]?.body).get('sql')).toBe('"select 2"');
    store.setState((state) => changeTab(state, '5', { name: 'Renamed', schema: 'main' }));
    await vi.advanceTimersByTimeAsync(400);
    expect(Object.fromEntries(new URLSearchParams(calls[1]?.body))).toEqual({ label: '"Renamed"', schema: '"main"' });
  });

  it.each([
    [{ name: 'x' }, 'setting the tab name'],
    [{ dbId: 9 }, 'setting the tab database ID'],
    [{ schema: 'x' }, 'setting the tab schema'],
    [{ autorun: true }, 'setting the tab autorun'],
    [{ templateParams: '{}' }, 'setting the tab template parameters'],
    [{ hideLeftBar: true }, 'hiding the left bar'],
    [{ latestQueryId: 'q' }, 'storing the latest query id in the backend'],
  ])('says what failed for %o [SQL-052, SQL-047]', async (change, words) => {
    const { store, sync } = startSync(() => ({ status: 500, body: '' }));
    const known = tab('5', { inLocalStorage: false });
    store.setState((state) => addTab(state, known));
    sync.markTold([known]);
    store.setState((state) => changeTab(state, '5', change));
    await vi.advanceTimersByTimeAsync(400);
    expect(toastTexts()).toEqual([['danger', `An error occurred while ${words}. Please contact your administrator.`]]);
    sync.dispose();
  });

  it('advises to save the query when its text cannot be stored [SAV-009]', async () => {
    const { store, sync } = startSync(() => ({ status: 500, body: '' }));
    const known = tab('5', { inLocalStorage: false });
    store.setState((state) => addTab(state, known));
    sync.markTold([known]);
    store.setState((state) => changeTab(state, '5', { sql: 'x' }));
    await vi.advanceTimersByTimeAsync(2100);
    expect(toastTexts()[0]?.[1]).toContain('"Save Query" button');
    sync.dispose();
  });

  it('removes a tab that is gone on the server when it is activated, without a message [SQL-033]', async () => {
    const { store, sync } = startSync(() => ({ status: 404, body: '' }));
    store.setState((state) => addTab(state, tab('5', { inLocalStorage: false })));
    await sync.activate('5');
    expect(store.getState().tabs).toEqual([]);
    expect(toastTexts()).toEqual([]);
  });

  it('says when activating or removing fails otherwise [SQL-052]', async () => {
    const { store, sync } = startSync(() => ({ status: 403, body: '' }));
    const known = tab('5', { inLocalStorage: false });
    store.setState((state) => addTab(state, known));
    sync.markTold([known]);
    await sync.activate('5');
    await sync.remove('5');
    expect(toastTexts().map(([, text]) => text)).toEqual([
      'An error occurred while setting the active tab. Please contact your administrator.',
      'An error occurred while removing the tab. Please contact your administrator.',
    ]);
  });
});

it('waits for text only when nothing else has changed', () => {
  const one = tab('a');
  expect(delayOf(changedFields({ ...one, sql: 'x' }, one))).toBe(2000);
  expect(delayOf(changedFields({ ...one, sql: 'x', name: 'y' }, one))).toBe(300);
  expect(changedFields(one, one)).toEqual([]);
  expect(new ApiError({ status: 404, message: '' }).status).toBe(404);
});
