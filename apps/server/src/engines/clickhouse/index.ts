/**
 * CLICKHOUSE. Servers of ClickHouse over their HTTP interface. Statements are read by a grammar of our own and by the server's
 * tree, and run when both name the same tables. In: statements. Out: result tables, analyses, EngineErrors.
 */

import type { Engine } from '../engine.ts';
import type { ClickhouseOptions } from './open.ts';

export { readStatements as readClickhouseScript } from './grammar/statement.ts';
export { findUriProblem, fromUri } from './uri.ts';

export type { ClickhouseOptions };

/** Opens a server's engine; what reads its answers is loaded with the first. */
export async function openClickhouse(options: ClickhouseOptions): Promise<Engine> {
  return (await import('./open.ts')).openClickhouse(options);
}
