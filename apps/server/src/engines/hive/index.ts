/**
 * HIVE. Spark's Thrift server, Apache Hive's HiveServer2 and Apache Impala (`impala/`), which speak one protocol. Statements are read
 * by Spark's grammar, less what Hive reads in another way, or by Impala's own, and only those that read are sent. `driver.ts` is the only file that knows the driver, `client.ts`
 * lends sessions. In: statements. Out: result tables, analyses, EngineErrors.
 */
import type { Engine } from '../engine.ts';
import type { ImpalaOptions } from './impala/open.ts';
import type { HiveOptions } from './open.ts';

export { readStatements as readHiveScript } from './grammar.ts';
export { readImpalaScript } from './impala/grammar.ts';
export { impalaKind } from './impala/kind.ts';
export { fromImpalaUri } from './impala/uri.ts';
export { hiveKind } from './kind.ts';
export { fromUri } from './uri.ts';
export type { HiveOptions };

/** Opens a server's engine; the driver is read with the first. */
export async function openHive(options: HiveOptions): Promise<Engine> {
  return (await import('./open.ts')).openHive(options);
}

/** The same for a server of Impala. */
export async function openImpala(options: ImpalaOptions): Promise<Engine> {
  return (await import('./impala/open.ts')).openImpala(options);
}
