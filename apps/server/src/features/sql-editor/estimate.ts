import type { ExecuteBody } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { assertTablesAccess, findTemplateDatasets } from '../../catalog/index.ts';
import { commandError } from '../../http/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { type ExecuteDeps, getDatabase } from './execute.ts';
import { findNamedResults } from './named-results.ts';

export interface EstimateQuestion extends Pick<ExecuteBody, 'results'> {
  readonly user: User;
  readonly databaseId: number;
  /** Where bare names are looked for. */
  readonly schema: string | null | undefined;
  readonly sql: string;
  readonly templateParams: Readonly<Record<string, unknown>> | string | null | undefined;
}

/** One entry of labelled figures for each statement; needs the flag, the database's consent and an engine that can. */
export async function estimateCost(
  { services, results }: Pick<ExecuteDeps, 'services' | 'results'>,
  question: EstimateQuestion,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const { config, engines, store } = services;
  const { user, databaseId, schema, templateParams } = question;
  if (config.featureFlags.ESTIMATE_QUERY_COST !== true) throw commandError('Cost estimates are turned off.');
  const database = await getDatabase(services, databaseId);
  if (parseDocument(database.extra)?.cost_estimate_enabled === false)
    throw commandError(`The database "${database.database_name}" does not allow cost estimates.`);
  const engine = await engines.get(databaseId);
  if (!engine.capabilities.canEstimateCost) throw commandError('Database does not support cost estimation');
  const { dialect } = engine;
  const { sql } = question;
  const datasets = await findTemplateDatasets(services, { user, databaseId, text: sql });
  const statements = await engine.analyse(
    await renderSql(services, { sql, parameters: templateParams, user, dialect, datasets }),
    { schema, fairnessKey: String(user.id) },
  );
  const tables = statements.flatMap((statement) => statement.tables);
  await assertTablesAccess(store, { user, database, tables, schema });
  const named = await findNamedResults(services, { user, body: question, statements, results });
  const place = { schema, fairnessKey: String(user.id), results: named };
  return Promise.all(statements.map(async ({ text }) => readCost(await engine.explain(text, place))));
}

/** Steps that leave rows as many as they were. DuckDB gives them none where it puts rows in order. */
const keepsCount = /ORDER_BY|PROJECTION/;

/** Two ways of writing it: `(cost=0.00..35.50 rows=2550 width=4)`, or rows alone in a box a step, `~2,550 rows`, the last step's first. */
function readCost(lines: readonly string[]): Readonly<Record<string, string>> {
  const text = lines.join('\n');
  const cost = /cost=([\d.]+)\.\.([\d.]+)/.exec(text);
  if (cost) return { 'Start-up cost': cost[1] ?? '', 'Total cost': cost[2] ?? '' };
  const steps = text.split('┌').slice(1);
  const rowsOf = (step: string) => /~([\d,]+) rows?/.exec(step)?.[1]?.replaceAll(',', '') ?? '0';
  const last = steps.find((step) => rowsOf(step) !== '0' || !keepsCount.test(step));
  const rows = rowsOf(last ?? '');
  return rows === '0' ? { Plan: text } : { 'Estimated rows': rows };
}
