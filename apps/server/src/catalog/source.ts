import type { User } from '../access/index.ts';
import { type Engine, type EngineColumn, EngineError } from '../engines/index.ts';
import { AppError, fieldError } from '../http/index.ts';
import type { Row } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import { renderForNobody } from '../sql-templates/index.ts';
import { isTemporalType } from './column-types.ts';
import type { Dataset } from './datasets.ts';
import { assertTablesAccess, defaultSchemaOf } from './table-access.ts';
import { findTemplateDatasets } from './template-datasets.ts';
import { permitText } from './text-access.ts';

/** What reading a source needs: the store for permissions, the engines for columns, the flag and clock of templates. */
export type SourceServices = Pick<Services, 'store' | 'engines' | 'config' | 'now' | 'textWork'>;

export interface SourceRequest {
  readonly user: User;
  readonly database: Row<'databases'>;
  /** Another than the database's own; null for that. */
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
  /** The query of a virtual dataset. */
  readonly sql: string | null;
  /** Parameters of the query's template, as JSON. */
  readonly templateParams: string | null;
}

export interface SourceColumn {
  readonly name: string;
  readonly type: string;
  readonly isTemporal: boolean;
  readonly description: string | null;
}

/** The columns of a dataset's table or query, once it is sure that the user may read it. */
export async function describeSource(
  services: SourceServices,
  request: SourceRequest,
): Promise<readonly SourceColumn[]> {
  const engine = await services.engines.get(request.database.id, request.user, request.catalog);
  const columns = request.sql
    ? await describeVirtual(services, engine, { ...request, sql: request.sql })
    : await describePhysical(services, engine, request);
  return columns.map((column) => ({
    name: column.name,
    type: column.nativeType,
    isTemporal: isTemporalType(column.nativeType),
    description: column.comment,
  }));
}

async function describePhysical(
  services: SourceServices,
  engine: Engine,
  { user, database, catalog, schema, table }: SourceRequest,
): Promise<readonly EngineColumn[]> {
  const name = { schema: schema || defaultSchemaOf(database), table };
  await assertTablesAccess(services.store, { user, database, tables: [{ catalog, ...name }] });
  try {
    return (await engine.describeTable(name)).columns;
  } catch (error) {
    if (!(error instanceof EngineError) || !isMissing(error)) throw error;
    throw fieldError({
      table: [
        `Table [${table}] could not be found, please double check your database connection, schema, and table name`,
      ],
    });
  }
}

function isMissing({ details }: EngineError): boolean {
  return details.code === 'TABLE_DOES_NOT_EXIST_ERROR' || details.code === 'SCHEMA_DOES_NOT_EXIST_ERROR';
}

async function describeVirtual(
  services: SourceServices,
  engine: Engine,
  { user, database, schema, sql: text, templateParams }: SourceRequest & { readonly sql: string },
): Promise<readonly EngineColumn[]> {
  const datasets = await findTemplateDatasets(services, { user, databaseId: database.id, text });
  const { dialect } = engine;
  const sql = await renderForNobody(services, { sql: text, parameters: templateParams, dialect, datasets });
  try {
    const [statement, ...others] = await engine.analyse(sql, { schema, fairnessKey: String(user.id) });
    if (!statement) throw fieldError({ sql: ['Virtual dataset query cannot be empty'] });
    if (others.length > 0) throw fieldError({ sql: ['Virtual dataset query cannot consist of multiple statements'] });
    if (statement.kind !== 'select') throw fieldError({ sql: ['Virtual dataset query must be read-only'] });
    const permitted = await permitText(services, { user, database, engine, tables: statement.tables, schema });
    const columns = await permitted.describeQuery(statement.text, { schema, fairnessKey: String(user.id) });
    assertDistinctNames(columns);
    return columns;
  } catch (error) {
    if (!(error instanceof EngineError) || !isOfText(error)) throw error;
    throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', {
      status: 422,
      params: { message: error.message },
      fields: { sql: [error.message] },
      extra: { line: error.details.line ?? null, column: error.details.column ?? null },
    });
  }
}

const notOfText: ReadonlySet<string> = new Set([
  'ENGINE_UNAVAILABLE_ERROR',
  'OAUTH2_REDIRECT',
  'OAUTH2_REDIRECT_ERROR',
]);

/** Whether an error says something of the query, and not of who asks or of the server. */
function isOfText({ details }: EngineError): boolean {
  return !notOfText.has(details.code);
}

function assertDistinctNames(columns: readonly EngineColumn[]): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  if (twice.size > 0)
    throw fieldError({
      sql: [`The query returns more than one column named ${[...twice].join(', ')}. Give each its own name.`],
    });
}

/** The same question about a dataset that exists. */
export function toSourceRequest(user: User, dataset: Dataset): SourceRequest {
  const { row, database } = dataset;
  const { catalog, schema, table_name: table, template_params: templateParams } = row;
  return { user, database, catalog, schema, table, sql: row.sql || null, templateParams };
}
