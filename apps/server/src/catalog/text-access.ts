import { cleanClause, dialectByName, findClauseProblem } from '@powerset/sql';
import type { User } from '../access/index.ts';
import type { Engine } from '../engines/index.ts';
import { type AppError, commandError } from '../http/index.ts';
import type { Services } from '../services.ts';
import { type RenderServices, renderSql } from '../sql-templates/index.ts';
import { loadRowLevelClauses } from './row-level-rules.ts';
import { type FindClauses, ruleEngine } from './ruled-engine.ts';
import { assertTablesAccess, findDatasetsOfTables, type TableAccessRequest } from './table-access.ts';

export interface TextAccessRequest extends TableAccessRequest {
  readonly engine: Engine;
  /** The query string of the page, for templates in rules. */
  readonly urlParams?: unknown;
}

type TextServices = Pick<Services, 'store' | 'config'> & RenderServices;

/**
 * The engine by which a text that somebody wrote may be run, described and explained. Refuses tables that the user may not
 * read; with `RLS_IN_SQLLAB` the engine answers the rows of the others that row rules leave.
 */
export async function permitText(services: TextServices, request: TextAccessRequest): Promise<Engine> {
  await assertTablesAccess(services.store, request);
  return services.config.featureFlags.RLS_IN_SQLLAB ? underRowRules(services, request) : request.engine;
}

/** The same for tables that may be read: within the rows that the user's rules leave, whatever the installation asks for. */
export async function underRowRules(services: TextServices, request: TextAccessRequest): Promise<Engine> {
  const findClauses = await loadClauses(services, request);
  return findClauses ? ruleEngine(request.engine, findClauses) : request.engine;
}

async function loadClauses(services: TextServices, request: TextAccessRequest): Promise<FindClauses | null> {
  const { store } = services;
  const { datasets, isOf } = await findDatasetsOfTables(store, request);
  const bound: { readonly dataset: (typeof datasets)[number]; readonly clauses: readonly string[] }[] = [];
  for (const dataset of datasets) {
    const written = [
      ...(await loadRowLevelClauses(store, request.user, dataset.id)),
      ...ofGuest(request.user, dataset.id),
    ];
    if (written.length > 0)
      bound.push({ dataset, clauses: await renderClauses(services, request, { dataset, written }) });
  }
  if (bound.length === 0) return null;
  return (table) => {
    const isTables = isOf(table);
    const clauses = bound.flatMap((one) => (isTables(one.dataset) ? one.clauses : []));
    return clauses.length > 0 ? [...new Set(clauses)] : null;
  };
}

/** What a guest's token says of every dataset is said of the one that is asked for, and not of tables below it. */
function ofGuest({ guest }: User, datasetId: number): readonly string[] {
  return guest?.rules.flatMap((rule) => (rule.datasetId === datasetId ? [rule.clause] : [])) ?? [];
}

interface WrittenClauses {
  readonly dataset: { readonly id: number; readonly table_name: string };
  readonly written: readonly string[];
}

async function renderClauses(
  services: TextServices,
  { user, engine, urlParams }: TextAccessRequest,
  { dataset, written }: WrittenClauses,
): Promise<readonly string[]> {
  const row = await services.store
    .selectFrom('datasets')
    .select('template_params')
    .where('id', '=', dataset.id)
    .executeTakeFirst();
  const { dialect } = engine;
  const { lexRules } = dialectByName(dialect);
  const parameters = row?.template_params ?? null;
  const render = async (sql: string) => {
    const rendered = await renderSql(services, { sql, parameters, user, urlParams, dialect });
    if (findClauseProblem(rendered, lexRules)) throw notApplied(dataset.table_name);
    return cleanClause(rendered, lexRules);
  };
  return Promise.all(written.map(render));
}

/** A clause is nobody's to see but its maker's: what is wrong with it is not told. */
function notApplied(table: string): AppError {
  return commandError(`The row rules of "${table}" cannot be applied to it. Tell your administrator.`);
}
