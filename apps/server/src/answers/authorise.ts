import { hasTemplate, type QueryDataset, type QueryPlan } from '@powerset/query';
import {
  assertNoRulesOnTables,
  assertTablesAccess,
  compareNames,
  defaultSchemaOf,
  tablesRefused,
} from '../catalog/index.ts';
import type { Asker, QueryEngine, SearchPlace, StatementAnalysis } from '../engines/index.ts';
import { AppError } from '../http/index.ts';
import { renderForNobody } from '../sql-templates/index.ts';
import type { QueryJob } from './query-job.ts';

type TableReference = StatementAnalysis['tables'][number];

/**
 * The last gate before an engine: the text is one SELECT in the engine's own reading, and reads nothing but what the
 * dataset reads. So a fragment that slipped through every check before it still reaches no other data.
 */
export async function assertReadsOnlyDataset(
  { engine, database, dataset, user }: Pick<QueryJob, 'engine' | 'database' | 'dataset' | 'user'>,
  { sql, sourceSql }: Pick<QueryPlan, 'sql' | 'sourceSql'>,
): Promise<void> {
  const place = { ...placeOf(dataset), fairnessKey: String(user.id) };
  const statement = await analyseSelect(engine, sql, place);
  const allowed = sourceSql
    ? (await analyseSelect(engine, sourceSql, place)).tables
    : [{ ...(dataset.catalog ? { catalog: dataset.catalog } : {}), schema: dataset.schema, table: dataset.table }];
  const foreign = tablesWithout({ engine, database }, place, { tables: statement.tables, known: allowed });
  if (foreign.length > 0) throw tablesRefused(foreign);
}

/**
 * Who may read a dataset may read the tables of its query as it was saved. A template can name others: those must be open
 * to whoever asks, in all their rows.
 */
export async function assertSourceAccess(job: QueryJob, plan: QueryPlan): Promise<void> {
  const { services, user, engine, database, dataset, templateParams } = job;
  if (!plan.isTemplated || !plan.sourceSql || !dataset.sql) return;
  const place = { ...placeOf(dataset), fairnessKey: String(user.id) };
  const { dialect } = engine;
  const { datasets } = job.templates ?? {};
  const text = {
    sql: dataset.sql,
    parameters: templateParams,
    dialect,
    askedBy: user,
    ...(datasets ? { datasets } : {}),
  };
  const saved = await renderForNobody(services, text);
  const { tables: known } = await analyseSelect(engine, saved, place);
  const { tables } = await analyseSelect(engine, plan.sourceSql, place);
  // The text is known too late to be narrowed.
  if (services.config.featureFlags.RLS_IN_SQLLAB && hasTemplate(dataset.sql))
    await assertNoRulesOnTables(services.store, { user, database, tables, schema: place.schema });
  const others = tablesWithout({ engine, database }, place, { tables, known });
  if (others.length === 0) return;
  const request = { user, database, tables: others, schema: place.schema };
  await assertTablesAccess(services.store, request);
  await assertNoRulesOnTables(services.store, request);
}

interface Tables {
  readonly tables: readonly TableReference[];
  readonly known: readonly TableReference[];
}

type Home = Pick<QueryJob, 'engine' | 'database'>;

function tablesWithout(home: Home, place: SearchPlace, { tables, known }: Tables): readonly TableReference[] {
  const isSame = compareTables(home, place);
  return tables.filter((table) => !known.some((one) => isSame(one, table)));
}

/** The bare names of a virtual dataset's query lie in its schema; SQL on a table names everything in full. */
export function placeOf(dataset: QueryDataset): SearchPlace {
  return { schema: dataset.sql ? dataset.schema : null };
}

async function analyseSelect(engine: QueryEngine, sql: string, place: SearchPlace & Asker): Promise<StatementAnalysis> {
  const [statement, ...others] = await engine.analyse(sql, place);
  if (!statement || others.length > 0) {
    throw new AppError('GENERIC_DB_ENGINE_ERROR', {
      params: { message: 'Virtual dataset query cannot consist of multiple statements' },
    });
  }
  if (statement.kind !== 'select') {
    throw new AppError('GENERIC_DB_ENGINE_ERROR', { params: { message: 'Virtual dataset query must be read-only' } });
  }
  return statement;
}

/** A bare name means the table of that name where the statement runs, and in no other schema. */
function compareTables({ engine, database }: Home, { schema }: SearchPlace) {
  const fold = (name: string) => engine.foldName?.(name) ?? name;
  const isSameName = compareNames(database);
  const isSame = (one: string, other: string) => isSameName(fold(one), fold(other));
  const schemaOf = (table: TableReference) => table.schema || schema || defaultSchemaOf(database);
  return (one: TableReference, other: TableReference) =>
    isSame(one.table, other.table) &&
    isSame(one.catalog ?? '', other.catalog ?? '') &&
    isSame(schemaOf(one), schemaOf(other));
}
