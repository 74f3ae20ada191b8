import type { ExecuteBody } from '@powerset/contract';
import { dialectByName } from '@powerset/sql';
import type { User } from '../../access/index.ts';
import { findTemplateDatasets, permitText, readCatalog } from '../../catalog/index.ts';
import {
  type Engine,
  type ExpectedRows,
  expectRows,
  type PlanStep,
  readPlan,
  readPlanFigures,
  readTableSizes,
  type StatementAnalysis,
} from '../../engines/index.ts';
import { commandError } from '../../http/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { type ExecuteDeps, getDatabase } from './execute.ts';
import { findNamedResults } from './named-results.ts';

export interface EstimateQuestion extends Pick<ExecuteBody, 'results'> {
  readonly user: User;
  readonly databaseId: number;
  readonly catalog: string | null | undefined;
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
  const { config, engines } = services;
  const { user, databaseId, schema, templateParams } = question;
  if (config.featureFlags.ESTIMATE_QUERY_COST !== true) throw commandError('Cost estimates are turned off.');
  const database = await getDatabase(services, databaseId);
  if (parseDocument(database.extra)?.cost_estimate_enabled === false)
    throw commandError(`The database "${database.database_name}" does not allow cost estimates.`);
  const engine = await engines.get(databaseId, user, readCatalog(database, question.catalog));
  if (!engine.capabilities.canEstimateCost) throw commandError('Database does not support cost estimation');
  const { dialect } = engine;
  const { sql } = question;
  const datasets = await findTemplateDatasets(services, { user, databaseId, text: sql });
  const statements = await engine.analyse(
    await renderSql(services, { sql, parameters: templateParams, user, dialect, datasets }),
    { schema, fairnessKey: String(user.id) },
  );
  const tables = statements.flatMap((statement) => statement.tables);
  const permitted = await permitText(services, { user, database, engine, tables, schema });
  const named = await findNamedResults(services, { user, body: question, statements, results });
  const place = { schema, fairnessKey: String(user.id), results: named };
  return Promise.all(statements.map((statement) => readCost(permitted, statement, place)));
}

type Place = Parameters<Engine['explain']>[1];

/** What a plan costs, `(cost=0.00..35.50 rows=2550 width=4)`; where an engine tells none, the rows that it reads or gives. */
async function readCost(
  engine: Engine,
  statement: StatementAnalysis,
  place: Place,
): Promise<Readonly<Record<string, string>>> {
  const told = await engine.estimate?.(statement.text, place);
  if (told) return told;
  const text = (await engine.explain(statement.text, place)).join('\n');
  const cost = /cost=([\d.]+)\.\.([\d.]+)/.exec(text);
  if (cost) return { 'Start-up cost': cost[1] ?? '', 'Total cost': cost[2] ?? '' };
  const figures = readPlanFigures(text);
  if (figures.cost !== null) return { 'Total cost': figures.cost.toFixed(2) };
  if (figures.rowsToRead !== null) return { 'Rows to read': String(figures.rowsToRead) };
  const expected = engine.estimate ? null : await readRows(engine, statement, place);
  if (!expected) return { Plan: text };
  const { about, most } = expected;
  return about === null ? { 'Rows at most': String(most) } : { 'Estimated rows': String(about) };
}

async function readRows(engine: Engine, statement: StatementAnalysis, place: Place): Promise<ExpectedRows | null> {
  if (statement.kind !== 'select') return null;
  const explain = async (sql: string) =>
    readPlan((await engine.explain(`EXPLAIN (FORMAT JSON) ${sql}`, place)).join('\n')) ?? [];
  const expected = expectRows(await explain(statement.text), await readSizes(engine, statement, explain));
  const { limit } = statement;
  if (!expected || limit === null) return expected;
  const { about, most } = expected;
  return { about: about !== null && about <= limit ? about : null, most: Math.min(most, limit) };
}

/** More would take longer than an estimate is worth. */
const mostTables = 8;

/** A scan with a condition says no more of its table: the whole of each is asked for. */
async function readSizes(
  { dialect }: Engine,
  { tables }: StatementAnalysis,
  explain: (sql: string) => Promise<readonly PlanStep[]>,
): Promise<ReadonlyMap<string, number>> {
  if (tables.length > mostTables) return new Map();
  const quote = dialectByName(dialect).quoteIdentifier;
  const plans = tables.map(({ catalog = null, schema, table }) =>
    explain(
      `SELECT * FROM ${[catalog, schema, table]
        .filter((name) => name !== null)
        .map(quote)
        .join('.')}`,
    ),
  );
  return new Map((await Promise.all(plans)).flatMap((steps) => [...readTableSizes(steps)]));
}
