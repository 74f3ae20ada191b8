import {
  editorTabEndpoints,
  sqlEditorEndpoints,
  type WireEditorBootstrap,
  type WireEditorTab,
} from '@powerset/contract';
import type { Client } from '../../../api/index.ts';
import type { EditorTab, TablePanel } from './tab.ts';

/** The server's memory of tabs and panels; forms whose values are JSON texts, as its calls want them. */
export interface TabsBackend {
  loadBootstrap(): Promise<WireEditorBootstrap>;
  loadTab(id: string): Promise<WireEditorTab>;
  createTab(tab: EditorTab): Promise<string>;
  updateTab(id: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  activateTab(id: string): Promise<void>;
  deleteTab(id: string): Promise<void>;
  migrateQuery(tabId: string, clientId: string): Promise<void>;
  deleteQuery(tabId: string, clientId: string): Promise<void>;
  createPanel(panel: TablePanel): Promise<string>;
  expandPanel(id: string, isExpanded: boolean): Promise<void>;
  deletePanel(id: string): Promise<void>;
}

function toForm(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value ?? null)]));
}

/** The id that the server gave to what was made. */
async function idOf(call: Promise<{ readonly id: number }>): Promise<string> {
  return String((await call).id);
}

/** A call whose answer nobody reads. */
async function call(answer: Promise<unknown>): Promise<void> {
  await answer;
}

export function createTabsBackend(api: Client): TabsBackend {
  const endpoints = editorTabEndpoints;
  return {
    loadBootstrap: async () => (await api.callEndpoint(sqlEditorEndpoints.bootstrap)).result,
    loadTab: (id) => api.callEndpoint(endpoints.get, { params: { id } }),
    createTab: (tab) => {
      const { name, dbId, catalog, schema, sql, queryLimit, hideLeftBar, autorun, remoteId, templateParams } = tab;
      const place = { dbId, schema, ...(catalog ? { catalog } : {}) };
      const queryEditor = { name, ...place, sql, queryLimit, hideLeftBar, autorun, remoteId, templateParams };
      return idOf(api.callEndpoint(endpoints.create, { body: toForm({ queryEditor }) }));
    },
    updateTab: async (id, fields) => {
      await api.callEndpoint(endpoints.update, { params: { id }, body: toForm(fields) });
    },
    activateTab: (id) => call(api.callEndpoint(endpoints.activate, { params: { id } })),
    deleteTab: (id) => call(api.callEndpoint(endpoints.delete, { params: { id } })),
    migrateQuery: (id, queryId) =>
      call(api.callEndpoint(endpoints.migrateQuery, { params: { id }, body: toForm({ queryId }) })),
    deleteQuery: (id, clientId) =>
      call(api.callEndpoint(endpoints.deleteQuery, { params: { id, client_id: clientId } })),
    createPanel: (panel) => idOf(api.callEndpoint(endpoints.createTable, { body: toForm({ table: panel }) })),
    expandPanel: (id, expanded) =>
      call(api.callEndpoint(endpoints.expandTable, { params: { id }, body: toForm({ expanded }) })),
    deletePanel: (id) => call(api.callEndpoint(endpoints.deleteTable, { params: { id } })),
  };
}
