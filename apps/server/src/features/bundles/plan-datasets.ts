import { can, canAccessData, canAccessDatabase, canEdit, type User } from '../../access/index.ts';
import {
  assertTablesAccess,
  type Dataset,
  defaultSchemaOf,
  findTemplateDatasets,
  loadDataset,
  toDataObject,
} from '../../catalog/index.ts';
import { EngineError, findOpeningProblem } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import { renderForNobody } from '../../sql-templates/index.ts';
import { toKeptCatalog } from './catalogs.ts';
import { toStoredText } from './documents.ts';
import { toKeptFields } from './kept-fields.ts';
import { existsText, isOwnKind, orNone, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import { isForeign, type PlannedDatabases } from './plan-databases.ts';
import type { BundleItem } from './read-bundle.ts';
import type { DatasetFile } from './shapes.ts';

type Item = BundleItem<DatasetFile>;

/** What is written of a dataset: its file, and what of it is only kept. */
export type PlannedDataset = DatasetFile & { readonly kept: string | null; readonly catalog: string | null };

export async function planDatasets(
  planning: Planning,
  databases: PlannedDatabases,
): Promise<PlannedKind<PlannedDataset>> {
  const known = new Map<string, number>();
  const writes: PlannedWrite<PlannedDataset>[] = [];
  for (const given of planning.bundle.datasets) {
    const item = withCatalog(planning, given, databases);
    const found = await findSame(planning, item, databases);
    if (found) known.set(item.value.uuid, found.row.id);
    if (!(await isWritten(planning, { item, found, databases }))) continue;
    const { file, value } = item;
    const where = { file, isForeign: isForeign(databases, value.database_uuid.toLowerCase()) };
    const kept = toKeptFields(value, { ...where, problems: planning.problems });
    writes.push({ uuid: value.uuid, id: found?.row.id, value: { ...value, catalog: value.catalog ?? null, kept } });
  }
  return { known, writes };
}

/** With its catalog as datasets keep it. */
function withCatalog({ problems }: Planning, item: Item, databases: PlannedDatabases): Item {
  const { file, value } = item;
  const named = { file, databaseUuid: value.database_uuid, catalog: value.catalog };
  return { ...item, value: { ...value, catalog: toKeptCatalog(databases, problems, named) } };
}

/** The same by uuid; else the one that stands for the same table or query. What the person may not see is not there. */
async function findSame(
  { services: { store }, request }: Planning,
  { value }: Item,
  databases: PlannedDatabases,
): Promise<Dataset | undefined> {
  const byUuid = await store.selectFrom('datasets').select('id').where('uuid', '=', value.uuid).executeTakeFirst();
  const known = byUuid && (await loadDataset(store, byUuid.id));
  if (known && canAccessData(request.user, toDataObject(known))) return known;
  if (isOwnKind(request, 'dataset') && request.kind !== 'assets') return undefined;
  const dataset = await findPlace({ store, user: request.user }, value, databases);
  return (dataset?.row.sql?.trim() || null) === (value.sql?.trim() || null) ? dataset : undefined;
}

async function findPlace(
  { store, user }: { readonly store: Store; readonly user: User },
  value: DatasetFile,
  databases: PlannedDatabases,
): Promise<Dataset | undefined> {
  const databaseId = databases.known.get(value.database_uuid.toLowerCase());
  if (databaseId === undefined) return undefined;
  const schema = value.schema || defaultSchemaOf(databases.rows.get(databaseId) ?? { backend: '', sqlalchemy_uri: '' });
  const rows = await store
    .selectFrom('datasets')
    .select(['id', 'schema'])
    .where('database_id', '=', databaseId)
    .where('catalog', value.catalog ? '=' : 'is', value.catalog || null)
    .where('table_name', '=', value.table_name)
    .execute();
  const here = rows.filter((row) => (row.schema ?? schema) === schema);
  const datasets = await Promise.all(here.map(({ id }) => loadDataset(store, id)));
  return datasets.find((dataset) => dataset && canAccessData(user, toDataObject(dataset)));
}

interface OneDataset {
  readonly item: Item;
  readonly found: Dataset | undefined;
  readonly databases: PlannedDatabases;
}

async function isWritten(planning: Planning, one: OneDataset): Promise<boolean> {
  const { request, problems } = planning;
  const { item, found } = one;
  if (found && !isOwnKind(request, 'dataset')) return false;
  if (found && !request.mayOverwrite) {
    problems.add(item.file, existsText('Dataset'));
    return false;
  }
  if (!mayWrite(planning, found)) {
    const text = found
      ? "A dataset already exists and user doesn't have permissions to overwrite it"
      : "Dataset doesn't exist and user doesn't have permission to create datasets";
    problems.refuse(item.file, text);
    return false;
  }
  checkDocuments(planning, item);
  await checkSource(planning, one);
  return true;
}

function mayWrite({ request: { user } }: Planning, found: Dataset | undefined): boolean {
  if (!found) return can(user, 'can_write', 'Dataset');
  const ownerIds = found.owners.map((owner) => owner.id);
  return canEdit(user, 'Dataset', ownerIds);
}

function checkDocuments({ problems }: Planning, { file, value }: Item): void {
  const names = [...(value.columns ?? []).map((one) => one.column_name)];
  const metrics = (value.metrics ?? []).map((one) => one.metric_name);
  if (new Set(names).size < names.length) problems.add(file, { columns: ['One or more columns are duplicated'] });
  if (new Set(metrics).size < metrics.length) problems.add(file, { metrics: ['One or more metrics are duplicated'] });
}

/** What the dataset reads must be there for this person to read, as when a dataset is made by hand. */
async function checkSource(planning: Planning, { item, found, databases }: OneDataset): Promise<void> {
  const { problems, services } = planning;
  const { value, file } = item;
  const uuid = value.database_uuid.toLowerCase();
  const databaseId = databases.known.get(uuid);
  if (databaseId === undefined) {
    // A database that this import creates holds nothing that its creator may not read.
    if (!databases.writes.some((write) => write.uuid === uuid))
      problems.add(file, { database_uuid: ['Database does not exist'] });
    return;
  }
  const place = await findPlace({ store: services.store, user: planning.request.user }, value, databases);
  if (place && place.row.id !== found?.row.id)
    problems.add(file, { table_name: [`Dataset ${value.table_name} already exists`] });
  const database = databases.rows.get(databaseId);
  // An overwritten database is what the file makes of it.
  const planned = databases.writes.find((write) => write.id === databaseId)?.value;
  if (!database || (found && isSameSource(found, value, databaseId))) return;
  try {
    await assertReadable(planning, { database: { ...database, ...planned }, value });
  } catch (error) {
    addSourceProblem(problems, file, error);
  }
}

function isSameSource({ row }: Dataset, value: DatasetFile, databaseId: number): boolean {
  return (
    row.database_id === databaseId &&
    (row.sql || null) === (value.sql || null) &&
    row.template_params === toStoredText(value.template_params) &&
    row.table_name === value.table_name &&
    row.catalog === (value.catalog ?? null) &&
    (row.schema || null) === (value.schema || null)
  );
}

async function assertReadable(
  { services, request }: Planning,
  { database, value }: { readonly database: Row<'databases'>; readonly value: DatasetFile },
): Promise<void> {
  const { schema } = value;
  const about = { user: request.user, database, schema };
  if (!value.sql?.trim()) {
    const tables = [{ catalog: value.catalog, schema: schema || null, table: value.table_name }];
    return assertTablesAccess(services.store, { ...about, tables });
  }
  if (findOpeningProblem(database)) return assertWholeDatabase(request.user, database);
  const engine = await services.engines.get(database.id, request.user, value.catalog ?? null);
  const parameters = toStoredText(value.template_params);
  const asked = { user: request.user, databaseId: database.id, text: value.sql };
  const datasets = await findTemplateDatasets(services, asked);
  const sql = await renderForNobody(services, { sql: value.sql, parameters, dialect: engine.dialect, datasets });
  const [statement, ...others] = await engine.analyse(sql, { schema });
  if (!statement || others.length > 0) throw new Error('Virtual dataset query cannot consist of multiple statements');
  if (statement.kind !== 'select') throw new Error('Virtual dataset query must be read-only');
  await assertTablesAccess(services.store, { ...about, tables: statement.tables });
}

/** Nothing here reads the SQL of an engine that is not here: it is taken from who may read all that it could name. */
function assertWholeDatabase(user: User, database: Row<'databases'>): void {
  if (canAccessDatabase(user, { id: database.id, name: database.database_name })) return;
  throw new AppError('DATABASE_SECURITY_ACCESS_ERROR', {
    params: { message: `Datasets of SQL need access to the whole database here: ${database.database_name}` },
  });
}

function addSourceProblem(problems: Planning['problems'], file: string, error: unknown): void {
  if (error instanceof AppError && error.status === 403) problems.refuse(file, error.message);
  else if (error instanceof AppError || error instanceof EngineError || error instanceof Error)
    problems.add(file, { sql: [error.message] });
  else throw error;
}

/** Datasets that are not in the bundle but here, by uuid, as far as the person may read them. */
export async function findReadableDatasets(
  { services: { store }, request }: Planning,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.selectFrom('datasets').select('id').where('uuid', 'in', orNone(uuids, '')).execute();
  const datasets = await Promise.all(rows.map(({ id }) => loadDataset(store, id)));
  return new Map(
    datasets.flatMap((dataset) =>
      dataset && canAccessData(request.user, toDataObject(dataset))
        ? [[dataset.row.uuid, dataset.row.id] as const]
        : [],
    ),
  );
}
