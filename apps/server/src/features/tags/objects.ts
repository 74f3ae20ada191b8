import { type TaggedType, taggedTypes, type WireTaggedObject } from '@powerset/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  can,
  isAdmin,
  listedCharts,
  listedDashboards,
  loadDataScope,
  readableDatasets,
  type User,
} from '../../access/index.ts';
import { fieldError, forbidden, notFound } from '../../http/index.ts';
import {
  loadOwners,
  loadTags,
  loadUsers,
  type Taggable,
  type TaggableType,
  toFullName,
  toWireUserSummary,
} from '../../lists/index.ts';
import type { Services } from '../../services.ts';

type Condition = RawBuilder<SqlBool>;
type TagServices = Pick<Services, 'store' | 'now' | 'config'>;

interface Kind {
  readonly wire: TaggedType;
  readonly table: 'charts' | 'dashboards' | 'datasets' | 'saved_queries';
  /** Its class in permissions. */
  readonly view: string;
  readonly name: string;
  readonly slug: RawBuilder<unknown>;
  readonly toUrl: (id: number, slug: string | null) => string;
}

const noSlug = sql`cast(null as text)`;

const kinds: Readonly<Record<TaggableType, Kind>> = {
  saved_query: {
    ...{ wire: 'query', table: 'saved_queries', view: 'SavedQuery', name: 'label', slug: noSlug },
    toUrl: (id) => `/sqllab/?savedQueryId=${id}`,
  },
  chart: {
    ...{ wire: 'chart', table: 'charts', view: 'Chart', name: 'slice_name', slug: noSlug },
    toUrl: (id) => `/explore/?slice_id=${id}`,
  },
  dashboard: {
    ...{ wire: 'dashboard', table: 'dashboards', view: 'Dashboard', name: 'dashboard_title' },
    slug: sql`dashboards.slug`,
    toUrl: (id, slug) => `/superset/dashboard/${encodeURIComponent(slug ?? id)}/`,
  },
  dataset: {
    ...{ wire: 'dataset', table: 'datasets', view: 'Dataset', name: 'table_name', slug: noSlug },
    toUrl: (id) => `/explore/?datasource_type=table&datasource_id=${id}`,
  },
};
const allTypes: readonly TaggableType[] = ['saved_query', 'chart', 'dashboard', 'dataset'];

/** The type that the wire calls by its name or by its number. */
export function findType(named: string | number): TaggableType | undefined {
  const wire = taggedTypes.find((name, at) => name === named || String(at + 1) === String(named));
  return allTypes.find((type) => kinds[type].wire === wire);
}

export const toPair = ({ type, id }: Taggable): [TaggedType, number] => [kinds[type].wire, id];

/** Objects of a body, each once. */
export function readObjects(given: readonly (readonly [string | number, number])[] | undefined): readonly Taggable[] {
  const objects = (given ?? []).map(([named, id]) => {
    const type = findType(named);
    if (!type) throw fieldError({ objects_to_tag: [`Unknown type of object: ${named}.`] }, 400);
    return { type, id };
  });
  return [...new Map(objects.map((object) => [`${object.type} ${object.id}`, object])).values()];
}

/** Rows of a type that the user may see, and those that the user may change. */
export async function loadRights(services: TagServices, user: User) {
  const scope = await loadDataScope(services.store, user);
  const isRoleBased = services.config.featureFlags.DASHBOARD_RBAC === true;
  const own = user.isAnonymous ? -1 : user.id;
  const visible = (type: TaggableType): Condition => {
    if (!can(user, 'can_read', kinds[type].view)) return sql<SqlBool>`1 = 0`;
    if (type === 'chart') return sql<SqlBool>`${listedCharts(user, scope)}`;
    if (type === 'dashboard') return sql<SqlBool>`${listedDashboards(user, scope, isRoleBased)}`;
    if (type === 'dataset') return sql<SqlBool>`${readableDatasets(scope)}`;
    return sql<SqlBool>`saved_queries.user_id = ${own}`;
  };
  const editable = (type: TaggableType): Condition => {
    const { table, view } = kinds[type];
    if (type === 'saved_query') return can(user, 'can_write', view) ? visible(type) : sql<SqlBool>`1 = 0`;
    if (isAdmin(user)) return visible(type);
    if (!can(user, 'can_write', view)) return sql<SqlBool>`1 = 0`;
    return sql<SqlBool>`${sql.ref(`${table}.id`)} in (select object_id from owners where object_type = ${type} and user_id = ${own})`;
  };
  return { visible, editable };
}

type Rights = Awaited<ReturnType<typeof loadRights>>;

/** Of some objects those that the user may see, and of these the ones that the user may change. */
export async function sortObjects(services: TagServices, user: User, objects: readonly Taggable[]) {
  const rights = await loadRights(services, user);
  const seen: Taggable[] = [];
  const editable: Taggable[] = [];
  for (const type of allTypes) {
    const own = objects.filter((object) => object.type === type);
    if (own.length === 0) continue;
    const { table } = kinds[type];
    const rows = await sql<{ id: number; may_edit: number }>`
      select id, case when ${rights.editable(type)} then 1 else 0 end as may_edit from ${sql.table(table)}
      where id in (${sql.join(own.map(({ id }) => id))}) and ${rights.visible(type)}`.execute(services.store);
    const byId = new Map(rows.rows.map((row) => [row.id, Number(row.may_edit) === 1]));
    seen.push(...own.filter(({ id }) => byId.has(id)));
    editable.push(...own.filter(({ id }) => byId.get(id) === true));
  }
  return { seen, editable };
}

/** The one object of an address, when the user may change it. */
export async function getEditableObject(
  services: TagServices,
  user: User,
  { type: named, objectId }: { readonly type: string; readonly objectId: string },
): Promise<Taggable> {
  const type = findType(named);
  if (!type || !/^\d{1,9}$/.test(objectId)) throw notFound();
  const object = { type, id: Number(objectId) };
  const { seen, editable } = await sortObjects(services, user, [object]);
  if (seen.length === 0) throw notFound();
  if (editable.length === 0) throw forbidden();
  return object;
}

/** All of the objects, which the user must be allowed to change. */
export async function assertEditable(services: TagServices, user: User, objects: readonly Taggable[]): Promise<void> {
  const { seen, editable } = await sortObjects(services, user, objects);
  if (seen.length < objects.length) throw fieldError({ objects_to_tag: ['Some objects do not exist'] });
  if (editable.length < objects.length) throw forbidden();
}

/** Takes a tag off all objects that the user may change, but for some. */
export async function removeFromOthers(
  services: TagServices,
  user: User,
  { tagId, kept }: { readonly tagId: number; readonly kept: readonly Taggable[] },
): Promise<void> {
  const rights = await loadRights(services, user);
  for (const type of allTypes) {
    const { table } = kinds[type];
    const ids = kept.filter((object) => object.type === type).map(({ id }) => id);
    await services.store
      .deleteFrom('tagged_objects')
      .where('tag_id', '=', tagId)
      .where('object_type', '=', type)
      .where(() => sql<SqlBool>`object_id in (select id from ${sql.table(table)} where ${rights.editable(type)})`)
      .where('object_id', 'not in', ids.length > 0 ? ids : [-1])
      .execute();
  }
}

export interface ObjectsQuery {
  /** Undefined for whatever carries a tag. */
  readonly tagIds: readonly number[] | undefined;
  readonly types: readonly TaggableType[];
  readonly limit: number;
  readonly offset: number;
}

interface FoundObject {
  readonly type: TaggableType;
  readonly id: number;
  readonly name: string;
  readonly slug: string | null;
  readonly changed_on: string;
  readonly created_by_fk: number | null;
  readonly may_edit: number;
}

function selectOf(type: TaggableType, rights: Rights, tagIds: readonly number[] | undefined): RawBuilder<FoundObject> {
  const { table, name, slug } = kinds[type];
  const column = (of: string) => sql.ref(`${table}.${of}`);
  const ofTags = tagIds ? sql`and tagged_objects.tag_id in (${sql.join(tagIds.length > 0 ? tagIds : [-1])})` : sql``;
  return sql<FoundObject>`
    select ${sql.lit(type)} as type, ${column('id')} as id, ${column(name)} as name, ${slug} as slug,
      ${column('changed_on')} as changed_on, ${column('created_by_fk')} as created_by_fk,
      case when ${rights.editable(type)} then 1 else 0 end as may_edit
    from ${sql.table(table)}
    where ${column('id')} in (select tagged_objects.object_id from tagged_objects
      where tagged_objects.object_type = ${sql.lit(type)} ${ofTags}) and ${rights.visible(type)}`;
}

/** A page of the objects that carry one of the tags and that the user may see, and how many there are. */
export async function findObjects(services: TagServices, user: User, { tagIds, types, limit, offset }: ObjectsQuery) {
  const { store } = services;
  const rights = await loadRights(services, user);
  const wanted = types.length > 0 ? types : allTypes;
  const found = sql.join(
    wanted.map((type) => selectOf(type, rights, tagIds)),
    sql` union all `,
  );
  const counted = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(store);
  const { rows } = await sql<FoundObject>`
    select * from (${found}) as found order by changed_on desc, type, id desc limit ${limit} offset ${offset}`.execute(
    store,
  );
  return { count: Number(counted.rows[0]?.count ?? 0), rows };
}

export async function toWireObjects(
  { store }: TagServices,
  rows: readonly FoundObject[],
): Promise<readonly WireTaggedObject[]> {
  const users = await loadUsers(
    store,
    rows.map((row) => row.created_by_fk),
  );
  const shown = new Map<FoundObject, WireTaggedObject>();
  for (const type of allTypes) {
    const own = rows.filter((row) => row.type === type);
    const ids = own.map((row) => row.id);
    const tags = await loadTags(store, type, ids);
    const owners = type === 'saved_query' ? undefined : await loadOwners(store, type, ids);
    for (const row of own) {
      const maker = users.get(row.created_by_fk ?? 0);
      shown.set(row, {
        id: row.id,
        type: kinds[type].wire,
        name: row.name,
        url: kinds[type].toUrl(row.id, row.slug),
        changed_on: row.changed_on,
        created_by: toWireUserSummary(maker),
        creator: toFullName(maker),
        tags: tags.get(row.id) ?? [],
        owners: owners?.get(row.id) ?? [],
        is_editable: Number(row.may_edit) === 1,
      });
    }
  }
  return rows.flatMap((row) => shown.get(row) ?? []);
}
