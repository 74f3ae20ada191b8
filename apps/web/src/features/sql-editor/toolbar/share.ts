import { keyValueEndpoints } from '@powerset/contract';
import { api } from '../../../api/index.ts';
import type { EditorTab } from '../tabs/tab.ts';

/** Keeps the tab's text under a key and gives the address that opens it. */
export async function createShareUrl(tab: EditorTab, origin: string): Promise<string> {
  const { dbId, catalog, schema, name, sql, autorun, templateParams } = tab;
  const place = { dbId, ...(catalog ? { catalog } : {}), schema };
  const data = JSON.stringify({ ...place, name, sql, autorun, templateParams });
  const { id } = await api.callEndpoint(keyValueEndpoints.store, { body: { data } });
  return `${origin}/superset/sqllab/?id=${id}`;
}
