import {
  type PreviewBody,
  toWireTable,
  type UploadBody,
  type UploadColumn,
  type UploadJob,
  type UploadPreview,
  uploadColumnTypes,
} from '@powerset/contract';
import { canAccessSchema, canSeeDatabase, type User } from '../../access/index.ts';
import { defaultSchemaOf } from '../../catalog/index.ts';
import {
  EngineError,
  type FileLoader,
  type FilePreview,
  findDatabaseKind,
  type IngestRequest,
  type IngestResult,
} from '../../engines/index.ts';
import { AppError, fieldError, notFound } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { toTableName, uploadError } from './file-kind.ts';
import { inWordsOf, toReading } from './reading.ts';
import type { StagedFile, Staging } from './staging.ts';

/** What this room needs of the datasets' room. */
export interface DatasetActions {
  getOrMake(
    user: User,
    request: { readonly databaseId: number; readonly schema: string; readonly tableName: string },
  ): Promise<{ readonly row: { readonly id: number } }>;
  /** Reads the columns again; refused to who may not edit the dataset. */
  refresh(user: User, id: number): Promise<void>;
}

/** A database that takes files from this user. */
export async function getUploadDatabase({ store }: Services, user: User, id: number): Promise<Row<'databases'>> {
  const row = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !canSeeDatabase(user, { id: row.id, name: row.database_name })) throw notFound();
  const kind = findDatabaseKind(row.backend);
  if (row.allow_file_upload !== 1 || !kind?.canUploadFiles)
    throw uploadError(`The database ${row.database_name} takes no files. Its settings must allow file uploads.`);
  return row;
}

export interface PreviewTools {
  readonly loader: FileLoader;
  readonly staging: Staging;
}

/** Looks into a file, and remembers what was found for its load. */
export async function previewStaged(
  { loader, staging }: PreviewTools,
  file: StagedFile,
  { column_types: types = {}, ...options }: PreviewBody,
): Promise<UploadPreview> {
  const { path, format } = file;
  const chosenTypes = Object.entries(types);
  for (const [source, type] of chosenTypes) checkType({ source, type }, file.found?.types);
  const preview = await inWordsOf(file, () => loader.previewFile({ path, format, chosenTypes, ...toReading(options) }));
  if (preview.columns.length === 0 || (format === 'json' && preview.rows.rowCount === 0))
    throw uploadError(`${file.name} holds no rows with columns. Choose a file with a table in it.`);
  staging.remember(file.id, {
    dateFormat: preview.dateFormat,
    rowEstimate: preview.rowEstimate,
    types: new Map(preview.columns.map((column) => [column.name, column.detectedType])),
  });
  return toWirePreview(file, preview);
}

function toWirePreview(file: StagedFile, preview: FilePreview): UploadPreview {
  return {
    upload_id: file.id,
    file_name: file.name,
    format: file.format,
    size: file.size,
    table_name: toTableName(file.name),
    columns: preview.columns.map((column) => ({ name: column.name, detected_type: column.detectedType })),
    rows: toWireTable(preview.rows),
    rejected: preview.rejected,
    rejected_count: preview.rejectedCount,
    row_estimate: preview.rowEstimate,
    encoding: preview.encoding,
    delimiter: preview.delimiter,
    has_header: preview.hasHeader,
    date_format: preview.dateFormat,
    missing_words: preview.missingWords,
    sheets: preview.sheets,
  };
}

export interface LoadRequest {
  readonly user: User;
  readonly database: Row<'databases'>;
  readonly file: StagedFile;
  readonly body: Omit<UploadBody, 'upload_id'>;
}

/** Checks where a file goes, before anything is done. */
export function checkTarget({ user, database, file, body }: LoadRequest): {
  readonly schema: string;
  readonly table: string;
} {
  const schema = body.schema || defaultSchemaOf(database);
  const object = { databaseId: database.id, databaseName: database.database_name, catalog: null, schema };
  if (!canAccessSchema(user, object))
    throw new AppError('DATABASE_SECURITY_ACCESS_ERROR', {
      params: { message: `You may not upload files into the schema ${schema}.` },
    });
  const table = body.table_name.trim();
  if (table === '') throw fieldError({ table_name: ['This is a required field'] });
  if (/["\p{Cc}]/u.test(table)) throw fieldError({ table_name: ['A table name cannot hold quotes or line breaks.'] });
  checkColumns(body.columns, file.found?.types);
  return { schema, table };
}

function checkColumns(columns: readonly UploadColumn[], detected: ReadonlyMap<string, string> | undefined): void {
  const names = columns.map((column) => column.name.trim().toLowerCase());
  if (names.includes('')) throw fieldError({ columns: ['Every column needs a name.'] });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fieldError({ columns: [`Two columns are called ${twice}. Rename one of them.`] });
  for (const { source, type } of columns) {
    if (detected && !detected.has(source)) throw fieldError({ columns: [`The file has no column ${source}.`] });
    checkType({ source, type }, detected);
  }
}

function checkType(
  { source, type }: Pick<UploadColumn, 'source' | 'type'>,
  detected: ReadonlyMap<string, string> | undefined,
): void {
  if (!choosableTypes.includes(type) && detected?.get(source) !== type)
    throw fieldError({
      columns: [`Column ${source} cannot be a ${type}. Choose one of ${uploadColumnTypes.join(', ')}.`],
    });
}

/** Detected, and so choosable for any column, besides those that are offered. */
const choosableTypes: readonly string[] = [...uploadColumnTypes, 'HUGEINT', 'INTEGER', 'UUID'];

export interface LoadTools {
  readonly services: Services;
  readonly loader: FileLoader;
  readonly datasets: DatasetActions;
}

type LoadHooks = Pick<IngestRequest, 'signal' | 'onProgress' | 'rejectsTarget'> & {
  readonly onRows?: (count: number) => void;
};

/** Loads a staged file and makes or refreshes the dataset of its table. */
export async function loadStaged(
  { services, loader, datasets }: LoadTools,
  { user, database, file, body, onRows, ...hooks }: LoadRequest & LoadHooks,
): Promise<NonNullable<UploadJob['result']>> {
  const { schema, table } = checkTarget({ user, database, file, body });
  const engine = await services.engines.getEmbedded(database.id);
  const loaded: IngestResult = await inWordsOf(file, () =>
    loader.ingestFile(engine, {
      path: file.path,
      format: file.format,
      schema,
      table,
      columns: body.columns.map((column) => ({ ...column, detectedType: file.found?.types.get(column.source) })),
      ifExists: body.already_exists ?? 'fail',
      // The preview showed dates by the format that it found; the load must read them by the same.
      ...toReading({ ...body, date_format: body.date_format ?? file.found?.dateFormat ?? null }),
      onRead: (fraction) => {
        if (file.found?.rowEstimate != null) onRows?.(Math.round(fraction * file.found.rowEstimate));
      },
      ...hooks,
    }),
  );
  const dataset = await datasets.getOrMake(user, { databaseId: database.id, schema, tableName: table });
  if (body.already_exists && body.already_exists !== 'fail') await refreshQuietly(datasets, user, dataset.row.id);
  return {
    dataset_id: dataset.row.id,
    table_name: table,
    schema,
    row_count: loaded.rowCount,
    rejected_count: loaded.rejectedCount,
    rejected: loaded.rejected,
  };
}

/** Someone else's dataset keeps its description; the data are loaded all the same. */
async function refreshQuietly(datasets: DatasetActions, user: User, id: number): Promise<void> {
  try {
    await datasets.refresh(user, id);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 403) throw error;
  }
}

/** What went wrong, for who uploaded. */
export function describeFailure(error: unknown, log: (error: unknown) => void): string {
  if (error instanceof EngineError || error instanceof AppError) return error.message;
  log(error);
  return 'The file could not be loaded because of a fault on the server. The log of the server has the details.';
}
