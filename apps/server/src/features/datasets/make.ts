import { randomUUID } from 'node:crypto';
import type { DatasetColumnInput } from '@powerset/contract';
import { canAccessData, canSeeDatabase, type User } from '../../access/index.ts';
import {
  type Dataset,
  defaultSchemaOf,
  describeSource,
  loadDataset,
  nameOfTable,
  readCatalog,
  type SourceColumn,
  toDataObject,
} from '../../catalog/index.ts';
import { fieldError } from '../../http/index.ts';
import { datasetResource, readOwners, readUuid, saveOwners } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { checkExpressions } from './expressions.ts';
import { saveColumns } from './field-store.ts';
import { planColumns } from './fields.ts';

export interface NewDatasetRequest {
  readonly databaseId: number;
  readonly catalog?: string | null | undefined;
  readonly schema: string | null;
  readonly tableName: string;
  readonly sql?: string | null;
  readonly owners?: readonly number[];
  readonly templateParams?: string | null;
  readonly isManagedExternally?: boolean;
  readonly externalUrl?: string | null;
  readonly uuid?: string | null;
  readonly normalizesColumns?: boolean;
  /** Charts filter the main time column even where they filter another. */
  readonly alwaysFiltersTime?: boolean;
  readonly currencyCodeColumn?: string | null | undefined;
  /** What the columns are, where whoever makes it knows; else what the source says. */
  readonly columns?: readonly DatasetColumnInput[];
}

/** Makes datasets: reads the columns, adds the metric `count`, chooses the time column. */
export interface DatasetMaker {
  make(user: User, request: NewDatasetRequest): Promise<Dataset>;
  /** The dataset of a table, made when missing. */
  getOrMake(user: User, request: NewDatasetRequest): Promise<Dataset>;
}

export function createDatasetMaker(services: Services): DatasetMaker {
  const make = async (user: User, request: NewDatasetRequest) => {
    const database = await findDatabase(services, user, request.databaseId);
    const catalog = readCatalog(database, request.catalog);
    const place = { catalog, schema: request.schema || defaultSchemaOf(database), table: request.tableName };
    const sql = request.sql?.trim() || null;
    const templateParams = request.templateParams ?? null;
    // Who may not read the table is told so before anything about datasets of it.
    const columns = await describeSource(services, { user, database, ...place, sql, templateParams });
    await assertFreeName(services.store, user, { databaseId: database.id, ...place });
    const owners =
      (await readOwners(services, user, { asked: request.owners, isNew: true, resource: datasetResource })) ?? [];
    const uuid = await readUuid(services.store, 'datasets', { asked: request.uuid });
    const given = await readGiven(services, request);
    return insertDataset(services, { user, request, columns, given, owners, uuid, catalog, schema: place.schema });
  };
  return {
    make,
    getOrMake: async (user, request) => {
      const database = await findDatabase(services, user, request.databaseId);
      const schema = request.schema || defaultSchemaOf(database);
      const catalog = readCatalog(database, request.catalog);
      const name = { databaseId: database.id, catalog, schema, table: request.tableName };
      return (await findByName(services.store, user, name)) ?? make(user, request);
    },
  };
}

async function findDatabase({ store }: Services, user: User, id: number): Promise<Row<'databases'>> {
  const row = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !canSeeDatabase(user, { id: row.id, name: row.database_name }))
    throw fieldError({ database: ['Database does not exist'] });
  return row;
}

interface DatasetName {
  readonly databaseId: number;
  /** Another than the database's own; null for that. */
  readonly catalog: string | null;
  readonly schema: string;
  readonly table: string;
}

/** The dataset of that name that the person may see. Another of the same name is none of theirs, and does no harm. */
async function findByName(
  store: Store,
  user: User,
  { databaseId, catalog, schema, table }: DatasetName,
): Promise<Dataset | undefined> {
  const rows = await store
    .selectFrom('datasets')
    .select(['id', 'schema'])
    .where('database_id', '=', databaseId)
    .where('catalog', catalog === null ? 'is' : '=', catalog)
    .where('table_name', '=', table)
    .execute();
  const ids = rows.filter((row) => (row.schema ?? schema) === schema).map(({ id }) => id);
  const datasets = await Promise.all(ids.map((id) => loadDataset(store, id)));
  return datasets.find((dataset) => dataset && canAccessData(user, toDataObject(dataset)));
}

interface WantedName extends DatasetName {
  /** The dataset that is to be called so. */
  readonly ownId?: number;
}

export async function assertFreeName(store: Store, user: User, name: WantedName): Promise<void> {
  const found = await findByName(store, user, name);
  if (found && found.row.id !== name.ownId)
    throw fieldError({ table: [`Dataset ${nameOfTable(name)} already exists`] });
}

async function readGiven(services: Services, { columns, databaseId }: NewDatasetRequest) {
  if (!columns) return undefined;
  const nothing = { columns: [], metrics: [] };
  const plan = planColumns(nothing, columns, true);
  await checkExpressions(services, nothing, { body: { columns: [...columns] }, databaseId });
  return plan;
}

interface InsertInput {
  readonly user: User;
  readonly request: NewDatasetRequest;
  readonly columns: readonly SourceColumn[];
  readonly given: ReturnType<typeof planColumns> | undefined;
  readonly owners: readonly number[];
  readonly catalog: string | null;
  readonly schema: string;
  readonly uuid: { readonly uuid?: string };
}

async function insertDataset(services: Services, input: InsertInput): Promise<Dataset> {
  const { user, request, columns, given, owners, catalog, schema, uuid } = input;
  const firstTime = given
    ? given.added.find(({ input: column }) => column.is_dttm)?.input.column_name
    : columns.find((column) => column.isTemporal)?.name;
  const time = services.now().toISOString();
  const id = await services.store.transaction().execute(async (transaction) => {
    const { id: datasetId } = await transaction
      .insertInto('datasets')
      .values({
        uuid: randomUUID(),
        ...uuid,
        database_id: request.databaseId,
        catalog,
        schema: schema || null,
        table_name: request.tableName,
        sql: request.sql?.trim() || null,
        main_dttm_col: firstTime ?? null,
        template_params: request.templateParams ?? null,
        is_managed_externally: request.isManagedExternally ? 1 : 0,
        external_url: request.externalUrl ?? null,
        normalize_columns: request.normalizesColumns ? 1 : 0,
        always_filter_main_dttm: request.alwaysFiltersTime ? 1 : 0,
        currency_code_column: request.currencyCodeColumn || null,
        created_on: time,
        changed_on: time,
        created_by_fk: user.id || null,
        changed_by_fk: user.id || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (given) await saveColumns(transaction, datasetId, { plan: given, time });
    else await insertColumns(transaction, { datasetId, columns, time });
    await transaction
      .insertInto('dataset_metrics')
      .values({
        uuid: randomUUID(),
        dataset_id: datasetId,
        metric_name: 'count',
        verbose_name: 'COUNT(*)',
        metric_type: 'count',
        expression: 'COUNT(*)',
        created_on: time,
        changed_on: time,
      })
      .execute();
    await saveOwners(transaction, { type: 'dataset', id: datasetId }, owners);
    return datasetId;
  });
  // Just written.
  return (await loadDataset(services.store, id)) as Dataset;
}

interface ColumnsInput {
  readonly datasetId: number;
  readonly columns: readonly SourceColumn[];
  readonly time: string;
  readonly firstPosition?: number;
}

/** A statement is worded on the thread that answers everybody: one of a hundred rows took several milliseconds of it. */
const rowsPerInsert = 25;

export async function insertColumns(
  store: Store,
  { datasetId, columns, time, firstPosition = 0 }: ColumnsInput,
): Promise<void> {
  const values = columns.map((column, index) => ({
    uuid: randomUUID(),
    dataset_id: datasetId,
    column_name: column.name,
    description: column.description,
    type: column.type,
    is_dttm: column.isTemporal ? 1 : 0,
    position: firstPosition + index,
    created_on: time,
    changed_on: time,
  }));
  for (let start = 0; start < values.length; start += rowsPerInsert)
    await store
      .insertInto('dataset_columns')
      .values(values.slice(start, start + rowsPerInsert))
      .execute();
}
