/**
 * MSSQL. Microsoft SQL Server and Azure SQL, by the driver of npm on sockets of our own. Statements are read by the grammar of the
 * warehouses with its differences, and by a law of their words, as none needs a semicolon here; only those that read are sent.
 * `driver.ts` and `driver-values.ts` are the files that know the driver. In: statements. Out: result tables, analyses, EngineErrors.
 */
import type { Engine } from '../engine.ts';
import type { MssqlOptions } from './open.ts';

export { readStatements as readMssqlScript } from './grammar.ts';
export { mssqlKind } from './kind.ts';
export { fromUri } from './uri.ts';
export type { MssqlOptions };

/** Opens a server's engine; the driver is read with the first. */
export async function openMssql(options: MssqlOptions): Promise<Engine> {
  return (await import('./open.ts')).openMssql(options);
}
