import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openHive } from './index.ts';
import { type HiveService, startHiveService } from './service-fixture.ts';

const limits = { maxRows: 10, timeoutMs: 5000, fairnessKey: 'ada' };
const opened: { service?: HiveService; engine?: Engine } = {};
afterEach(async () => {
  await opened.engine?.close();
  await opened.service?.stop();
});

/** Its statements end without rows; what is asked is what counts. */
async function start(readsOthers = true) {
  const service = await startHiveService(() => undefined as never);
  const engine = await openHive({
    ...fromUri(`hive://ada@127.0.0.1:${service.port}/sales`),
    ...{ serverCertificate: null, policy: { allowsPrivateHosts: true }, readsOthers },
    ...{ resultSink: noResults, readLongScript: readScript },
  });
  Object.assign(opened, { service, engine });
  const sent = async (asked: Engine | undefined, sql: string, place: object = {}) => {
    const from = service.heard.length;
    await asked?.run({ ...limits, sql, ...place }).catch(() => undefined);
    return service.heard
      .slice(from)
      .filter((one) => /^ExecuteStatement (?!SET spark)/.test(one))
      .map((one) => one.replace('ExecuteStatement ', ''));
  };
  return { engine, sent };
}

describe('a Thrift server of Spark whose other catalogs may be read', () => {
  it('is told the catalog of each schema, which it would take for a catalog of that name', async () => {
    const { engine, sent } = await start();
    expect(await sent(engine, 'SELECT 1 FROM second.t, u')).toEqual([
      'SET CATALOG `spark_catalog`',
      'USE NAMESPACE `sales`',
      'SELECT 1 FROM `spark_catalog`.second.t, u',
    ]);
    const second = engine.inCatalog?.('second');
    expect((await sent(second, 'SELECT 1 FROM sea.t', { schema: 'sea' })).slice(-3)).toEqual([
      'SET CATALOG `second`',
      'USE NAMESPACE `sea`',
      'SELECT 1 FROM `second`.sea.t',
    ]);
    expect((await second?.analyse('SELECT 1 FROM sea.t, spark_catalog.sea.t'))?.[0]?.tables).toEqual([
      { catalog: 'second', schema: 'sea', table: 't' },
      { schema: 'sea', table: 't' },
    ]);
  });

  it('looks for no bare name where no schema is chosen, nor in a catalog of the name of its schema', async () => {
    const { engine } = await start();
    const second = engine.inCatalog?.('second');
    const failed = (asked: Engine | undefined, sql: string) =>
      failureOf(asked?.run({ ...limits, sql }) ?? Promise.resolve());
    expect((await failed(second, 'SELECT 1 FROM t')).message).toContain('named by its catalog');
    expect((await failed(engine, 'SELECT 1 FROM sales.sea.t')).message).toBe(
      'The catalog "sales" may not be read here.',
    );
  });

  it('is asked for its own alone where it may read no other', async () => {
    const { engine, sent } = await start(false);
    expect(engine.inCatalog).toBeUndefined();
    expect(await sent(engine, 'SELECT 1 FROM a.t')).toEqual(['USE `sales`', 'SELECT 1 FROM a.t']);
    expect(await sent(engine, 'SELECT 1 FROM second.sea.t')).toEqual([]);
  });
});
