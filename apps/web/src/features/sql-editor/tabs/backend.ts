import { sqllabEndpoints, tabStateEndpoints, type WireSqlLabBootstrap, type WireTabState } from '@powerset/contract';
import { buildUrl, type Client } from '../../../api/index.ts';
import type { EditorTab, TablePanel } from './tab.ts';

/** The server's memory of tabs and panels; forms whose values are JSON texts, as its calls want them. */
export interface TabsBackend {
  loadBootstrap(): Promise<WireSqlLabBootstrap>;
  loadTab(id: string): Promise<WireTabState>;
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

export function createTabsBackend(api: Client): TabsBackend {
  const endpoints = tabStateEndpoints;
  const post = <Result>(path: string, fields: Readonly<Record<string, unknown>>) =>
    api.request<Result>(path, { method: 'POST', body: toForm(fields) });
  return {
    loadBootstrap: async () =>
      (await api.callEndpoint<{ result: WireSqlLabBootstrap }>(sqllabEndpoints.bootstrap)).result,
    loadTab: (id) => api.callEndpoint<WireTabState>(endpoints.get, { params: { id } }),
    createTab: async (tab) => {
      const { id: _, name, dbId, schema, sql, queryLimit, hideLeftBar, autorun, remoteId, templateParams } = tab;
      const queryEditor = { name, dbId, schema, sql, queryLimit, hideLeftBar, autorun, remoteId, templateParams };
      return String((await post<{ id: number }>(endpoints.create.path, { queryEditor })).id);
    },
    updateTab: async (id, fields) => {
      await api.request(buildUrl(endpoints.update.path, { id }), { method: 'PUT', body: toForm(fields) });
    },
    activateTab: (id) => api.callEndpoint(endpoints.activate, { params: { id } }),
    deleteTab: (id) => api.callEndpoint(endpoints.delete, { params: { id } }),
    migrateQuery: (id, queryId) => post(buildUrl(endpoints.migrateQuery.path, { id }), { queryId }),
    deleteQuery: (id, clientId) => api.callEndpoint(endpoints.deleteQuery, { params: { id, client_id: clientId } }),
    createPanel: async (panel) => String((await post<{ id: number }>(endpoints.createTable.path, { table: panel })).id),
    expandPanel: (id, expanded) => post(buildUrl(endpoints.expandTable.path, { id }), { expanded }),
    deletePanel: (id) => api.callEndpoint(endpoints.deleteTable, { params: { id } }),
  };
}
