import { afterEach, expect, it, vi } from 'vitest';
import { toExecuteBody } from './runs/execute-body.ts';
import type { EditorSession } from './session.ts';
import { addTab, emptyEditor } from './tabs/editor-state.ts';
import { createTab } from './tabs/new-tab.ts';
import { openAddress } from './use-opening.ts';

afterEach(() => vi.unstubAllGlobals());

/** As much of an editor as an address needs. */
function openEditor() {
  let state = emptyEditor;
  const addedTab = (part: object) => {
    const tab = createTab(
      { id: 'new', name: 'New', ...part },
      { isPersisted: false, queryLimit: 10, maxRow: 10, databaseId: 0 },
    );
    state = addTab(state, tab);
    return tab;
  };
  const editor = { getState: () => state };
  return { addTab: addedTab, activate: vi.fn(), run: vi.fn(), editor } as unknown as EditorSession;
}

it('a past run fills a tab, once [SQL-011]', async () => {
  const asked: string[] = [];
  const result = { sql: 'SELECT 41', schema: 'main', database: { id: 4 }, tab_name: 'Of before' };
  vi.stubGlobal('fetch', async (input: unknown) => {
    asked.push(String(input));
    return Response.json({ result });
  });
  const session = openEditor();
  for (const _ of [1, 2]) await openAddress(session, { kind: 'run', id: '41' });
  expect(asked).toEqual(['/api/v1/query/41']);
  expect(session.editor.getState().tabs).toMatchObject([
    { sql: 'SELECT 41', schema: 'main', dbId: 4, name: 'Of before', openedFrom: 'run 41' },
  ]);
  expect(session.activate).toHaveBeenCalledWith('new');
});

const answerWith = (answer: unknown) =>
  vi.stubGlobal('fetch', async () => (typeof answer === 'string' ? new Response(answer) : Response.json(answer)));

it('a shared query fills a tab, once [SQL-009]', async () => {
  const shared = { dbId: 3, schema: 'sales', name: 'Shared', sql: 'SELECT 9', templateParams: '{"a":1}' };
  answerWith(JSON.stringify(shared));
  const session = openEditor();
  for (const _ of [1, 2]) await openAddress(session, { kind: 'shared', key: '77' });
  expect(session.editor.getState().tabs).toMatchObject([{ ...shared, openedFrom: 'shared 77' }]);
  expect(session.activate).toHaveBeenCalledWith('new');
  expect(session.run).not.toHaveBeenCalled();
});

it.each([
  ['of an address', { kind: 'new', part: { sql: 'DELETE FROM orders WHERE 1 = 1', dbId: 1, autorun: true } }, {}],
  ['of a shared query', { kind: 'shared', key: '78' }, JSON.stringify({ dbId: 1, sql: 'DROP TABLE t', autorun: true })],
  ['of a lasting link', { kind: 'permalink', key: 'k' }, { dbId: 1, name: 'L', sql: 'DROP TABLE t', autorun: true }],
] as const)('what runs by itself %s may only read', async (_whose, opening, answer) => {
  answerWith(answer);
  const session = openEditor();
  await openAddress(session, opening);
  expect(vi.mocked(session.run).mock.calls).toEqual([['new', { onlyReads: true }]]);
});

it('a run that may only read says so, and no other', () => {
  const defaults = { isPersisted: false, queryLimit: 10, maxRow: 10, databaseId: 0 };
  const tab = createTab({ id: 'a', name: 'A', sql: 'SELECT 1', dbId: 1 }, defaults);
  const body = (options: object) => toExecuteBody(tab, { clientId: 'c', isAsync: false, options, pinned: [] });
  expect(body({ onlyReads: true }).only_reads).toBe(true);
  expect(body({})).not.toHaveProperty('only_reads');
});
