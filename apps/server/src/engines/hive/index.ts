/**
 * HIVE. Spark's Thrift server and Apache Hive's HiveServer2, which speak one protocol. Statements are read by Spark's grammar, less
 * what Hive reads in another way, and only those that read are sent. `driver.ts` is the only file that knows the driver, `client.ts`
 * lends sessions. In: statements. Out: result tables, analyses, EngineErrors.
 */
import type { Engine } from '../engine.ts';
import type { HiveOptions } from './open.ts';

export { readStatements as readHiveScript } from './grammar.ts';
export { hiveKind } from './kind.ts';
export { fromUri } from './uri.ts';
export type { HiveOptions };

/** Opens a server's engine; the driver is read with the first. */
export async function openHive(options: HiveOptions): Promise<Engine> {
  return (await import('./open.ts')).openHive(options);
}
