import { leastOfRounds, longestTurnMs, serviceUrl } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const count = 20_000;
const tablesAtOnce = 50;
/** What nobody else on the server should have to wait for. */
const boundMs = 10;

describe.skipIf(!serviceUrl('postgresql'))('a schema of twenty thousand tables on a server', () => {
  const client = new pg.Client({ connectionString: serviceUrl('postgresql') });
  let started: InProcessApp;
  let id: number;

  beforeAll(async () => {
    await client.connect();
    await client.query('CREATE SCHEMA many');
    const names = Array.from({ length: count }, (_none, at) => `many.table_${String(at).padStart(5, '0')}`);
    for (let at = 0; at < count; at += tablesAtOnce)
      await client.query(
        names
          .slice(at, at + tablesAtOnce)
          .map((name) => `CREATE TABLE ${name} (id int)`)
          .join(';'),
      );
    started = await startInProcess();
    const address = `${serviceUrl('postgresql')}?sslmode=disable`;
    const made = await started.admin.post('/api/v1/database/', { database_name: 'Many', sqlalchemy_uri: address });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  }, 300_000);
  afterAll(async () => {
    await started.stop();
    // In one transaction it would hold a lock on each.
    for (let at = 0; at < count; at += tablesAtOnce)
      await client.query(
        Array.from({ length: tablesAtOnce }, (_none, more) => `table_${String(at + more).padStart(5, '0')}`)
          .map((name) => `DROP TABLE IF EXISTS many.${name}`)
          .join(';'),
      );
    await client.query('DROP SCHEMA many CASCADE');
    await client.end();
  }, 300_000);

  const list = async (more: string) =>
    (await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:many${more})`)).json;

  it('is read whole in portions, and in pages without being read again', async () => {
    const whole = await list('');
    expect([
      whole.count,
      whole.result.length,
      new Set(whole.result.map(({ value }: { value: string }) => value)).size,
    ]).toEqual([count, count, count]);
    const page = await list(',page:99,page_size:200');
    expect([page.count, page.result.at(0).value, page.result.at(-1).value]).toEqual([
      count,
      'table_19800',
      'table_19999',
    ]);
    await client.query('DROP TABLE many.table_19999');
    expect((await list(',page:99,page_size:200')).count).toBe(count);
    const renewed = await list(',page:99,page_size:200,max_age:0');
    expect([renewed.count, renewed.result.at(-1).value]).toEqual([count - 1, 'table_19998']);
  });

  it('keeps nobody waiting, whether it is read or looked up', async () => {
    const slow: string[] = [];
    for (const more of [',page:0,force:!t', ',page:9,page_size:200', ',search:_49,page:0,page_size:200']) {
      const ms = await leastOfRounds(boundMs, () => longestTurnMs(list(more)));
      if (ms >= boundMs) slow.push(`${more}: ${Math.round(ms)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
