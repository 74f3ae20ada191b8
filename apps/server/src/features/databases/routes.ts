import { type DatabaseChange, databaseEndpoints, passwordMask } from '@powerset/contract';
import { DatabaseChange as DatabaseChangeForm, NewDatabase } from '@powerset/contract/schemas';
import { can, type User } from '../../access/index.ts';
import { defaultSchemaOf, readCatalog } from '../../catalog/index.ts';
import { type DatabaseKind, findDatabaseKind, readSecret } from '../../engines/index.ts';
import { notFound, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { findRelatedUsers, loadUsers, pickColumns, toInfo } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { convertConnection } from './conversion.ts';
import {
  describeTable,
  findMistakes,
  listCatalogs,
  listFunctionNames,
  listSchemas,
  listTables,
  toTableMetadata,
  writeSelectStar,
} from './inspect.ts';
import { databaseFilters, listDatabases, listVisible } from './lists.ts';
import { toAvailable, toConnectionPart, toListRow, toMissing } from './present.ts';
import { findRelatedObjects } from './related-objects.ts';
import { searchDatabase } from './search.ts';
import {
  createDatabase,
  deleteDatabase,
  getDatabaseRow,
  removeTunnel,
  testConnection,
  updateDatabase,
  validateParameters,
} from './service.ts';
import { maskCredentials } from './tunnel.ts';

export function registerDatabases(router: Router, services: Services): void {
  registerLists(router, services);
  registerChanges(router, services);
  registerInspection(router, services);
  registerTables(router, services);
}

function registerLists(router: Router, services: Services): void {
  router.route(databaseEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'Database',
        verbs: ['can_read', 'can_write', 'can_export', 'can_upload'],
        title: 'Database',
        addForm: NewDatabase,
        editForm: DatabaseChangeForm,
        unique: ['database_name'],
        filters: databaseFilters,
      },
      parseQ(query),
    ),
  );
  router.route(databaseEndpoints.list, ({ user, query }) => listDatabases(services, user, parseListQuery(query)));
  router.route(databaseEndpoints.available, async ({ user }) => ({
    databases: toAvailable(services.config),
    missing: toMissing(await listVisible(services, user)),
  }));
  for (const endpoint of [databaseEndpoints.related, databaseEndpoints.relatedByResource])
    router.route(endpoint, ({ user, params: { column }, query }) => {
      if (!['created_by', 'changed_by'].includes(column)) throw notFound();
      const resource = { table: 'databases', view: 'Database' } as const;
      return findRelatedUsers(services, { user, resource, column, query: parseListQuery(query) });
    });
  router.route(databaseEndpoints.get, async ({ user, params, query }) => {
    const row = await getDatabaseRow(services, user, parseId(params.id));
    const { columns } = parseListQuery(query);
    const result = await toShown(services, user, row);
    return { id: row.id, result: columns ? pickColumns(result, columns) : result };
  });
  router.route(databaseEndpoints.connection, async ({ user, params }) => {
    const row = await getDatabaseRow(services, user, parseId(params.id));
    return { id: row.id, result: { ...(await toRow(services, row)), ...toOwnConnection(services, row) } };
  });
}

async function toShown(services: Services, user: User, row: Row<'databases'>) {
  const shown = await toRow(services, row);
  return can(user, 'can_write', 'Database') ? { ...shown, ...toOwnConnection(services, row) } : shown;
}

async function toRow(services: Services, row: Row<'databases'>) {
  const users = await loadUsers(services.store, [row.created_by_fk, row.changed_by_fk]);
  return toListRow(row, users, services.now());
}

function toOwnConnection({ secrets }: Services, row: Row<'databases'>) {
  return toConnectionPart(row, readSecret(row, secrets));
}

function registerChanges(router: Router, services: Services): void {
  router.route(databaseEndpoints.create, async ({ user, body }) => {
    const row = await createDatabase(services, user, body);
    return { id: row.id, result: { ...withoutSecrets(body), sqlalchemy_uri: row.sqlalchemy_uri, uuid: row.uuid } };
  });
  router.route(databaseEndpoints.update, async ({ user, params, body }) => {
    const row = await updateDatabase(services, user, { id: parseId(params.id), body });
    const masked = body.sqlalchemy_uri ? { sqlalchemy_uri: row.sqlalchemy_uri } : {};
    return { id: row.id, result: { ...withoutSecrets(body), ...masked } };
  });
  router.route(databaseEndpoints.delete, async ({ user, params }) => {
    await deleteDatabase(services, user, parseId(params.id));
    return { message: 'OK' };
  });
  router.route(databaseEndpoints.deleteTunnel, async ({ user, params }) => {
    await removeTunnel(services, user, parseId(params.id));
    return { message: 'OK' };
  });
  router.route(databaseEndpoints.testConnection, async ({ user, body }) => {
    await testConnection(services, user, body);
    return { message: 'OK' };
  });
  router.route(databaseEndpoints.validateParameters, async ({ user, body }) => {
    if (body.converts) return { message: 'OK', result: convertConnection(body) };
    await validateParameters(services, user, body);
    return { message: 'OK' };
  });
}

/** A payload as it may be answered. */
function withoutSecrets<T extends Pick<DatabaseChange, 'engine' | 'parameters' | 'ssh_tunnel' | 'client_key'>>(
  body: T,
): T {
  const { parameters, ssh_tunnel: tunnel, client_key: key } = body;
  return {
    ...body,
    ...(parameters ? { parameters: maskParameters(parameters, findDatabaseKind(body.engine ?? '')) } : {}),
    ...(key ? { client_key: passwordMask } : {}),
    ...(tunnel ? { ssh_tunnel: { ...tunnel, ...maskCredentials(tunnel) } } : {}),
  };
}

/** What a field of a form keeps from whoever looks over a shoulder is answered to nobody either. */
function maskParameters(
  parameters: Readonly<Record<string, unknown>>,
  kind: DatabaseKind | undefined,
): Record<string, unknown> {
  const isSecret = (name: string) =>
    name === 'password' || ['password', 'secret-text'].includes(kind?.fields[name]?.format ?? '');
  const mask = ([name, value]: [string, unknown]) => [name, isSecret(name) && value ? passwordMask : value];
  return Object.fromEntries(Object.entries(parameters).map(mask));
}

function registerInspection(router: Router, services: Services): void {
  const find = (user: User, id: string) => getDatabaseRow(services, user, parseId(id));
  router.route(databaseEndpoints.schemas, async ({ user, params, query }) => {
    const database = await find(user, params.id);
    const { catalog_name: name } = readPlaceQ(parseQ(query));
    return { result: await listSchemas(services, { user, database, catalog: readCatalogOf(database, name) }) };
  });
  router.route(databaseEndpoints.catalogs, async ({ user, params }) => ({
    result: await listCatalogs(services, { user, database: await find(user, params.id) }),
  }));
  router.route(databaseEndpoints.uploadSchemas, async ({ user, params }) => {
    const database = await find(user, params.id);
    const schemas = database.allow_file_upload ? await listSchemas(services, { user, database }) : [];
    return { schemas };
  });
  router.route(databaseEndpoints.tables, async ({ user, params, query }) => {
    const database = await find(user, params.id);
    const asked = parseQ(query);
    const { catalog_name: named, schema_name: schema = defaultSchemaOf(database) } = readPlaceQ(asked);
    const catalog = readCatalogOf(database, named);
    return listTables(services, { user, database, catalog, asked }, schema);
  });
  router.route(databaseEndpoints.search, async ({ user, params, query }) =>
    searchDatabase(services, { user, database: await find(user, params.id), query }),
  );
  router.route(databaseEndpoints.functionNames, async ({ user, params }) => ({
    function_names: await listFunctionNames(services, { user, database: await find(user, params.id) }),
  }));
  router.route(databaseEndpoints.syncPermissions, async ({ user, params }) => {
    const { id } = await find(user, params.id);
    await (await services.engines.get(id, user)).ping();
    return { message: 'OK' };
  });
  router.route(databaseEndpoints.validateSql, async ({ user, params, body }) => {
    const database = await find(user, params.id);
    const { sql, schema, template_params: parameters } = body;
    const catalog = readCatalog(database, body.catalog);
    return { result: await findMistakes(services, { user, database, catalog, schema, sql, parameters }) };
  });
  router.route(databaseEndpoints.relatedObjects, async ({ user, params }) => {
    const database = await find(user, params.id);
    return findRelatedObjects(services, user, database.id);
  });
}

/** Old clients write `undefined` or `null` where there is no catalog. */
function readCatalogOf(database: Row<'databases'>, name = ''): string | null {
  return readCatalog(database, name === 'undefined' || name === 'null' ? null : name);
}

/** Where a list is asked for; what is no text names nothing. */
function readPlaceQ(asked: unknown): { readonly catalog_name?: string; readonly schema_name?: string } {
  const given = typeof asked === 'object' && asked !== null ? Object.entries(asked) : [];
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}

interface AskedTable {
  readonly table: string;
  readonly schema?: string;
  readonly catalog?: string;
}

/** Tables by their place in the address, as older clients ask, and by parameters. */
function registerTables(router: Router, services: Services): void {
  const describe = async (user: User, id: string, { table, schema = '', catalog: named }: AskedTable) => {
    const database = await getDatabaseRow(services, user, parseId(id));
    const catalog = readCatalogOf(database, named);
    return {
      database,
      catalog,
      description: await describeTable(services, { user, database, catalog, table, schema }),
    };
  };
  const ofQuery = ({ name, ...place }: { name: string; schema?: string; catalog?: string }) => ({
    ...place,
    table: name,
  });
  const metadata = async (user: User, id: string, asked: AskedTable) => {
    const { description, ...place } = await describe(user, id, asked);
    return toTableMetadata(description, { user, ...place });
  };
  const extra = async (user: User, id: string, asked: AskedTable) => {
    const { partitions } = (await describe(user, id, asked)).description;
    const latest = partitions?.latest == null ? {} : { [partitions.key]: partitions.latest };
    return {
      metadata: {},
      partitions: { cols: partitions?.columns ?? [], latest, partitionQuery: null },
      clustering: {},
    };
  };
  const selectStar = async (user: User, id: string, asked: AskedTable) => {
    const { description, ...place } = await describe(user, id, asked);
    return { result: writeSelectStar(description, place) };
  };
  router.route(databaseEndpoints.table, ({ user, params }) => metadata(user, params.id, params));
  router.route(databaseEndpoints.tableMetadata, ({ user, params, query }) => metadata(user, params.id, ofQuery(query)));
  router.route(databaseEndpoints.tableExtra, ({ user, params }) => extra(user, params.id, params));
  router.route(databaseEndpoints.tableMetadataExtra, ({ user, params, query }) =>
    extra(user, params.id, ofQuery(query)),
  );
  router.route(databaseEndpoints.selectStar, ({ user, params }) => selectStar(user, params.id, params));
  router.route(databaseEndpoints.selectStarOfDefault, ({ user, params }) => selectStar(user, params.id, params));
}
