import type { ExplainBody, WirePlan } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { findTemplateDatasets, permitText, readCatalog } from '../../catalog/index.ts';
import { type Engine, EngineError, type PlanStep, readPlan } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { renderSql } from '../../sql-templates/index.ts';
import { type ExecuteDeps, getDatabase } from './execute.ts';
import { toFailure } from './failures.ts';
import { findNamedResults } from './named-results.ts';

type ExplainDeps = Pick<ExecuteDeps, 'services' | 'results'>;

interface ExplainRequest {
  readonly user: User;
  readonly body: ExplainBody;
  readonly urlParams: unknown;
  readonly signal: AbortSignal;
}

/** How one SELECT would be answered, or where `analyze` is asked for, how it was: then it runs, and its rows are dropped. */
export async function explainQuery(deps: ExplainDeps, request: ExplainRequest): Promise<WirePlan> {
  const { config } = deps.services;
  try {
    return { analyzed: request.body.analyze === true, steps: (await readSteps(deps, request)).map(toWire) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const log = () => undefined;
    throw toFailure(error, { statement: undefined, prefix: '', timeoutSeconds: config.sqlTimeoutSeconds, log }).error;
  }
}

async function readSteps({ services, results }: ExplainDeps, { user, body, urlParams, signal }: ExplainRequest) {
  const { engines, config } = services;
  const { database_id: databaseId, schema } = body;
  const database = await getDatabase(services, databaseId);
  const engine = await engines.get(databaseId, user, readCatalog(database, body.catalog));
  const fairnessKey = String(user.id);
  const datasets = await findTemplateDatasets(services, { user, databaseId, text: body.sql });
  const question = {
    sql: body.sql,
    parameters: body.template_params,
    user,
    urlParams,
    dialect: engine.dialect,
    datasets,
  };
  const statements = await engine.analyse(await renderSql(services, question), { schema, fairnessKey, signal });
  const [statement] = statements;
  if (statements.length !== 1 || statement?.kind !== 'select')
    throw refused('Only one SELECT can be explained at a time.');
  const permitted = await permitText(services, { user, database, engine, tables: statement.tables, schema, urlParams });
  if (permitted.readPlan) {
    if (body.analyze) throw refused('This database tells the plan of a statement, and cannot measure it.');
    return permitted.readPlan(statement.text, { schema, fairnessKey, signal });
  }
  const named = await findNamedResults(services, { user, body, statements, results });
  const head = planHeadOf(engine, body.analyze === true);
  const { table } = await permitted.run({
    sql: `${head} ${statement.text}`,
    schema,
    maxRows: mostLines,
    timeoutMs: config.sqlTimeoutSeconds * 1000,
    fairnessKey,
    signal,
    results: named,
  });
  const plan = readPlan((table.columns.at(-1)?.values ?? []).join('\n'));
  if (!plan) throw refused('The database told no plan that can be read.');
  return plan;
}

/** Some engines tell a plan in one value, some in many lines. */
const mostLines = 20_000;

/** What stands before a query to have its plan, as most engines say it. */
function planHeadOf(engine: Engine, isMeasured: boolean): string {
  if (!engine.planHead) return isMeasured ? 'EXPLAIN (ANALYZE, FORMAT JSON)' : 'EXPLAIN (FORMAT JSON)';
  const head = engine.planHead(isMeasured);
  if (head === null && !isMeasured)
    throw refused('This database tells plans as text alone: write EXPLAIN before the statement and run it.');
  if (head === null) throw refused('This database cannot measure a plan. Ask for the plan alone.');
  return head;
}

function refused(message: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: `sql: ${message}` } });
}

function toWire({ depth, name, details, estimatedRows, rows, ms }: PlanStep): WirePlan['steps'][number] {
  return { depth, name, details, estimated_rows: estimatedRows, rows, ms };
}
