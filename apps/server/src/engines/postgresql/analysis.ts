import type { StatementAnalysis } from '../engine.ts';
import type { PostgresqlStatement } from './statements.ts';

interface Home {
  readonly isOwn: (key: readonly string[]) => boolean;
  /** Where its tables lie, where that is not the connection's own database. */
  readonly catalog: string | null;
  /** Where those lie that are named without one. */
  readonly schema: string;
}

/** What permissions are asked of: tables with their database, and functions that people made, each like a table of its name. */
export function placed(
  { functions, databases: _, ...statement }: PostgresqlStatement,
  { isOwn, catalog, schema: bareSchema }: Home,
): StatementAnalysis {
  const called = functions
    .map(({ schema, name }) => ({ schema: schema ?? bareSchema, table: name }))
    .filter(({ schema, table }) => isOwn([schema, table]));
  const tables = [...statement.tables, ...called];
  if (catalog === null) return { ...statement, tables };
  const { mentions } = statement;
  return {
    ...{ ...statement, tables: tables.map((table) => ({ ...table, catalog })) },
    ...(mentions ? { mentions: mentions.map((mention) => ({ ...mention, catalog })) } : {}),
  };
}
