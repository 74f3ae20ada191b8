import { hasTemplate } from '@powerset/query';
import { cleanClause, dialectByName, findClauseProblem } from '@powerset/sql';
import type { User } from '../access/index.ts';
import type { Engine } from '../engines/index.ts';
import { type AppError, commandError } from '../http/index.ts';
import type { Services } from '../services.ts';
import { type RenderServices, renderSql } from '../sql-templates/index.ts';
import { loadRowLevelClauses } from './row-level-rules.ts';
import { type FindClauses, narrowText, ruleEngine } from './ruled-engine.ts';
import { assertTablesAccess, findDatasetsOfTables, type TableAccessRequest } from './table-access.ts';

export interface TextAccessRequest extends RuleRequest {
  readonly engine: Engine;
}

interface RuleRequest extends TableAccessRequest {
  readonly engine: Pick<Engine, 'dialect'>;
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

export interface QueryOfDataset extends Pick<RuleRequest, 'user' | 'database' | 'schema'> {
  readonly engine: Pick<Engine, 'dialect' | 'analyse'>;
  readonly sql: string;
}

/**
 * The query of a virtual dataset as it is read by somebody: with `RLS_IN_SQLLAB` within the rows that rules on its own tables
 * leave, so that nobody reads more through a dataset of his own than by the text. What a template writes is known later.
 */
export async function narrowQuery(services: TextServices, query: QueryOfDataset): Promise<NarrowedQuery> {
  const { user, engine, sql, schema } = query;
  const { featureFlags } = services.config;
  const asWritten = { sql, isTemplated: false };
  if (!featureFlags.RLS_IN_SQLLAB || (featureFlags.ENABLE_TEMPLATE_PROCESSING && hasTemplate(sql))) return asWritten;
  const place = { schema, fairnessKey: String(user.id) };
  const tables = (await engine.analyse(sql, place)).flatMap((statement) => statement.tables);
  const found = await loadClauses(services, { ...query, tables });
  if (!found) return asWritten;
  const narrowed = await narrowText(engine, found, { sql, place });
  // What a rule's template gave is a value, and no template again.
  if (narrowed !== sql && hasTemplate(narrowed)) throw notApplied(tables.map(({ table }) => table).join('", "'));
  return { sql: narrowed, isTemplated: found.isTemplated };
}

export interface NarrowedQuery {
  readonly sql: string;
  /** A rule has a template: it may say something else the next time. */
  readonly isTemplated: boolean;
}

type LoadedClauses = FindClauses & { readonly isTemplated: boolean };

async function loadClauses(services: TextServices, request: RuleRequest): Promise<LoadedClauses | null> {
  const { store } = services;
  let isTemplated = false;
  const { datasets, isOf } = await findDatasetsOfTables(store, request);
  const bound: { readonly dataset: (typeof datasets)[number]; readonly clauses: readonly string[] }[] = [];
  for (const dataset of datasets) {
    const written = [
      ...(await loadRowLevelClauses(store, request.user, dataset.id)),
      ...ofGuest(request.user, dataset.id),
    ];
    isTemplated ||= written.some(hasTemplate);
    if (written.length > 0)
      bound.push({ dataset, clauses: await renderClauses(services, request, { dataset, written }) });
  }
  if (bound.length === 0) return null;
  const find: FindClauses = (table) => {
    const isTables = isOf(table);
    const clauses = bound.flatMap((one) => (isTables(one.dataset) ? one.clauses : []));
    return clauses.length > 0 ? [...new Set(clauses)] : null;
  };
  return Object.assign(find, { isTemplated });
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
  { user, engine, urlParams }: RuleRequest,
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
