import {
  databaseEndpoints,
  datasetEndpoints,
  keyValueEndpoints,
  queryRunEndpoints,
  sqlEditorEndpoints,
} from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { api } from '../../api/index.ts';
import { editorMessages } from './messages.ts';
import { type NewTabPart, type Opening, parseDatasourceKey, parseSharedQuery } from './opening.ts';
import type { EditorSession } from './session.ts';
import type { EditorTab } from './tabs/tab.ts';
import { loadSavedQuery, toTabFields } from './toolbar/save-query.ts';

/** A link may have come from anybody, and runs with the rights of whoever opens it. */
const unasked = { onlyReads: true } as const;

/** Opens what the address asks for as a tab, or shows the tab that already holds it. */
export async function openAddress(session: EditorSession, opening: Opening): Promise<void> {
  if (!opening) return;
  if (opening.kind === 'new') return openNew(session, opening.part);
  if (opening.kind === 'datasource') return openDatasource(session, opening.id, opening.sql);
  if (showOpened(session, opening)) return;
  try {
    if (opening.kind === 'saved-query') await openSavedQuery(session, opening.id);
    else if (opening.kind === 'run') await openRun(session, opening.id);
    else if (opening.kind === 'permalink') await openPermalink(session, opening.key);
    else await openShared(session, opening.key);
  } catch {
    toasts.danger(editorMessages.queryNotLoaded());
  }
}

/** A shared query or a past run that is open already: its tab is shown, with what was written there since. */
function showOpened(session: EditorSession, opening: NonNullable<Opening>): boolean {
  const from = sourceOf(opening);
  const open = session.editor.getState().tabs.find(({ openedFrom }) => from !== null && openedFrom === from);
  if (open) session.activate(open.id);
  return open !== undefined;
}

function sourceOf(opening: NonNullable<Opening>): string | null {
  if (opening.kind === 'shared' || opening.kind === 'permalink') return `${opening.kind} ${opening.key}`;
  return opening.kind === 'run' ? `run ${opening.id}` : null;
}

async function openNew(session: EditorSession, part: NewTabPart): Promise<void> {
  const { table, autorun, ...rest } = part;
  const sql =
    part.sql ?? (table && part.dbId !== undefined ? await loadSelectStar(part.dbId, { ...part, table }) : undefined);
  const tab = session.addTab({ ...rest, ...(table && !rest.name ? { name: table } : {}), ...(sql ? { sql } : {}) });
  if (autorun) await session.run(tab.id, unasked);
}

async function loadSelectStar(
  dbId: number,
  { catalog, schema, table }: Pick<NewTabPart, 'catalog' | 'schema'> & { readonly table: string },
): Promise<string | undefined> {
  try {
    if (catalog) {
      const query = { name: table, catalog, ...(schema ? { schema } : {}) };
      return (await api.callEndpoint(databaseEndpoints.tableMetadata, { params: { id: dbId }, query })).selectStar;
    }
    const params = { id: dbId, table, schema: schema ?? 'undefined' };
    return (await api.callEndpoint(databaseEndpoints.selectStar, { params })).result;
  } catch {
    toasts.danger(editorMessages.datasourceNotLoaded());
    return undefined;
  }
}

async function openSavedQuery(session: EditorSession, id: number): Promise<void> {
  const open = session.editor.getState().tabs.find((tab) => tab.remoteId === id);
  if (open) session.activate(open.id);
  const saved = await loadSavedQuery(id);
  if (!open) session.addTab({ remoteId: id, ...toTabFields(saved) });
  // What was written here stays, and its save will be held against the version it began with.
  else if (open.loaded && open.sql === (open.savedSql ?? saved.sql)) session.change(open.id, toTabFields(saved));
}

async function openRun(session: EditorSession, id: string): Promise<void> {
  const { result } = await api.callEndpoint(queryRunEndpoints.get, { params: { id } });
  session.addTab({
    openedFrom: sourceOf({ kind: 'run', id }),
    sql: result.sql,
    catalog: result.catalog,
    schema: result.schema,
    dbId: result.database.id,
    ...(result.tab_name ? { name: result.tab_name } : {}),
  });
}

async function openShared(session: EditorSession, key: string): Promise<void> {
  const answer = await api.openEndpoint(keyValueEndpoints.get, { params: { key } });
  const shared = parseSharedQuery(await answer.text());
  if (!shared) throw new Error('Not a shared query');
  const datasource = shared.datasourceKey === null ? null : parseDatasourceKey(shared.datasourceKey);
  if (datasource !== null) return openDatasource(session, datasource, shared.sql);
  const part: Partial<EditorTab> = {
    ...(shared.sql === null ? {} : { sql: shared.sql }),
    ...(shared.name === null ? {} : { name: shared.name }),
    ...(shared.dbId === null ? {} : { dbId: shared.dbId }),
    openedFrom: sourceOf({ kind: 'shared', key }),
    catalog: shared.catalog,
    schema: shared.schema,
    templateParams: shared.templateParams,
  };
  const tab = session.addTab(part);
  if (shared.autorun) await session.run(tab.id, unasked);
}

async function openPermalink(session: EditorSession, key: string): Promise<void> {
  const {
    autorun,
    name,
    catalog = null,
    schema = null,
    templateParams = null,
    ...link
  } = await api.callEndpoint(sqlEditorEndpoints.getPermalink, { params: { key } });
  const openedFrom = sourceOf({ kind: 'permalink', key });
  const tab = session.addTab({ ...link, ...(name ? { name } : {}), catalog, schema, templateParams, openedFrom });
  if (autorun) await session.run(tab.id, unasked);
}

/** Database and schema of a dataset; its own query, or a SELECT of its table, where no SQL came along. */
async function openDatasource(session: EditorSession, id: number, sql: string | null): Promise<void> {
  try {
    const { result } = await api.callEndpoint(datasetEndpoints.get, {
      params: { id },
      query: { q: { keys: ['none'], columns: ['name', 'catalog', 'schema', 'database.id', 'select_star', 'sql'] } },
    });
    const text = sql ?? (result.sql || result.select_star);
    session.addTab({
      name: `${result.name ?? result.table_name ?? ''}`.slice(0, 256) || 'Query',
      catalog: result.catalog ?? null,
      schema: result.schema,
      dbId: result.database.id,
      ...(text ? { sql: text } : {}),
    });
  } catch {
    toasts.danger(editorMessages.datasourceNotLoaded());
  }
}
