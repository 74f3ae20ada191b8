import { afterEach, expect, it, vi } from 'vitest';
import type { EditorSession } from './session.ts';
import { addTab, emptyEditor } from './tabs/editor-state.ts';
import { createTab } from './tabs/new-tab.ts';
import { openAddress } from './use-opening.ts';

afterEach(() => vi.unstubAllGlobals());

/** As much of an editor as an address needs. */
function openEditor() {
  let state = emptyEditor;
  const addedTab = (part: object) => {
    const tab = createTab({ id: 'new', name: 'New', ...part }, { isPersisted: false, queryLimit: 10, maxRow: 10 });
    state = addTab(state, tab);
    return tab;
  };
  const editor = { getState: () => state };
  return { addTab: addedTab, activate: vi.fn(), editor } as unknown as EditorSession;
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
