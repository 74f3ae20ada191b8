import { randomUUID } from 'node:crypto';
import { adoptFolders, toKeptFolders } from '../../catalog/index.ts';
import { findCatalogProblem, otherCatalogOf } from '../../engines/index.ts';
import { isJson, type NewRow, type Row } from '../../metadata/index.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import { MovingProblem } from '../moving-problem.ts';
import type { Place } from '../numbers.ts';
import { columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';
import { auditColumns, managementColumns, moveOwners, toAudit, toManagement, toWhole } from './shared.ts';

const datasetColumns = columns(
  `${auditColumns} ${managementColumns} table_name main_dttm_col currency_code_column database_id offset cache_timeout schema catalog filter_select_enabled is_sqllab_view normalize_columns always_filter_main_dttm`,
  'description default_endpoint params fetch_values_predicate sql template_params extra folders',
);
const columnColumns = columns(
  'id uuid created_on changed_on table_id column_name verbose_name is_active advanced_data_type groupby filterable is_dttm python_date_format datetime_format',
  'type description expression extra',
);
const metricColumns = columns(
  'id uuid created_on changed_on table_id metric_name verbose_name metric_type d3format',
  'description currency warning_text expression extra',
);

export const moveDatasets: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const databases = await findDatabases(moving);
  for await (const rows of portionsOf(source, 'tables', { columns: datasetColumns })) {
    const written: number[] = [];
    const foldersOf = new Map<number, string>();
    for (const row of rows) {
      const place = numbers.placeOf('datasets', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'datasets', id: row.id, name: place.name } as const;
      const values = await orLeaveOut(moving, about, () => toValues(moving, { row, place, databases }));
      if (!values) numbers.drop('datasets', row.id);
      if (!values) continue;
      await store.insertInto('datasets').values(values).execute();
      written.push(row.id);
      const folders = row.text('folders')?.trim();
      if (folders) foldersOf.set(place.id, folders);
      notes.count('datasets', 'moved');
    }
    await moveFields(moving, written);
    await moveFolders(moving, foldersOf);
  }
  await moveOwners(moving, { type: 'dataset', table: 'datasets', from: 'sqlatable_user', column: 'table_id' });
};

type HomeDatabase = Pick<Row<'databases'>, 'id' | 'backend' | 'sqlalchemy_uri' | 'extra'>;

async function findDatabases({ store }: Moving): Promise<ReadonlyMap<number, HomeDatabase>> {
  const rows = await store.selectFrom('databases').select(['id', 'backend', 'sqlalchemy_uri', 'extra']).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface OneDataset {
  readonly row: SourceRow;
  readonly place: Place;
  readonly databases: ReadonlyMap<number, HomeDatabase>;
}

function toValues(moving: Moving, { row, place, databases }: OneDataset): NewRow<'datasets'> {
  const databaseId = moving.numbers.idOf('databases', row.number('database_id'));
  if (databaseId === null) throw new MovingProblem('its database does not come, so it has nothing to stand on');
  const document = (name: string) => toDocument(moving, { row, place, name });
  return {
    id: place.id,
    uuid: place.uuid,
    database_id: databaseId,
    catalog: toCatalog(moving, { row, place, database: databases.get(databaseId) }),
    schema: row.text('schema') || null,
    table_name: place.name || `Dataset ${row.id}`,
    sql: row.text('sql') || null,
    description: row.text('description'),
    main_dttm_col: row.text('main_dttm_col') || null,
    currency_code_column: row.text('currency_code_column') || null,
    normalize_columns: row.flag('normalize_columns'),
    always_filter_main_dttm: row.flag('always_filter_main_dttm'),
    offset: toWhole(row.number('offset')) ?? 0,
    default_endpoint: row.text('default_endpoint'),
    cache_timeout: toWhole(row.number('cache_timeout')),
    is_sqllab_view: row.flag('is_sqllab_view'),
    template_params: document('template_params'),
    extra: document('extra'),
    params: document('params'),
    filter_select_enabled: row.flag('filter_select_enabled', 1),
    fetch_values_predicate: row.text('fetch_values_predicate') || null,
    ...toManagement(row),
    ...toAudit(moving, row),
  };
}

interface OneDocument {
  readonly row: SourceRow;
  readonly place: Place;
  readonly name: string;
}

function toDocument(moving: Moving, { row, place, name }: OneDocument): string | null {
  const text = row.text(name)?.trim();
  if (!text || text === 'null') return null;
  if (!isJson(text))
    noteOn(moving, 'datasets', { id: row.id, name: place.name }).changed(`its ${name} is no JSON and stays as it is`);
  return text;
}

interface OneCatalog {
  readonly row: SourceRow;
  readonly place: Place;
  readonly database: HomeDatabase | undefined;
}

/** Null for the one that the connection opens; one that it cannot read is told. */
function toCatalog(moving: Moving, { row, place, database }: OneCatalog): string | null {
  const catalog = row.text('catalog')?.trim();
  if (!catalog || !database) return null;
  const problem = findCatalogProblem(database, catalog);
  if (!problem) return otherCatalogOf(database, catalog);
  const note = noteOn(moving, 'datasets', { id: row.id, name: place.name });
  note.changed(`\`catalog\` is not known here and was left out (${catalog}): ${problem}`);
  return null;
}

const toData = (text: string): unknown => (isJson(text) ? JSON.parse(text) : text);

/** Their columns and metrics are there by now. */
async function moveFolders({ store }: Moving, foldersOf: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, text] of foldersOf) {
    const [columns, metrics] = await Promise.all([
      store.selectFrom('dataset_columns').select(['uuid', 'column_name']).where('dataset_id', '=', id).execute(),
      store.selectFrom('dataset_metrics').select(['uuid', 'metric_name']).where('dataset_id', '=', id).execute(),
    ]);
    const folders = toKeptFolders(adoptFolders(toData(text), { columns, metrics }));
    if (folders) await store.updateTable('datasets').set({ folders }).where('id', '=', id).execute();
  }
}

/** Of columns and metrics of one name the first counts. */
async function moveFields(moving: Moving, datasetIds: readonly number[]): Promise<void> {
  const seen = new Set<string>();
  const where = { column: 'table_id', numbers: datasetIds };
  const isFirst = (kind: string, row: SourceRow, name: string) => {
    const key = JSON.stringify([kind, row.number('table_id'), name]);
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  const take = async (
    table: string,
    asked: typeof columnColumns,
    write: (row: SourceRow, at: number) => Promise<void>,
  ) => {
    let at = 0;
    for await (const rows of portionsOf(moving.source, table, { columns: asked, where }))
      for (const row of rows) {
        const name = row.text(table === 'table_columns' ? 'column_name' : 'metric_name') ?? '';
        const about = { kind: 'datasets', id: row.number('table_id') ?? 0, name } as const;
        if (name && isFirst(table, row, name)) await orLeaveOut(moving, about, () => write(row, at));
        at += 1;
      }
  };
  await take('table_columns', columnColumns, (row, position) => writeColumn(moving, row, position));
  await take('sql_metrics', metricColumns, (row, position) => writeMetric(moving, row, position));
}

function toField({ numbers, time }: Moving, row: SourceRow, position: number) {
  return {
    uuid: row.uuid('uuid') ?? randomUUID(),
    dataset_id: numbers.idOf('datasets', row.number('table_id')) ?? 0,
    verbose_name: row.text('verbose_name') || null,
    description: row.text('description') || null,
    extra: row.text('extra') || null,
    created_on: row.time('created_on') ?? time,
    changed_on: row.time('changed_on') ?? time,
    position,
  };
}

async function writeColumn(moving: Moving, row: SourceRow, position: number): Promise<void> {
  await moving.store
    .insertInto('dataset_columns')
    .values({
      ...toField(moving, row, position),
      column_name: row.text('column_name') ?? '',
      expression: row.text('expression') || null,
      type: row.text('type'),
      advanced_data_type: row.text('advanced_data_type') || null,
      filterable: row.flag('filterable', 1),
      groupby: row.flag('groupby', 1),
      is_active: row.flag('is_active', 1),
      is_dttm: row.flag('is_dttm'),
      python_date_format: row.text('python_date_format') || null,
      datetime_format: row.text('datetime_format') || null,
    })
    .execute();
}

async function writeMetric(moving: Moving, row: SourceRow, position: number): Promise<void> {
  const name = row.text('metric_name') ?? '';
  const expression = row.text('expression');
  if (!expression) throw new MovingProblem('the metric has no expression');
  await moving.store
    .insertInto('dataset_metrics')
    .values({
      ...toField(moving, row, position),
      metric_name: name,
      expression,
      metric_type: row.text('metric_type') || null,
      d3format: row.text('d3format') || null,
      currency: toCurrency(row.text('currency')),
      warning_text: row.text('warning_text') || null,
    })
    .execute();
}

/** Some releases wrote the JSON text as JSON once more. */
function toCurrency(text: string | null): string | null {
  if (!text || text === 'null' || !isJson(text)) return null;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string') return value !== text ? toCurrency(value) : null;
  return value !== null && typeof value === 'object' && Object.keys(value).length > 0 ? JSON.stringify(value) : null;
}
