import type { TextPreviewBody, WireTextPreview } from '@powerset/contract';
import { toWireTable } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { findTemplateDatasets, permitText, readCatalog } from '../../catalog/index.ts';
import { cutTable, EngineError, findDatabaseKind } from '../../engines/index.ts';
import { AppError, commandError } from '../../http/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { type ExecuteDeps, getDatabase } from './execute.ts';
import { findNamedResults } from './named-results.ts';

const rows = 10;
const mostColumns = 60;
const characters = 200;
/** Of the engine's time, after a wait for its turn that is no longer. */
const timeoutMs = 400;

interface PreviewRequest {
  readonly user: User;
  readonly body: TextPreviewBody;
  readonly urlParams: unknown;
  readonly signal: AbortSignal;
}

type PreviewDeps = Pick<ExecuteDeps, 'services' | 'results'>;

/**
 * The first rows of a text while somebody writes it: by the way of a run, but only of one SELECT, in a slot of its own and
 * for a moment; no run is noted. That a half-written text does not run is an answer, and no error.
 */
export async function previewText(deps: PreviewDeps, request: PreviewRequest): Promise<WireTextPreview> {
  const database = await getDatabase(deps.services, request.body.database_id);
  if (findDatabaseKind(database.backend)?.isEmbedded !== true || parseDocument(database.extra)?.disable_data_preview)
    throw commandError(`The database "${database.database_name}" shows no rows of what is being written.`);
  try {
    return await readFirstRows(deps, request, database);
  } catch (error) {
    if (request.signal.aborted) throw error;
    const nothing = { table: null, columnCount: 0, hasMore: false, engineMs: null };
    if (error instanceof EngineError) {
      const isSlow = error.details.code === 'BACKEND_TIMEOUT_ERROR';
      return { ...nothing, state: isSlow ? 'slow' : 'failed', message: error.message };
    }
    if (error instanceof AppError && unready.has(error.code))
      return { ...nothing, state: 'failed', message: error.message };
    throw error;
  }
}

/** A template without its values, a result that is not there. */
const unready: ReadonlySet<AppError['code']> = new Set([
  'UNPROCESSABLE_ERROR',
  'MISSING_TEMPLATE_PARAMS_ERROR',
  'INVALID_TEMPLATE_PARAMS_ERROR',
]);

async function readFirstRows(
  { services, results }: PreviewDeps,
  { user, body, urlParams, signal }: PreviewRequest,
  database: Awaited<ReturnType<typeof getDatabase>>,
): Promise<WireTextPreview> {
  const { engines } = services;
  const { schema, template_params: parameters } = body;
  const engine = await engines.get(database.id, user, readCatalog(database, body.catalog));
  const { dialect } = engine;
  const fairnessKey = `user-${user.id}`;
  const datasets = await findTemplateDatasets(services, { user, databaseId: database.id, text: body.sql });
  const sql = await renderSql(services, { sql: body.sql, parameters, user, urlParams, dialect, datasets });
  const statements = await engine.analyse(sql, { schema, fairnessKey, signal });
  const [statement] = statements;
  if (statements.length !== 1 || statement?.kind !== 'select')
    throw new AppError('UNPROCESSABLE_ERROR', { params: { message: 'sql: Only one SELECT is shown at a time.' } });
  const permitted = await permitText(services, { user, database, engine, tables: statement.tables, schema, urlParams });
  const named = await findNamedResults(services, { user, body, statements, results });
  const { table, isTruncated, engineMs } = await permitted.run({
    sql: statement.text,
    schema,
    maxRows: rows,
    timeoutMs,
    fairnessKey,
    signal,
    isExact: true,
    isPreview: true,
    results: named,
  });
  const columns = table.columns.slice(0, mostColumns);
  return {
    state: 'rows',
    table: toWireTable(cutTable({ ...table, columns }, characters).table),
    columnCount: table.columns.length,
    hasMore: isTruncated,
    engineMs: Math.round(engineMs),
    message: null,
  };
}
