import { setTimeout as wait } from 'node:timers/promises';
import type { User } from '../access/index.ts';
import type { Services } from '../services.ts';
import { type RenderServices, renderSql } from '../sql-templates/index.ts';

/** SQL that somebody wrote for a database. */
export interface WrittenSql {
  readonly databaseId: number | null;
  readonly sql: string | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** The tab's parameters as JSON text. */
  readonly parameters?: string | null;
}

/** A table that SQL names, as the reference answers it: without a schema where the text names none. */
export interface SqlTable {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
}

/** A list that only names tables does not wait for a database that does not answer. */
const patienceMs = 10_000;

/** The tables that each SQL reads or writes; none of SQL that cannot be read, as in the reference. */
export async function listSqlTables(
  services: RenderServices & Pick<Services, 'engines'>,
  user: User,
  texts: readonly WrittenSql[],
): Promise<readonly (readonly SqlTable[])[]> {
  const end = new AbortController();
  const late = wait(patienceMs, [] as const, { signal: end.signal, ref: false }).catch(() => [] as const);
  const reading = texts.map((text) =>
    Promise.race([readTables(services, user, text).catch(() => [] as readonly SqlTable[]), late]),
  );
  return Promise.all(reading).finally(() => end.abort());
}

async function readTables(
  services: RenderServices & Pick<Services, 'engines'>,
  user: User,
  { databaseId, sql: text, catalog, schema, parameters }: WrittenSql,
): Promise<readonly SqlTable[]> {
  if (databaseId === null || !text?.trim()) return [];
  const engine = await services.engines.get(databaseId, user, catalog);
  const sql = await renderSql(services, { sql: text, parameters, user, dialect: engine.dialect });
  const statements = await engine.analyse(sql, { schema });
  const named = statements.flatMap(({ tables }) => tables);
  const distinct = new Map(named.map((name) => [JSON.stringify([name.catalog, name.schema, name.table]), name]));
  return [...distinct.values()].map(({ catalog: home = null, schema: place, table }) => ({
    ...{ catalog: home, schema: place, table },
  }));
}
