import { type SavedQueryPost, savedQueryEndpoints } from '@powerset/contract';
import { SavedQueryPost as SavedQueryForm, SavedQueryPut } from '@powerset/contract/schemas';
import { createFavorites } from '../../favorites/index.ts';
import { fieldError, notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { pickRelated, readPage, toEnvelope, toInfo, toShown } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { toWireSavedQueries, toWireVersions, toWireWholeVersion } from './present.ts';
import { createSavedQuery, getSavedQuery, restoreVersion, updateSavedQuery } from './service.ts';
import {
  deleteSavedQueries,
  listDatabaseChoices,
  listPlaces,
  listSavedQueries,
  orderColumns,
  savedQueryFilterNames,
} from './store.ts';
import { findVersion, keepVersion, listVersions } from './versions.ts';

const permissionNames = ['can_read', 'can_write', 'can_export'];

export function registerSavedQueries(router: Router, services: Services): void {
  registerReads(router, services);
  registerWrites(router, services);
  registerFavorites(router, services);
  registerVersions(router, services);
  registerLegacy(router, services);
}

function registerReads(router: Router, services: Services): void {
  const { store } = services;
  router.route(savedQueryEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listSavedQueries(store, user, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toWireSavedQueries(services, user, rows),
      title: 'List Saved Query',
      orderColumns: Object.keys(orderColumns),
    });
  });
  router.route(savedQueryEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        ...{ user, view: 'SavedQuery', verbs: permissionNames, title: 'Saved Query', filters: savedQueryFilterNames },
        ...{ addForm: SavedQueryForm, editForm: SavedQueryPut },
      },
      parseQ(query),
    ),
  );
  router.route(savedQueryEndpoints.related, async ({ user, params, query }) => {
    if (params.column === 'database') return pickRelated(await listDatabaseChoices(store, user), parseListQuery(query));
    if (params.column !== 'created_by' && params.column !== 'changed_by') throw notFound();
    // Saved queries are seen by their owner only.
    const self = { text: `${user.firstName} ${user.lastName}`.trim(), value: user.id, extra: {} };
    return pickRelated([self], parseListQuery(query));
  });
  router.route(savedQueryEndpoints.distinct, async ({ user, params, query }) => {
    const { column } = params;
    if (column !== 'schema' && column !== 'catalog') throw notFound();
    const asked = parseListQuery(query);
    const { limit, offset } = readPage(asked);
    const names = await listPlaces(store, user, { column, prefix: asked.filter ?? '' });
    const result = names.slice(offset, offset + limit).map((name) => ({ text: name, value: name }));
    return { count: names.length, result };
  });
  router.route(savedQueryEndpoints.get, async ({ user, params, query }) => {
    const row = await getSavedQuery(store, user, parseId(params.id));
    const [result] = await toWireSavedQueries(services, user, [row]);
    if (!result) throw notFound();
    return toShown({ id: row.id, row: result, query: parseListQuery(query), title: 'Show Saved Query' });
  });
}

function registerWrites(router: Router, services: Services): void {
  router.route(savedQueryEndpoints.create, async ({ user, body }) => ({
    ...(await createSavedQuery(services, user, body)),
    result: body,
  }));
  router.route(savedQueryEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    const { last_modified_time: _, ...result } = body;
    return { ...(await updateSavedQuery(services, user, { id, body })), result };
  });
  router.route(savedQueryEndpoints.delete, async ({ user, params }) => {
    if ((await deleteSavedQueries(services, user, [parseId(params.id)])) === 0) throw notFound();
    return { message: 'OK' };
  });
  router.route(savedQueryEndpoints.bulkDelete, async ({ user, query }) => {
    const count = await deleteSavedQueries(services, user, parseIds(query));
    if (count === 0) throw notFound();
    return { message: count === 1 ? 'Deleted 1 saved query' : `Deleted ${count} saved queries` };
  });
}

function registerFavorites(router: Router, services: Services): void {
  const favorites = createFavorites(services, 'saved_query');
  router.route(savedQueryEndpoints.favoriteStatus, async ({ user, query }) => ({
    result: await favorites.statusOf(user.id, parseIds(query)),
  }));
  router.route(savedQueryEndpoints.addFavorite, async ({ user, params }) => {
    const { id } = await getSavedQuery(services.store, user, parseId(params.id));
    await favorites.add(user.id, id);
    return { result: 'OK' };
  });
  router.route(savedQueryEndpoints.removeFavorite, async ({ user, params }) => {
    const { id } = await getSavedQuery(services.store, user, parseId(params.id));
    await favorites.remove(user.id, id);
    return { result: 'OK' };
  });
}

function registerVersions(router: Router, services: Services): void {
  const { store } = services;
  router.route(savedQueryEndpoints.versions, async ({ user, params, query }) => {
    const row = await getSavedQuery(store, user, parseId(params.id));
    // What an import wrote since.
    await keepVersion(store, row);
    const { count, rows } = await listVersions(store, row.id, parseListQuery(query));
    return { count, result: await toWireVersions(services, rows) };
  });
  router.route(savedQueryEndpoints.version, async ({ user, params }) => {
    const { id } = await getSavedQuery(store, user, parseId(params.id));
    const version = await findVersion(store, id, parseId(params.number));
    if (!version) throw notFound();
    return { result: await toWireWholeVersion(services, version) };
  });
  router.route(savedQueryEndpoints.restoreVersion, ({ user, params, body }) =>
    restoreVersion(services, user, {
      id: parseId(params.id),
      number: parseId(params.number),
      lastRead: body.last_modified_time,
    }),
  );
}

function registerLegacy(router: Router, services: Services): void {
  router.route(savedQueryEndpoints.legacyCreate, async ({ user, body }) => {
    const { label, catalog, schema, sql, description, template_parameters, extra_json } = body;
    if (!sql) throw fieldError({ sql: ['Missing data for required field.'] }, 400);
    const databaseId = body.db_id === undefined || body.db_id === null ? null : Number(body.db_id);
    const saved = { label, db_id: databaseId, catalog, schema, sql, description, template_parameters, extra_json };
    const { id } = await createSavedQuery(services, user, withoutMissing(saved));
    return { id, item: { id, ...saved } };
  });
  router.route(savedQueryEndpoints.legacyGet, async ({ user, params }) => {
    const row = await getSavedQuery(services.store, user, parseId(params.id));
    const { id, label, db_id, schema, description, sql, extra_json } = row;
    return { pk: id, result: { label, db_id, schema, description, sql, extra_json, id } };
  });
}

function withoutMissing(fields: Readonly<Record<string, unknown>>): SavedQueryPost {
  // The fields come from a body that its own schema has read.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SavedQueryPost;
}
