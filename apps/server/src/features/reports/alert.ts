import type { AlertOperator, AlertValidator, CellValue } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { assertTablesAccess, findTemplateDatasets, underRowRules } from '../../catalog/index.ts';
import { AppError, commandError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { renderSql } from '../../sql-templates/index.ts';

export interface AlertQuestion {
  readonly user: User;
  readonly databaseId: number;
  readonly sql: string;
  readonly validator: { readonly type: AlertValidator; readonly op?: AlertOperator; readonly threshold?: number };
  readonly signal: AbortSignal;
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

/** Asks an alert's query by the way of every query: template, parser, permissions; what is not one value is refused. */
export async function askAlert(services: Services, question: AlertQuestion): Promise<AlertAnswer> {
  const { validator } = question;
  const cell = await readCell(services, question);
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

/** The one value of the query; null where it has no row. */
async function readCell(
  services: Services,
  { user, databaseId, sql: text, signal }: AlertQuestion,
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
