import { tagEndpoints, type WireTag } from '@powerset/contract';
import { TagPost, TagPut } from '@powerset/contract/schemas';
import type { User } from '../../access/index.ts';
import { createFavorites } from '../../favorites/index.ts';
import {
  fieldError,
  notFound,
  parseId,
  parseIds,
  parseListQuery,
  parseQ,
  type Router as Routes,
} from '../../http/index.ts';
import {
  findRelatedUsers,
  findTagsByName,
  loadUsers,
  toEnvelope,
  toInfo,
  toShown,
  toTimeAgo,
  toWireUserSummary,
} from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { findObjects, findType, toPair, toWireObjects } from './objects.ts';
import { createTag, deleteTags, getTag, isEditable, tagObject, tagObjects, untagObject, updateTag } from './service.ts';
import { listTags, type Tag, tagFilterNames, tagOrder } from './store.ts';

/** Where tags are off, there is nothing at these addresses. */
type Router = Pick<Routes, 'route'>;

const resource = { table: 'tags', view: 'Tag' } as const;
const maxObjects = 1000;

export function registerTags(routes: Routes, services: Services): void {
  const isOn = services.config.featureFlags.TAGGING_SYSTEM === true;
  const router: Router = {
    route: (endpoint, handler) =>
      routes.route(endpoint, (context) => {
        if (!isOn) throw notFound();
        return handler(context);
      }),
  };
  registerReads(router, services);
  registerObjects(router, services);
  registerWrites(router, services);
  registerFavorites(router, services);
}

function registerReads(router: Router, services: Services): void {
  const { store } = services;
  router.route(tagEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listTags(store, user, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toWireTags(services, user, rows),
      title: 'List Tag',
      orderColumns: Object.keys(tagOrder),
    });
  });
  router.route(tagEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        ...{ user, view: 'Tag', verbs: ['can_read', 'can_write'], title: 'Tag', filters: tagFilterNames },
        ...{ addForm: TagPost, editForm: TagPut, unique: ['name'] },
      },
      parseQ(query),
    ),
  );
  router.route(tagEndpoints.related, ({ user, params: { column }, query }) => {
    if (column !== 'created_by' && column !== 'changed_by') throw notFound();
    return findRelatedUsers(services, { user, resource, column, query: parseListQuery(query) });
  });
  router.route(tagEndpoints.get, async ({ user, params, query }) => {
    const tag = await getTag(store, parseId(params.id));
    const [result] = await toWireTags(services, user, [tag]);
    if (!result) throw notFound();
    return toShown({ id: tag.id, row: result, query: parseListQuery(query), title: 'Show Tag' });
  });
}

function registerObjects(router: Router, services: Services): void {
  router.route(tagEndpoints.objects, async ({ user, query }) => {
    const limit = Math.min(Number(query.page_size ?? maxObjects) || maxObjects, maxObjects);
    const { count, rows } = await findObjects(services, user, {
      tagIds: await readTagIds(services, query),
      types: readTypes(query.types),
      limit,
      offset: Number(query.page ?? 0) * limit,
    });
    return { count, result: await toWireObjects(services, rows) };
  });
  router.route(tagEndpoints.tagObject, async ({ user, params, body, reply }) => {
    await tagObject(services, user, { object: params, body });
    return reply.code(201).send();
  });
  router.route(tagEndpoints.untagObject, async ({ user, params }) => {
    await untagObject(services, user, { object: params, name: params.tag });
    return { message: 'OK' };
  });
}

const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

async function readTagIds(
  { store }: Services,
  { tags, tagIds }: { readonly tags?: string; readonly tagIds?: string },
): Promise<readonly number[] | undefined> {
  if (tagIds) {
    const ids = listed(tagIds);
    if (!ids.every((id) => /^\d{1,9}$/.test(id))) throw fieldError({ tagIds: ['Must be ids.'] }, 400);
    return ids.map(Number);
  }
  return tags ? (await findTagsByName(store, listed(tags))).map((tag) => tag.id) : undefined;
}

function readTypes(types: string | undefined) {
  return listed(types ?? '').map((name) => {
    const type = findType(name);
    if (!type) throw fieldError({ types: [`Unknown type of object: ${name}.`] }, 400);
    return type;
  });
}

function registerWrites(router: Router, services: Services): void {
  router.route(tagEndpoints.create, async ({ user, body }) => ({
    id: await createTag(services, user, body),
    result: body,
  }));
  router.route(tagEndpoints.bulkCreate, async ({ user, body }) => {
    const { tagged, skipped } = await tagObjects(services, user, body);
    return { result: { objects_tagged: tagged.map(toPair), objects_skipped: skipped.map(toPair) } };
  });
  router.route(tagEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await updateTag(services, user, { id, body });
    return { id, result: body };
  });
  router.route(tagEndpoints.delete, async ({ user, params }) => {
    await deleteTags(services, user, [parseId(params.id)]);
    return { message: 'OK' };
  });
  router.route(tagEndpoints.bulkDelete, async ({ user, query }) => {
    const count = await deleteTags(services, user, parseIds(query));
    return { message: count === 1 ? 'Deleted 1 tag' : `Deleted ${count} tags` };
  });
}

function registerFavorites(router: Router, services: Services): void {
  const favorites = createFavorites(services, 'tag');
  router.route(tagEndpoints.favoriteStatus, async ({ user, query }) => ({
    result: await favorites.statusOf(user.id, parseIds(query)),
  }));
  router.route(tagEndpoints.addFavorite, async ({ user, params }) => {
    const { id } = await getTag(services.store, parseId(params.id));
    await favorites.add(user.id, id);
    return { result: 'OK' };
  });
  router.route(tagEndpoints.removeFavorite, async ({ user, params }) => {
    const { id } = await getTag(services.store, parseId(params.id));
    await favorites.remove(user.id, id);
    return { result: 'OK' };
  });
}

async function toWireTags({ store, now }: Services, user: User, rows: readonly Tag[]): Promise<readonly WireTag[]> {
  const time = now();
  const users = await loadUsers(
    store,
    rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: 1,
    description: row.description,
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on_delta_humanized: toTimeAgo(row.created_on, time),
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, time),
    is_editable: isEditable(user, row),
  }));
}
