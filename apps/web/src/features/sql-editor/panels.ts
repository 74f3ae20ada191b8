import type { ExecuteBody, WireEditorDatabase } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import type { StoreApi } from 'zustand/vanilla';
import { editorMessages, failingActions } from './messages.ts';
import { placeOf } from './runs/execute-body.ts';
import type { RunActions } from './runs/run-actions.ts';
import type { TabsBackend } from './tabs/backend.ts';
import { changePanel, type EditorState, findTab, mergePanel, removePanel } from './tabs/editor-state.ts';
import type { TablePanel } from './tabs/tab.ts';

const previewLimit = 100;

/** A table whose rows are to be seen; its SELECT is made of its metadata. */
export interface PreviewedTable {
  readonly catalog?: string | null;
  readonly schema: string;
  readonly name: string;
  readonly loadSql: () => Promise<string>;
}

export interface PanelParts {
  readonly editor: StoreApi<EditorState>;
  readonly backend: TabsBackend;
  readonly actions: RunActions;
  readonly newId: () => string;
  readonly findDatabase: (id: number | null) => WireEditorDatabase | undefined;
  /** Whether the server keeps panels. */
  readonly isPersisted: boolean;
}

/** Panels of tables: their preview runs, what the server keeps of them, which one is open. */
export function panelActions(parts: PanelParts) {
  const { editor, backend, actions, isPersisted } = parts;
  const isKept = (panel: TablePanel | undefined) => panel !== undefined && !panel.inLocalStorage && isPersisted;
  const find = (id: string) => editor.getState().panels.find((candidate) => candidate.id === id);
  return {
    preview: async (tabId: string, table: PreviewedTable) => {
      const tab = findTab(editor.getState(), tabId);
      const database = parts.findDatabase(tab?.dbId ?? null);
      if (!tab || !database || database.disable_data_preview) return;
      const panel = newPanel(parts, { tabId, dbId: database.id, table });
      editor.setState((state) => mergePanel(state, panel));
      const sql = await loadMetadata(parts, panel, table);
      if (sql === null) return;
      await actions.start({ body: toPreviewBody(panel, database, sql), databaseName: database.database_name });
      if (isPersisted && /^\d+$/.test(tabId)) await keepPanel(parts, panel);
    },
    /** One panel of a tab is open, or none; the server remembers which. */
    openPanel: async (tabId: string, id: string | null) => {
      const changed = editor
        .getState()
        .panels.filter((panel) => panel.queryEditorId === tabId && panel.expanded !== (panel.id === id));
      for (const { id: panelId, expanded } of changed) {
        editor.setState((state) => changePanel(state, panelId, { expanded: !expanded }));
        if (!isKept(find(panelId))) continue;
        await backend
          .expandPanel(panelId, !expanded)
          .catch(() => toasts.danger(expanded ? failingActions.collapseTable() : failingActions.expandTable()));
      }
    },
    closePanel: async (id: string) => {
      const panel = find(id);
      editor.setState((state) => removePanel(state, id));
      if (isKept(panel)) await backend.deletePanel(id).catch(() => toasts.danger(failingActions.removeTable()));
    },
  };
}

interface NewPanel {
  readonly tabId: string;
  readonly dbId: number;
  readonly table: PreviewedTable;
}

function newPanel({ newId }: PanelParts, { tabId, dbId, table }: NewPanel): TablePanel {
  return {
    id: newId(),
    dbId,
    queryEditorId: tabId,
    ...(table.catalog ? { catalog: table.catalog } : {}),
    schema: table.schema,
    name: table.name,
    expanded: true,
    dataPreviewQueryId: newId(),
    isMetadataLoading: true,
    inLocalStorage: true,
  };
}

/** The table's SELECT; null when its metadata could not be read. The panel loads until then, whatever comes of it. */
async function loadMetadata({ editor }: PanelParts, panel: TablePanel, table: PreviewedTable): Promise<string | null> {
  try {
    return await table.loadSql();
  } catch {
    toasts.danger(failingActions.tableMetadata());
    return null;
  } finally {
    const shown = editor.getState().panels.find((one) => one.dataPreviewQueryId === panel.dataPreviewQueryId);
    if (shown) editor.setState((state) => changePanel(state, shown.id, { isMetadataLoading: false }));
  }
}

function toPreviewBody(
  panel: TablePanel,
  database: WireEditorDatabase,
  sql: string,
): ExecuteBody & { readonly client_id: string } {
  return {
    // Given to every new panel.
    client_id: panel.dataPreviewQueryId ?? '',
    database_id: database.id,
    sql,
    ...placeOf({ catalog: panel.catalog ?? null, schema: panel.schema }),
    sql_editor_id: panel.queryEditorId,
    tab: panel.name,
    queryLimit: previewLimit,
    runAsync: database.allow_run_async,
    preview_rows: 0,
    is_data_preview: true,
  };
}

async function keepPanel({ editor, backend }: PanelParts, panel: TablePanel): Promise<void> {
  const known = editor.getState().panels.find((one) => one.dataPreviewQueryId === panel.dataPreviewQueryId);
  if (!known?.inLocalStorage) return;
  try {
    const id = await backend.createPanel(known);
    editor.setState((state) => changePanel(state, known.id, { id, inLocalStorage: false }));
  } catch {
    toasts.warning(editorMessages.migrationFailed('table schema'), { isUnique: true });
  }
}
