import type { AlertMetric, AlertOperator, AlertValidator, CellValue } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Answers } from '../../answers/index.ts';
import { assertTablesAccess, findTemplateDatasets, underRowRules } from '../../catalog/index.ts';
import { AppError, commandError } from '../../http/index.ts';
import { unpackTable } from '../../packed/index.ts';
import type { Services } from '../../services.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { toMetricRequest } from './alert-metric.ts';

/** What an alert asks: a database by SQL, or a dataset for a metric. */
export type AlertSubject = { readonly databaseId: number; readonly sql: string } | { readonly metric: AlertMetric };

export interface AlertQuestion {
  readonly user: User;
  readonly asks: AlertSubject;
  readonly validator: { readonly type: AlertValidator; readonly op?: AlertOperator; readonly threshold?: number };
  readonly signal: AbortSignal;
}

export interface AlertDeps {
  readonly services: Services;
  readonly answers: Answers;
}

/** What an alert's query gave, and whether that counts. */
export interface AlertAnswer {
  readonly value: number | null;
  /** The value as text, where it is compared with nothing. */
  readonly rowJson: string | null;
  readonly isMet: boolean;
}

const comparisons: Readonly<Record<AlertOperator, (value: number, threshold: number) => boolean>> = {
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '==': (value, threshold) => value === threshold,
  '!=': (value, threshold) => value !== threshold,
};

/** Asks an alert's question by the way of every question of its kind; what is not one value is refused. */
export async function askAlert(deps: AlertDeps, question: AlertQuestion): Promise<AlertAnswer> {
  const { validator, asks } = question;
  const cell = 'metric' in asks ? await readMetric(deps, question, asks.metric) : await readCell(deps, question, asks);
  if (validator.type === 'not null') {
    const isMet = cell !== null && cell !== 0 && cell !== 0n && cell !== false && !Number.isNaN(cell);
    return { value: null, rowJson: cell === null ? null : String(cell).slice(0, 1000), isMet };
  }
  // As the reference has it, nothing counts as zero.
  const value = cell === null ? 0 : Number(cell);
  if (Number.isNaN(value) || cell === '') throw commandError('Alert query returned a non-number value.');
  const { op = '>', threshold = 0 } = validator;
  return { value, rowJson: null, isMet: comparisons[op](value, threshold) };
}

/** The metric as a chart would show it, under the same rules of rows, and of rows that are read anew. */
async function readMetric(
  { services, answers }: AlertDeps,
  { user, signal }: AlertQuestion,
  metric: AlertMetric,
): Promise<CellValue> {
  const request = await toMetricRequest(services, user, metric);
  const [answer] = await answers.answer({ user, request, signal });
  if (!answer) throw commandError('Alert query returned more than one row.');
  return unpackTable(answer.table).columns[0]?.values[0] ?? null;
}

/** The one value of the query; null where it has no row. */
async function readCell(
  { services }: AlertDeps,
  { user, signal }: AlertQuestion,
  { databaseId, sql: text }: { readonly databaseId: number; readonly sql: string },
): Promise<CellValue> {
  const { store, engines, config } = services;
  const database = await store.selectFrom('databases').selectAll().where('id', '=', databaseId).executeTakeFirst();
  if (!database) throw new AppError('DATABASE_NOT_FOUND_ERROR');
  const engine = await engines.get(database.id, user);
  const fairnessKey = `user-${user.id}`;
  const datasets = await findTemplateDatasets(services, { user, databaseId, text });
  const sql = await renderSql(services, { sql: text, parameters: null, user, dialect: engine.dialect, datasets });
  const statements = await engine.analyse(sql, { fairnessKey, signal });
  const [statement] = statements;
  if (statements.length !== 1 || statement?.kind !== 'select') throw commandError('An alert asks one SELECT.');
  const request = { user, database, tables: statement.tables, schema: null };
  await assertTablesAccess(store, request);
  const permitted = await underRowRules(services, { ...request, engine });
  const { table } = await permitted.run({
    sql: statement.text,
    maxRows: 2,
    timeoutMs: config.sqlTimeoutSeconds * 1000,
    fairnessKey,
    signal,
  });
  if (table.rowCount > 1) throw commandError('Alert query returned more than one row.');
  if (table.columns.length > 1) throw commandError('Alert query returned more than one column.');
  return table.columns[0]?.values[0] ?? null;
}
