/**
 * ORACLE. Oracle Database, by the thin driver of npm, which is JavaScript alone, on sockets of our own. Statements are read by the
 * grammar of the warehouses with its differences; only those that read are sent, and functions that are not known are refused.
 * `driver.ts` and `driver-*.ts` are the files that know the driver. In: statements. Out: result tables,
 * analyses, EngineErrors.
 */
import type { Engine } from '../engine.ts';
import type { OracleOptions } from './open.ts';

export { readStatements as readOracleScript } from './grammar.ts';
export { oracleKind } from './kind.ts';
export { fromUri } from './uri.ts';
export { readFolderWallet, resolveAlias } from './wallet-folder.ts';
export type { OracleOptions };

/** Opens a server's engine; the driver is read with the first. */
export async function openOracle(options: OracleOptions): Promise<Engine> {
  return (await import('./open.ts')).openOracle(options);
}
