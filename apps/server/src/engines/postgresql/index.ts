/**
 * POSTGRESQL. The engine that speaks to PostgreSQL servers. `statements` reads SQL with the server's own grammar, `client`
 * is the only file that knows the driver, `values` turns what the server writes into cells.
 * In: where the server is, SQL. Out: an `Engine`.
 */

import type { Engine } from '../engine.ts';
import type { PostgresqlOptions } from './open.ts';

export { type Family, familyOfBackend } from './families.ts';
export { postgresqlKind, postgresqlMembers } from './kinds.ts';
export { cockroachRules, redshiftRules } from './rules.ts';
export { parseScript } from './statements.ts';
export { findUriProblem, fromUri } from './uri.ts';

export type { PostgresqlOptions };

/** Opens a server's engine; the driver is read with the first. */
export async function openPostgresql(options: PostgresqlOptions): Promise<Engine> {
  return (await import('./open.ts')).openPostgresql(options);
}
