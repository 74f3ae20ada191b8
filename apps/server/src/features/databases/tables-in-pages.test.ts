import path from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';

let started: InProcessApp;
let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let id: number;

beforeAll(async () => {
  folder = await makeTempFolder('tables-in-pages');
  outside('CREATE TABLE first (id INTEGER)');
  started = await startInProcess({ env: { POWERSET_SQLITE_FOLDER: folder.path } });
  const made = await started.admin.post('/api/v1/database/', {
    ...{ database_name: 'Paged', sqlalchemy_uri: 'sqlite:///paged.db' },
    ...{ expose_in_sqllab: true, allow_dml: true },
  });
  expect(made.status, made.text).toBe(201);
  id = made.json.id;
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

/** As others write there of whom the server hears nothing. */
function outside(sql: string): void {
  const file = new Libsql(path.join(folder.path, 'paged.db'));
  file.exec(sql);
  file.close();
}

async function list(more: string): Promise<readonly string[]> {
  const answer = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main${more})`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result.map(({ value }: { readonly value: string }) => value);
}

const run = (sql: string) => started.admin.post('/api/v1/sqllab/execute/', { database_id: id, sql, runAsync: false });

it('tables are shown by pages as they were read a moment ago, and as they are to who asks for all or for what is new', async () => {
  expect(await list(',page:0')).toEqual(['first']);
  outside('CREATE TABLE second (id INTEGER)');
  expect([await list(',page:0'), await list(',search:second'), await list(',page:0,max_age:600')]).toEqual([
    ['first'],
    [],
    ['first'],
  ]);
  expect(await list(',page:0,max_age:0')).toEqual(['first', 'second']);
  outside('CREATE TABLE third (id INTEGER)');
  expect(await list(',page:0,force:!t')).toEqual(['first', 'second', 'third']);
  outside('DROP TABLE third');
  expect(await list('')).toEqual(['first', 'second']);
  expect(await list(',page:0')).toEqual(['first', 'second']);
});

it('a table that was made or dropped here is shown so by the next page', async () => {
  const before = await list(',page:0');
  expect((await run('CREATE TABLE made (id INTEGER)')).status).toBe(200);
  expect(await list(',page:0')).toEqual([...before, 'made'].sort());
  expect((await run('DROP TABLE made')).status).toBe(200);
  expect(await list(',page:0')).toEqual(before);
});

it('an age that is none is refused by its name', async () => {
  const refused = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main,page:0,max_age:-1)`);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('max_age')]);
});
