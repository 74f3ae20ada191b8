import { type DatabaseChange, databaseEndpoints, passwordMask } from '@powerset/contract';
import { DatabaseChange as DatabaseChangeForm, NewDatabase } from '@powerset/contract/schemas';
import { can, type User } from '../../access/index.ts';
import { defaultSchemaOf } from '../../catalog/index.ts';
import { readSecret } from '../../engines/index.ts';
import { fieldError, notFound, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { findRelatedUsers, loadUsers, pickColumns, toInfo } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import {
  describeTable,
  findMistakes,
  listFunctionNames,
  listSchemas,
  listTables,
  pageOfTables,
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
    await validateParameters(services, user, body);
    return { message: 'OK' };
  });
}

/** A payload as it may be answered. */
function withoutSecrets<T extends Pick<DatabaseChange, 'parameters' | 'ssh_tunnel' | 'client_key'>>(body: T): T {
  const { parameters, ssh_tunnel: tunnel, client_key: key } = body;
  return {
    ...body,
    ...(parameters && 'password' in parameters ? { parameters: { ...parameters, password: passwordMask } } : {}),
    ...(key ? { client_key: passwordMask } : {}),
    ...(tunnel ? { ssh_tunnel: { ...tunnel, ...maskCredentials(tunnel) } } : {}),
  };
}

function registerInspection(router: Router, services: Services): void {
  const find = (user: User, id: string) => getDatabaseRow(services, user, parseId(id));
  router.route(databaseEndpoints.schemas, async ({ user, params }) => ({
    result: await listSchemas(services, { user, database: await find(user, params.id) }),
  }));
  router.route(databaseEndpoints.catalogs, async ({ user, params }) => {
    await find(user, params.id);
    return { result: [] };
  });
  router.route(databaseEndpoints.uploadSchemas, async ({ user, params }) => {
    const database = await find(user, params.id);
    const schemas = database.allow_file_upload ? await listSchemas(services, { user, database }) : [];
    return { schemas };
  });
  router.route(databaseEndpoints.tables, async ({ user, params, query }) => {
    const database = await find(user, params.id);
    const asked = parseQ(query);
    const schema =
      typeof asked === 'object' && asked !== null && 'schema_name' in asked ? asked.schema_name : undefined;
    const name = typeof schema === 'string' ? schema : defaultSchemaOf(database);
    return pageOfTables(await listTables(services, { user, database }, name), asked);
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
  router.route(databaseEndpoints.validateSql, async ({ user, params, body }) => ({
    result: await findMistakes(services, {
      user,
      database: await find(user, params.id),
      sql: body.sql,
      schema: body.schema,
      parameters: body.template_params,
    }),
  }));
  router.route(databaseEndpoints.relatedObjects, async ({ user, params }) => {
    const database = await find(user, params.id);
    return findRelatedObjects(services, user, database.id);
  });
}

/** A database here has no other catalog than its own: it is named by nothing, or as old clients name nothing. */
const noCatalog = ['', 'null', 'undefined'];

interface AskedTable {
  readonly name: string;
  readonly schema?: string;
  readonly catalog?: string;
}

/** Tables by their place in the address, as older clients ask, and by parameters. */
function registerTables(router: Router, services: Services): void {
  const describe = async (user: User, id: string, { table, schema = '' }: { table: string; schema?: string }) => {
    const database = await getDatabaseRow(services, user, parseId(id));
    return { database, description: await describeTable(services, { user, database, table, schema }) };
  };
  const ofQuery = ({ name, schema = '', catalog = '' }: AskedTable) => {
    if (!noCatalog.includes(catalog)) throw fieldError({ catalog: ['This database has no catalogs.'] });
    return { table: name, schema };
  };
  const metadata = async (user: User, id: string, asked: { table: string; schema?: string }) => {
    const { database, description } = await describe(user, id, asked);
    return toTableMetadata(description, { user, database });
  };
  const extra = async (user: User, id: string, asked: { table: string; schema?: string }) => {
    const { partitions } = (await describe(user, id, asked)).description;
    const latest = partitions?.latest == null ? {} : { [partitions.key]: partitions.latest };
    return {
      metadata: {},
      partitions: { cols: partitions?.columns ?? [], latest, partitionQuery: null },
      clustering: {},
    };
  };
  const selectStar = async (user: User, id: string, asked: { table: string; schema?: string }) => {
    const { database, description } = await describe(user, id, asked);
    return { result: writeSelectStar(description, database) };
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
