import { randomBytes } from 'node:crypto';
import { serviceUrl } from '@powerset/testkit';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openTableReader } from './index.ts';

const uuid = '99224482-0000-4000-8000-0000000000f3';
const hex = uuid.replaceAll('-', '');
const columns = {
  id: 'plain',
  uuid: 'plain',
  made: 'plain',
  isOn: 'plain',
  text: 'text',
  kept: 'text',
  value: 'bytes',
} as const;

/** What every server must say of the same rows. */
async function expectRows(uri: string, table: string): Promise<void> {
  const reader = await openTableReader(uri);
  expect(reader.tables.get(table)).toEqual(['id', 'uuid', 'made', 'isOn', 'text', 'kept', 'value']);
  const portions: number[] = [];
  const rows = [];
  for await (const portion of reader.rows({ table, columns: { ...columns, other: 'plain' }, portion: 2 })) {
    portions.push(portion.length);
    rows.push(...portion);
  }
  expect(portions).toEqual([2, 1]);
  const [first, second] = rows;
  expect(String(first?.made)).toMatch(/^2024-05-06 07:08:09\.123/);
  expect([first?.id, Number(first?.isOn), first?.text]).toEqual([1, 1, 'ä'.repeat(10)]);
  const id = first?.uuid;
  expect(id instanceof Uint8Array ? Buffer.from(id).toString('hex') : String(id).replaceAll('-', '')).toBe(hex);
  expect(JSON.parse(String(first?.kept))).toEqual({ a: 1 });
  expect(Buffer.from(first?.value as Uint8Array).toString()).toBe('sealed');
  expect([second?.made, second?.kept]).toEqual([null, null]);
  const some = [];
  const where = { column: 'id', numbers: [3] };
  for await (const portion of reader.rows({ table, columns: { id: 'plain' }, where, portion: 10 }))
    some.push(...portion);
  expect(some.map((row) => row.id)).toEqual([3]);
  expect([await reader.count(table), await reader.count('none')]).toEqual([3, 0]);
  await reader.close();
}

describe.skipIf(!serviceUrl('postgresql'))('tables of a PostgreSQL server', () => {
  it('are read at one moment, in portions', async () => {
    const uri = serviceUrl('postgresql') ?? '';
    const table = `read_${randomBytes(4).toString('hex')}`;
    const client = new pg.Client({ connectionString: uri });
    await client.connect();
    await client.query(
      `create table ${table} (id serial primary key, uuid uuid, made timestamp, "isOn" boolean, "text" text, kept json, value bytea)`,
    );
    await client.query(
      `insert into ${table} values (1, '${uuid}', '2024-05-06 07:08:09.123456', true, '${'ä'.repeat(10)}', '{"a":1}', 'sealed')`,
    );
    await client.query(`insert into ${table} (id) values (2), (3)`);
    await expectRows(uri, table);
    await client.query(`drop table ${table}`);
    await client.end();
  });
});

describe.skipIf(!serviceUrl('mariadb'))('tables of a MariaDB server', () => {
  it('are read at one moment, in portions', async () => {
    const uri = serviceUrl('mariadb') ?? '';
    const table = `read_${randomBytes(4).toString('hex')}`;
    const client = await createConnection(uri.replace('mariadb:', 'mysql:'));
    await client.query(
      `create table ${table} (id int primary key, uuid binary(16), made datetime(6), isOn tinyint(1), text mediumtext character set utf8mb4, kept json, value blob)`,
    );
    await client.query(
      `insert into ${table} values (1, x'${hex}', '2024-05-06 07:08:09.123456', 1, '${'ä'.repeat(10)}', '{"a":1}', 'sealed')`,
    );
    await client.query(`insert into ${table} (id) values (2), (3)`);
    await expectRows(uri, table);
    await client.query(`drop table ${table}`);
    await client.end();
  });
});

it('a server that is not there is named without its password', async () => {
  const opening = openTableReader('postgresql://u:hidden@127.0.0.1:1/d');
  await expect(opening).rejects.toThrow(/^The server cannot be reached(?!.*hidden)/);
});
