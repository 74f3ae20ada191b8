import type { User } from '../../access/index.ts';
import { AppError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { checkTables, defaultSchemaOf } from './access.ts';
import { parseExtra } from './bootstrap.ts';
import { getDatabase } from './execute.ts';
import { renderSql } from './templates.ts';

export interface EstimateQuestion {
  readonly user: User;
  readonly databaseId: number;
  readonly sql: string;
  readonly templateParams: Readonly<Record<string, unknown>> | string | null | undefined;
}

/** One entry of labelled figures for each statement; needs the flag, the database's consent and an engine that can. */
export async function estimateCost(services: Services, question: EstimateQuestion): Promise<readonly object[]> {
  const { config, engines, store } = services;
  const { user, databaseId, templateParams } = question;
  if (config.featureFlags.ESTIMATE_QUERY_COST !== true) throw cannot('Cost estimates are turned off.');
  const database = await getDatabase(services, databaseId);
  if (parseExtra(database.extra).cost_estimate_enabled !== true)
    throw cannot(`The database "${database.database_name}" does not allow cost estimates.`);
  const engine = await engines.get(databaseId);
  if (!engine.capabilities.canEstimateCost) throw cannot('Database does not support cost estimation');
  const params = typeof templateParams === 'string' ? templateParams : JSON.stringify(templateParams ?? {});
  const statements = await engine.analyse(renderSql(question.sql, params, config));
  const tables = statements.flatMap((statement) => statement.tables);
  await checkTables(store, { user, database, tables, defaultSchema: defaultSchemaOf(database) });
  return Promise.all(statements.map(async ({ text }) => readCost(await engine.explain(text))));
}

/** PostgreSQL's way of writing it: `(cost=0.00..35.50 rows=2550 width=4)`. */
function readCost(lines: readonly string[]): Readonly<Record<string, string>> {
  const match = /cost=([\d.]+)\.\.([\d.]+)/.exec(lines.join('\n'));
  if (!match) return { Plan: lines.join('\n') };
  return { 'Start-up cost': match[1] ?? '', 'Total cost': match[2] ?? '' };
}

function cannot(message: string): AppError {
  return new AppError('GENERIC_COMMAND_ERROR', { params: { message } });
}
