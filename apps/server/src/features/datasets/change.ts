import type { DatasetChange } from '@powerset/contract';
import { canAccessData, canEdit, canSeeDatabase, type User } from '../../access/index.ts';
import {
  type Dataset,
  defaultSchemaOf,
  describeSource,
  loadDataset,
  readCatalog,
  refuseWithReports,
  toDataObject,
  toSourceRequest,
} from '../../catalog/index.ts';
import { AppError, fieldError, forbidden, notFound } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import {
  datasetResource,
  deleteBelongings,
  laterThan,
  madeBy,
  readOwners,
  readUuid,
  refuseStale,
  saveOwners,
  staleError,
} from '../../lists/index.ts';
import type { Row, RowChange, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { putInTrash } from '../../trash/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { keepVersion } from '../../versions/index.ts';
import { checkExpressions } from './expressions.ts';
import { saveColumns, saveMetrics } from './field-store.ts';
import { planColumns, planMetrics } from './fields.ts';
import { saveFolders } from './folders.ts';
import { assertFreeName, insertColumns } from './make.ts';

/** The dataset for a user who wants to look at its description: 404 when it is gone or not his to see. */
export async function getVisibleDataset({ store }: Services, user: User, id: number): Promise<Dataset> {
  const dataset = await loadDataset(store, id);
  if (!dataset || !canAccessData(user, toDataObject(dataset))) throw notFound();
  return dataset;
}

/** The dataset for a user who wants to change it: 403 when he is not an owner. */
export async function getEditableDataset(services: Services, user: User, id: number): Promise<Dataset> {
  const dataset = await getVisibleDataset(services, user, id);
  if (
    !canEdit(
      user,
      'Dataset',
      dataset.owners.map((owner) => owner.id),
    )
  )
    throw forbidden();
  return dataset;
}

export interface ChangeRequest {
  readonly id: number;
  readonly body: DatasetChange;
  /** The body's columns replace all that the dataset has. */
  readonly overridesColumns: boolean;
  /** The number of the version that is brought back. */
  readonly restoredFrom?: number;
}

export async function changeDataset(services: Services, user: User, request: ChangeRequest): Promise<void> {
  const { id, body, overridesColumns, restoredFrom } = request;
  const dataset = await getEditableDataset(services, user, id);
  const saved = { what: 'dataset', ...dataset.row };
  await refuseStale(services.store, saved, body.last_modified_time);
  const database = await readDatabase(services, user, { dataset, databaseId: body.database_id });
  const next = toNextSource(database, dataset, body);
  const schema = next.schema || defaultSchemaOf(database);
  const { catalog, table } = next;
  await assertFreeName(services.store, user, { databaseId: database.id, catalog, schema, table, ownId: id });
  const isSourceChanged =
    database.id !== dataset.database.id ||
    next.sql !== (dataset.row.sql || null) ||
    next.table !== dataset.row.table_name ||
    next.templateParams !== dataset.row.template_params ||
    next.catalog !== dataset.row.catalog ||
    next.schema !== dataset.row.schema;
  checkJsonTexts(body);
  if (isSourceChanged) await describeSource(services, { user, database, ...next });
  await othersTurn();
  const columns = body.columns ? planColumns(dataset, body.columns, overridesColumns) : undefined;
  const metrics = body.metrics ? planMetrics(dataset, body.metrics) : undefined;
  // Of many columns and metrics each of these steps takes milliseconds.
  await othersTurn();
  await checkExpressions(services, dataset, { body, databaseId: database.id });
  const owners = await readOwners(services, user, { asked: body.owners, isNew: false, resource: datasetResource });
  const uuid = await readUuid(services.store, 'datasets', { asked: body.uuid, ownId: id });
  const time = laterThan(saved.changed_on, services.now());
  await services.store.transaction().execute(async (transaction) => {
    await keepVersion(transaction, { type: 'dataset', id });
    const update = transaction
      .updateTable('datasets')
      .set({
        ...toRowChange(body),
        ...uuid,
        catalog,
        database_id: database.id,
        changed_on: time,
        changed_by_fk: user.id,
      })
      .where('id', '=', id);
    const isGuarded = typeof body.last_modified_time === 'number';
    const { numUpdatedRows } = await (isGuarded
      ? update.where('changed_on', '=', saved.changed_on)
      : update
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) throw staleError(saved);
    if (columns) await saveColumns(transaction, id, { plan: columns, time });
    if (metrics) await saveMetrics(transaction, id, { plan: metrics, time });
    if (body.folders !== undefined) await saveFolders(transaction, id, body.folders);
    if (owners) await saveOwners(transaction, { type: 'dataset', id }, owners);
    await keepVersion(transaction, { type: 'dataset', id }, restoredFrom);
  });
  // The store has written the new name into what roles may see.
  services.accounts.forget();
}

async function readDatabase(
  { store }: Services,
  user: User,
  { dataset, databaseId }: { readonly dataset: Dataset; readonly databaseId: number | undefined },
): Promise<Row<'databases'>> {
  if (databaseId === undefined || databaseId === dataset.database.id) return dataset.database;
  const row = await store.selectFrom('databases').selectAll().where('id', '=', databaseId).executeTakeFirst();
  if (!row || !canSeeDatabase(user, { id: row.id, name: row.database_name }))
    throw fieldError({ database: ['Database does not exist'] });
  return row;
}

function toNextSource(database: Row<'databases'>, { row }: Dataset, body: DatasetChange) {
  // One that goes to another database takes no catalog along that nobody names.
  const kept = database.id === row.database_id ? row.catalog : null;
  return {
    catalog: body.catalog === undefined ? kept : readCatalog(database, body.catalog),
    schema: body.schema === undefined ? row.schema : body.schema || null,
    table: body.table_name ?? row.table_name,
    sql: body.sql === undefined ? row.sql || null : body.sql?.trim() || null,
    templateParams: body.template_params === undefined ? row.template_params : (body.template_params ?? null),
  };
}

function checkJsonTexts(body: DatasetChange): void {
  for (const field of ['template_params', 'extra'] as const) {
    const text = body[field];
    if (!text) continue;
    try {
      parseJson(text);
    } catch (error) {
      throw fieldError({ [field]: [`Field cannot be decoded by JSON. ${(error as Error).message}`] });
    }
  }
}

const textFields = [
  'table_name',
  'sql',
  'fetch_values_predicate',
  'schema',
  'description',
  'main_dttm_col',
  'currency_code_column',
  'offset',
  'default_endpoint',
  'cache_timeout',
  'template_params',
  'extra',
  'external_url',
] as const;
const flagFields = [
  'filter_select_enabled',
  'normalize_columns',
  'always_filter_main_dttm',
  'is_sqllab_view',
  'is_managed_externally',
] as const;

function toRowChange(body: DatasetChange): RowChange<'datasets'> {
  const texts = textFields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]] as const]));
  const flags = flagFields.flatMap((field) => (body[field] == null ? [] : [[field, body[field] ? 1 : 0] as const]));
  // Names and types are those of the table; null offsets mean none.
  const change = Object.fromEntries([...texts, ...flags]) as RowChange<'datasets'>;
  return { ...change, ...('offset' in change ? { offset: change.offset ?? 0 } : {}) };
}

/** Reads the columns again: new ones are added, types follow, those that are gone leave; calculated ones stay. */
export async function refreshDataset(services: Services, user: User, id: number): Promise<void> {
  const dataset = await getEditableDataset(services, user, id);
  const found = await describeSource(services, toSourceRequest(user, dataset));
  const stored = dataset.columns.filter((column) => !column.expression);
  const types = new Map(found.map(({ name, type }) => [name, type]));
  const known = new Set(dataset.columns.map((column) => column.column_name));
  const gone = stored.filter((column) => !types.has(column.column_name));
  const fresh = found.filter(({ name }) => !known.has(name));
  const time = services.now().toISOString();
  await services.store.transaction().execute(async (transaction) => {
    await keepVersion(transaction, { type: 'dataset', id });
    await removeColumns(
      transaction,
      gone.map((column) => column.id),
    );
    for (const column of stored) {
      const type = types.get(column.column_name);
      if (type !== undefined && type !== column.type)
        await transaction
          .updateTable('dataset_columns')
          .set({ type, changed_on: time })
          .where('id', '=', column.id)
          .execute();
    }
    await insertColumns(transaction, { datasetId: id, columns: fresh, time, firstPosition: dataset.columns.length });
    const main = dataset.row.main_dttm_col;
    const keepsMain = main !== null && !gone.some((column) => column.column_name === main);
    await transaction
      .updateTable('datasets')
      .set({
        main_dttm_col: keepsMain ? main : (found.find((one) => one.isTemporal)?.name ?? null),
        changed_on: time,
        changed_by_fk: user.id,
      })
      .where('id', '=', id)
      .execute();
    await keepVersion(transaction, { type: 'dataset', id });
  });
}

async function removeColumns(store: Store, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await store
      .deleteFrom('dataset_columns')
      .where('id', 'in', [...ids])
      .execute();
}

/** Forgets datasets; their tables stay. Charts keep pointing at them and say so. */
export async function deleteDatasets(services: Services, user: User, ids: readonly number[]): Promise<void> {
  for (const id of ids) await getEditableDataset(services, user, id);
  await refuseWithReports(services.store, { column: 'dataset_id', ids });
  await services.store.transaction().execute(async (transaction) => {
    await putInTrash(transaction, services, { type: 'dataset', ids, user });
    for (const table of ['dataset_columns', 'dataset_metrics', 'row_level_rule_datasets'] as const)
      await transaction
        .deleteFrom(table)
        .where('dataset_id', 'in', [...ids])
        .execute();
    await deleteBelongings(transaction, 'dataset', ids);
    await transaction
      .deleteFrom('datasets')
      .where('id', 'in', [...ids])
      .execute();
  });
  services.accounts.forget();
}

/** Removes one column or metric. */
export async function deleteField(
  services: Services,
  user: User,
  field: { readonly kind: 'column' | 'metric'; readonly datasetId: number; readonly id: number },
): Promise<void> {
  const dataset = await getEditableDataset(services, user, field.datasetId);
  const known = field.kind === 'column' ? dataset.columns : dataset.metrics;
  if (!known.some((one) => one.id === field.id)) throw notFound();
  const table = field.kind === 'column' ? 'dataset_columns' : 'dataset_metrics';
  await services.store.transaction().execute(async (transaction) => {
    await keepVersion(transaction, { type: 'dataset', id: field.datasetId });
    await transaction.deleteFrom(table).where('id', '=', field.id).execute();
    await keepVersion(transaction, { type: 'dataset', id: field.datasetId });
  });
}

/** Copies a virtual dataset with its columns and metrics under another name. */
export async function duplicateDataset(
  services: Services,
  user: User,
  { baseId, tableName }: { readonly baseId: number; readonly tableName: string },
): Promise<number> {
  const base = await getVisibleDataset(services, user, baseId).catch(() => {
    throw fieldError({ base_model_id: ['Dataset does not exist'] });
  });
  if (!base.row.sql)
    throw new AppError('GENERIC_COMMAND_ERROR', {
      params: { message: 'Only virtual datasets can be duplicated.' },
      fields: { base_model_id: ['Only virtual datasets can be duplicated.'] },
    });
  const schema = base.row.schema ?? defaultSchemaOf(base.database);
  const { catalog } = base.row;
  await assertFreeName(services.store, user, { databaseId: base.database.id, catalog, schema, table: tableName });
  await describeSource(services, toSourceRequest(user, base));
  return copyDataset(services, user, { base, tableName });
}

async function copyDataset(
  services: Services,
  user: User,
  { base, tableName }: { readonly base: Dataset; readonly tableName: string },
): Promise<number> {
  const time = services.now().toISOString();
  const { id: _id, ...row } = base.row;
  return services.store.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('datasets')
      .values({
        ...row,
        uuid: crypto.randomUUID(),
        table_name: tableName,
        ...madeBy(user, time),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { id: _column, ...column } of base.columns)
      await transaction
        .insertInto('dataset_columns')
        .values({ ...column, uuid: crypto.randomUUID(), dataset_id: id, created_on: time, changed_on: time })
        .execute();
    for (const { id: _metric, ...metric } of base.metrics)
      await transaction
        .insertInto('dataset_metrics')
        .values({ ...metric, uuid: crypto.randomUUID(), dataset_id: id, created_on: time, changed_on: time })
        .execute();
    await saveOwners(transaction, { type: 'dataset', id }, [user.id]);
    return id;
  });
}
