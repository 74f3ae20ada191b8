import { allPermissions, builtInRoles, permissionKey } from '../../access/index.ts';
import { defaultCatalogOf, findOpeningProblem, readsOtherCatalogs } from '../../engines/index.ts';
import type { NewRow } from '../../metadata/index.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import { allRows, columns } from '../read-rows.ts';
import { insertAll } from './shared.ts';

/** One permission of a role, as it is called there. */
interface Grant {
  readonly permission: string;
  readonly view: string;
}

/** What a grant becomes here: one of ours, or why there is none. */
type Moved = Grant | { readonly missing: string };

const known = new Set(allPermissions.map(permissionKey));
const dataGrants = new Set(['database_access', 'catalog_access', 'schema_access', 'datasource_access']);

/**
 * What roles may do. New roles get all of it that is known here; of roles that were here before, and of those that every installation
 * has, only grants on data that have just come: nobody may more with what was here already.
 */
export const moveGrants: Mover = async (moving) => {
  const { store, numbers } = moving;
  const names = await databaseNames(moving);
  const views = await datasetViews(moving);
  const pairs = await grantPairs(moving);
  const schemas = await schemasOfOwnCatalogs(moving, { names, pairs });
  for (const [roleId, grants] of await grantsByRole(moving, pairs)) {
    const role = numbers.placeOf('roles', roleId);
    if (!role || role.name === 'Admin') continue;
    const present = await permissionsOf(moving, role.id);
    const isOpen = role.isNew || (role.name === 'Public' && present.size === 0);
    const moved = grants.flatMap((grant) =>
      toAllMoved(moving, grant, { names, views, schemas }).map((one) => ({ grant, ...one })),
    );
    const rows = moved.flatMap((one): readonly NewRow<'role_permissions'>[] => {
      if ('missing' in one || !(isOpen || one.isOnNew)) return [];
      return [{ role_id: role.id, permission: one.permission, view: one.view }];
    });
    await insertAll(store, 'role_permissions', rows);
    tell(moving, { id: roleId, name: role.name, isOpen, moved, present });
  }
};

type MovedGrant = { readonly grant: Grant } & (
  | { readonly missing: string; readonly isOnNew: boolean }
  | (Grant & { readonly isOnNew: boolean })
);

interface Telling {
  readonly id: number;
  readonly name: string;
  readonly isOpen: boolean;
  /** What the role may here already. */
  readonly present: ReadonlySet<string>;
  readonly moved: readonly MovedGrant[];
}

function tell(moving: Moving, { id, name, isOpen, present, moved }: Telling): void {
  const note = noteOn(moving, 'roles', { id, name });
  const missing = moved.flatMap((one) => ('missing' in one ? [one] : []));
  // Built-in roles have what is theirs here.
  const isBuiltIn = Object.hasOwn(builtInRoles, name);
  const told = isBuiltIn ? missing.filter(({ grant }) => isOnData(grant)) : missing;
  if (told.length > 0)
    note.leftOut(`${told.length} permissions are not known here: ${listed(told.map(({ grant }) => grant))}`);
  const kept = moved.filter(
    (one) =>
      !('missing' in one) &&
      !(isOpen || one.isOnNew || present.has(permissionKey(one))) &&
      (isOnData(one.grant) || !isBuiltIn),
  );
  if (kept.length > 0)
    note.leftOut(`is here already: ${kept.length} permissions that are not on data which has just come are not given`);
  tellOwnCatalogs(note, moved, (one) => isOpen || one.isOnNew);
}

type Note = ReturnType<typeof noteOn>;

/** Schemas that stand for a catalog are less than it: what is made in it later is not among them. */
function tellOwnCatalogs(note: Note, moved: readonly MovedGrant[], isGiven: (one: MovedGrant) => boolean): void {
  const given = moved.flatMap((one) =>
    !('missing' in one) &&
    one.grant.permission === 'catalog_access' &&
    one.permission !== 'catalog_access' &&
    isGiven(one)
      ? [one]
      : [],
  );
  for (const grant of new Set(given.map((one) => one.grant))) {
    const schemas = given.filter((one) => one.grant === grant);
    note.changed(
      `${permissionKey(grant)} is here access to the schemas of it that are known: ${listed(schemas)}. Those that come later have to be granted`,
    );
  }
}

const isOnData = ({ permission }: Grant) => dataGrants.has(permission);

function listed(grants: readonly Grant[]): string {
  const names = grants.slice(0, 20).map(permissionKey);
  return `${names.join(', ')}${grants.length > names.length ? ', …' : ''}`;
}

async function permissionsOf({ store }: Moving, roleId: number): Promise<ReadonlySet<string>> {
  const rows = await store
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where('role_id', '=', roleId)
    .execute();
  return new Set(rows.map(permissionKey));
}

type Pairs = ReadonlyMap<number, Grant>;

/** All that can be granted there, whether anybody has it or not. */
async function grantPairs({ source }: Moving): Promise<Pairs> {
  const permissions = await namesOf(source, 'ab_permission');
  const views = await namesOf(source, 'ab_view_menu');
  const pairs = new Map<number, Grant>();
  for (const row of await allRows(source, 'ab_permission_view', columns('id permission_id view_menu_id'))) {
    const permission = permissions.get(row.number('permission_id') ?? 0);
    const view = views.get(row.number('view_menu_id') ?? 0);
    if (permission && view) pairs.set(row.id, { permission, view });
  }
  return pairs;
}

async function grantsByRole({ source }: Moving, pairs: Pairs): Promise<ReadonlyMap<number, readonly Grant[]>> {
  const grants = new Map<number, Grant[]>();
  for (const row of await allRows(source, 'ab_permission_view_role', columns('id permission_view_id role_id'))) {
    const pair = pairs.get(row.number('permission_view_id') ?? 0);
    const roleId = row.number('role_id') ?? 0;
    const own = grants.get(roleId) ?? [];
    if (pair) own.push(pair);
    grants.set(roleId, own);
  }
  return grants;
}

async function namesOf(source: Moving['source'], table: string): Promise<ReadonlyMap<number, string>> {
  const rows = await allRows(source, table, columns('id name'));
  return new Map(rows.map((row) => [row.id, row.text('name') ?? '']));
}

/** Databases by the name that they have there. */
type DatabaseNames = ReadonlyMap<string, NamedDatabase>;
interface NamedDatabase {
  readonly id: number;
  readonly name: string;
  readonly isNew: boolean;
  /** What its connection opens, which some servers call a catalog. */
  readonly catalog: string | undefined;
  /** Other catalogs may be named there: they can be read, or nothing of it can be read here. */
  readonly hasOthers: boolean;
}

async function databaseNames({ source, store, numbers }: Moving): Promise<DatabaseNames> {
  const here = await store.selectFrom('databases').selectAll().execute();
  const byId = new Map(here.map((row) => [row.id, row]));
  const names = new Map<string, NamedDatabase>();
  for (const row of await allRows(source, 'dbs', columns('id database_name'))) {
    const place = numbers.placeOf('databases', row.id);
    const found = place && byId.get(place.id);
    if (!place || !found) continue;
    const isUnopened = findOpeningProblem(found) !== null;
    const opened = defaultCatalogOf(found) ?? /:\/\/[^/]*\/([^/?]+)/.exec(found.sqlalchemy_uri)?.[1];
    // Datasets of one that nothing opens here keep the catalog's name, whichever it is.
    const catalog = isUnopened ? undefined : opened;
    const hasOthers = isUnopened || readsOtherCatalogs(found);
    names.set(row.text('database_name') ?? '', {
      id: place.id,
      name: found.database_name,
      isNew: place.isNew,
      catalog,
      hasOthers,
    });
  }
  return names;
}

interface HereNames {
  readonly names: DatabaseNames;
  /** How grants call each dataset here. */
  readonly views: ReadonlyMap<number, string>;
  readonly schemas: SchemasByDatabase;
}

/** Schemas in the catalog that each database opens, by the database's number here. */
type SchemasByDatabase = ReadonlyMap<number, ReadonlySet<string>>;

/** Those that can be granted there, which are all that it has found, and those of datasets. */
async function schemasOfOwnCatalogs(
  { source, numbers }: Moving,
  { names, pairs }: { readonly names: DatabaseNames; readonly pairs: Pairs },
): Promise<SchemasByDatabase> {
  const found = new Map([...names.values()].map(({ id }) => [id, new Set<string>()]));
  for (const { permission, view } of pairs.values()) {
    const one = permission === 'schema_access' ? findSchema(view, names) : undefined;
    if (one && !one.isOther) found.get(one.database.id)?.add(one.place);
  }
  const byId = new Map([...names.values()].map((database) => [database.id, database]));
  for (const row of await allRows(source, 'tables', columns('id database_id schema catalog'))) {
    const database = byId.get(numbers.placeOf('databases', row.number('database_id'))?.id ?? 0);
    const [catalog, schema] = [row.text('catalog')?.trim(), row.text('schema')?.trim()];
    if (database && schema && (!catalog || catalog === database.catalog)) found.get(database.id)?.add(schema);
  }
  return found;
}

type AnyMoved = Moved & { readonly isOnNew: boolean };

/** What a grant becomes here, which is several where a catalog stands for its schemas. */
function toAllMoved(moving: Moving, grant: Grant, here: HereNames): readonly AnyMoved[] {
  const owner = grant.permission === 'catalog_access' ? ownerOfOwnCatalog(grant.view, here.names) : undefined;
  const schemas = [...((owner && here.schemas.get(owner.id)) ?? [])].sort();
  if (!owner || schemas.length === 0) return [toMoved(moving, grant, here)];
  return schemas.map((schema) => ({
    ...{ permission: 'schema_access', view: `[${owner.name}].[${schema}]`, isOnNew: owner.isNew },
  }));
}

/** The database whose own catalog a grant is on. */
function ownerOfOwnCatalog(view: string, names: DatabaseNames): NamedDatabase | undefined {
  const found = [...names].find(([name, { catalog }]) => catalog && view === `[${name}].[${catalog}]`);
  return found?.[1];
}

async function datasetViews({ store }: Moving): Promise<ReadonlyMap<number, string>> {
  const rows = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name', 'databases.database_name'])
    .execute();
  return new Map(rows.map((row) => [row.id, `[${row.database_name}].[${row.table_name}](id:${row.id})`]));
}

function toMoved(moving: Moving, grant: Grant, { names, views }: Omit<HereNames, 'schemas'>): AnyMoved {
  if (known.has(permissionKey(grant))) return { ...grant, isOnNew: false };
  if (grant.permission === 'datasource_access') return toDatasetGrant(moving, grant, views);
  if (grant.permission === 'database_access') {
    const place = moving.numbers.placeOf('databases', Number(/\(id:(\d+)\)$/.exec(grant.view)?.[1] ?? Number.NaN));
    const database = place && [...names.values()].find(({ id }) => id === place.id);
    if (!database) return { missing: 'no such database', isOnNew: false };
    return { permission: grant.permission, view: `[${database.name}].(id:${database.id})`, isOnNew: database.isNew };
  }
  if (grant.permission === 'schema_access') return toSchemaGrant(grant, names);
  if (grant.permission === 'catalog_access') return toCatalogGrant(grant, names);
  return { missing: 'unknown', isOnNew: false };
}

function toDatasetGrant(moving: Moving, { permission, view }: Grant, views: HereNames['views']) {
  const place = moving.numbers.placeOf('datasets', Number(/\(id:(\d+)\)$/.exec(view)?.[1] ?? Number.NaN));
  const name = place && views.get(place.id);
  if (!place || name === undefined) return { missing: 'no such dataset', isOnNew: false };
  return { permission, view: name, isOnNew: place.isNew };
}

/** `[database].[catalog]` of another than the connection's own, which has no grant of its own here. */
function toCatalogGrant({ permission, view }: Grant, names: DatabaseNames) {
  for (const [name, database] of names) {
    const start = `[${name}].[`;
    const catalog = view.startsWith(start) && view.endsWith(']') ? view.slice(start.length, -1) : null;
    if (catalog === null || catalog === database.catalog || !database.hasOthers) continue;
    return { permission, view: `[${database.name}].[${catalog}]`, isOnNew: database.isNew };
  }
  return { missing: 'no such catalog', isOnNew: false };
}

/** `[database].[schema]`; a catalog stands between them where it is another than the one which the connection opens. */
function toSchemaGrant({ permission, view }: Grant, names: DatabaseNames) {
  const found = findSchema(view, names);
  if (!found) return { missing: 'no such schema', isOnNew: false };
  const { database, place } = found;
  return { permission, view: `[${database.name}].[${place}]`, isOnNew: database.isNew };
}

function findSchema(view: string, names: DatabaseNames) {
  for (const [name, database] of names) {
    const start = `[${name}].[`;
    if (!view.startsWith(start) || !view.endsWith(']')) continue;
    const rest = view.slice(start.length, -1);
    const [catalog, schema, ...more] = rest.split('].[');
    const isOther = schema !== undefined && catalog !== database.catalog;
    if (more.length > 0 || (isOther && !database.hasOthers)) continue;
    const place = isOther ? rest : (schema ?? rest);
    return { database, place, isOther };
  }
  return undefined;
}
