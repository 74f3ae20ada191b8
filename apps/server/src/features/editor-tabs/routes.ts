import { editorTabEndpoints } from '@powerset/contract';
import { QueryEditorJson, TablePanelJson } from '@powerset/contract/schemas';
import type { FastifyReply } from 'fastify';
import type { User } from '../../access/index.ts';
import { AppError, compileReader, notFound, parseId, type Router } from '../../http/index.ts';
import { type Store, writeUnlessFull } from '../../metadata/index.ts';
import { findRun, type QueryRun, type RunRegistry } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { readFormObject, readFormValue } from './forms.ts';
import {
  activateTab,
  addTablePanel,
  changeTab,
  createTab,
  deleteTab,
  getOwnTab,
  readTabChange,
  toWireEditorTab,
} from './service.ts';

export interface EditorTabsOptions {
  readonly registry: RunRegistry;
}

const readEditor = compileReader(QueryEditorJson, 'json');
const readPanel = compileReader(TablePanelJson, 'json');

export function registerEditorTabs(router: Router, services: Services, options: EditorTabsOptions): void {
  registerTabs(router, services, options.registry);
  registerTabQueries(router, services);
  registerTablePanels(router, services.store);
}

/** Runs a call on a tab; 404 and 403 have an empty body, as clients of these calls expect. */
async function withEmptyRefusal<T>(reply: FastifyReply, call: () => Promise<T>): Promise<T | FastifyReply> {
  try {
    return await call();
  } catch (error) {
    const isRefusal = error instanceof AppError && (error.status === 404 || error.status === 403);
    if (!isRefusal) throw error;
    return reply.code(error.status).send();
  }
}

function registerTabs(router: Router, services: Services, registry: RunRegistry): void {
  const { store } = services;
  router.route(editorTabEndpoints.create, async ({ user, body }) => {
    // Read by its schema in the same expression.
    const editor = readEditor(readFormObject(body, 'queryEditor')) as QueryEditorJson;
    return { id: await createTab(services, user, editor) };
  });
  router.route(editorTabEndpoints.get, ({ user, params, reply }) =>
    withEmptyRefusal(reply, async () =>
      toWireEditorTab(store, await getOwnTab(store, user, parseId(params.id)), registry),
    ),
  );
  router.route(editorTabEndpoints.update, ({ user, params, body, reply }) =>
    withEmptyRefusal(reply, async () => {
      const tab = await getOwnTab(store, user, parseId(params.id));
      const change = readTabChange(body);
      const latest = change.latest_query_id;
      if (latest && !(await findOwnRun(store, user, latest))) return reply.code(400).send({ error: 'Bad request' });
      await changeTab(services, tab.id, change);
      return tab.id;
    }),
  );
  router.route(editorTabEndpoints.delete, ({ user, params, reply }) =>
    withEmptyRefusal(reply, async () => {
      await deleteTab(store, (await getOwnTab(store, user, parseId(params.id))).id);
      return 'OK' as const;
    }),
  );
  router.route(editorTabEndpoints.activate, ({ user, params, reply }) =>
    withEmptyRefusal(reply, async () => {
      const tab = await getOwnTab(store, user, parseId(params.id));
      await activateTab(services, user, tab.id);
      return tab.id;
    }),
  );
}

function registerTabQueries(router: Router, { store, now }: Services): void {
  router.route(editorTabEndpoints.migrateQuery, ({ user, params, body, reply }) =>
    withEmptyRefusal(reply, async () => {
      const tab = await getOwnTab(store, user, parseId(params.id));
      const run = await findOwnRun(store, user, String(readFormValue(body.queryId) ?? ''));
      if (!run) throw notFound();
      const change = { sql_editor_id: String(tab.id), changed_on: now().toISOString() };
      await store.updateTable('queries').set(change).where('id', '=', run.id).execute();
      return tab.id;
    }),
  );
  router.route(editorTabEndpoints.deleteQuery, ({ user, params, reply }) =>
    withEmptyRefusal(reply, async () => {
      const tab = await getOwnTab(store, user, parseId(params.id));
      await forgetRun(store, { tabId: tab.id, userId: user.id, clientId: params.client_id });
      return 'OK' as const;
    }),
  );
}

async function findOwnRun(store: Store, user: User, clientId: string): Promise<QueryRun | undefined> {
  const run = await findRun(store, clientId);
  return run?.user_id === user.id ? run : undefined;
}

/** Takes a run out of a tab; when it was the latest, the next newest takes its place. */
async function forgetRun(
  store: Store,
  { tabId, userId, clientId }: { readonly tabId: number; readonly userId: number; readonly clientId: string },
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('queries')
      .where('client_id', '=', clientId)
      .where('user_id', '=', userId)
      .where('sql_editor_id', '=', String(tabId))
      .execute();
    const next = await transaction
      .selectFrom('queries')
      .select('client_id')
      .where('sql_editor_id', '=', String(tabId))
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    await transaction
      .updateTable('tab_states')
      .set({ latest_query_id: next?.client_id ?? null })
      .where('id', '=', tabId)
      .where('latest_query_id', '=', clientId)
      .execute();
  });
}

function registerTablePanels(router: Router, store: Store): void {
  const getOwnPanel = async (user: User, id: string) => {
    const panel = await store.selectFrom('table_schemas').selectAll().where('id', '=', parseId(id)).executeTakeFirst();
    if (!panel) throw notFound();
    await getOwnTab(store, user, panel.tab_state_id);
    return panel;
  };
  router.route(editorTabEndpoints.createTable, ({ user, body, reply }) =>
    withEmptyRefusal(reply, async () => {
      // Read by its schema in the same expression.
      const panel = readPanel(readFormObject(body, 'table')) as TablePanelJson;
      await getOwnTab(store, user, parseId(String(panel.queryEditorId)));
      return { id: await addTablePanel(store, panel) };
    }),
  );
  router.route(editorTabEndpoints.deleteTable, ({ user, params, reply }) =>
    withEmptyRefusal(reply, async () => {
      const panel = await getOwnPanel(user, params.id);
      await store.deleteFrom('table_schemas').where('id', '=', panel.id).execute();
      return 'OK' as const;
    }),
  );
  router.route(editorTabEndpoints.expandTable, ({ user, params, body, reply }) =>
    withEmptyRefusal(reply, async () => {
      const panel = await getOwnPanel(user, params.id);
      const isExpanded = readFormValue(body.expanded) === true;
      const update = store.updateTable('table_schemas').set({ expanded: isExpanded ? 1 : 0 });
      await writeUnlessFull(() => update.where('id', '=', panel.id).execute());
      return { id: panel.id, expanded: isExpanded };
    }),
  );
}
