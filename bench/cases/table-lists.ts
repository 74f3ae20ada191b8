import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type ApiClient,
  makeTempFolder,
  projectRoot,
  signInWithToken,
  startServer,
  startService,
  type TestServer,
  testAdmin,
} from '@powerset/testkit';
import pg from 'pg';
import type { BenchCase, BenchRow } from '../bench-case.ts';
import { Connection, requestBytes } from '../connection.ts';
import { figuresOf, ms, timeRow } from '../figures.ts';
import { readDelays } from './event-loop.ts';

const sizes = [5_000, 20_000] as const;
const tablesAtOnce = 50;
const turnBarMs = 10;
const schemaOf = (count: number) => `many_${count}`;

/** What the tree of the SQL editor asks of a schema: its first page read anew, later ones, those that hold a text; and what programs ask. */
const questions = (count: number) => ({
  'first page': 'page:0,page_size:200,force:!t',
  'a later page': `page:${Math.floor(count / 400)},page_size:200`,
  'search in names': 'search:_49,page:0,page_size:200',
  'the whole list': 'force:!t',
});

/** Lists of tables of schemas with many, by a server of its own whose event loop is watched. */
export const tableLists: BenchCase = {
  name: 'table-lists',
  title: 'Lists of tables by page',
  run: async (_shop, { rounds }) => {
    const folder = await makeTempFolder('powerset-table-lists');
    const dataFolder = join(folder.path, 'data');
    const service = await startService('postgresql').catch(() => null);
    if (service) await fillServer(service.url);
    const file = join(folder.path, 'delays.json');
    const preload = pathToFileURL(join(projectRoot, 'bench/loop-watch.mjs')).href;
    const env = { NODE_OPTIONS: `--import=${preload}`, POWERSET_LOOP_FILE: file };
    const server = await startServer({ dataFolder, env });
    try {
      await mkdir(join(dataFolder, 'engine'), { recursive: true });
      await fillFile(join(dataFolder, 'engine', 'many.duckdb'));
      const api = await signInWithToken(server.url, testAdmin);
      const measure = (name: string, uri: string) => measureDatabase({ server, api, file, rounds, name, uri });
      return [
        ...(await measure('embedded', 'duckdb:///many.duckdb')),
        ...(service ? await measure('PostgreSQL', `${service.url}?sslmode=disable`) : []),
      ];
    } finally {
      await server.stop();
      await service?.stop();
      await folder.remove();
    }
  },
};

function* statements(): Iterable<string> {
  for (const count of sizes) {
    yield `CREATE SCHEMA ${schemaOf(count)}`;
    for (let at = 0; at < count; at += tablesAtOnce)
      yield Array.from(
        { length: tablesAtOnce },
        (_none, more) => `CREATE TABLE ${schemaOf(count)}.table_${String(at + more).padStart(5, '0')} (id INT)`,
      ).join(';');
  }
}

async function fillFile(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const sql of statements()) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

async function fillServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const sql of statements()) await client.query(sql);
  await client.end();
}

interface Measuring {
  readonly server: TestServer;
  readonly api: ApiClient;
  /** Where the server writes how long its event loop kept others waiting. */
  readonly file: string;
  readonly rounds: number;
  readonly name: string;
  readonly uri: string;
}

async function measureDatabase({ server, api, file, rounds, name, uri }: Measuring): Promise<readonly BenchRow[]> {
  const made = await api.post('/api/v1/database/', { database_name: name, sqlalchemy_uri: uri });
  if (made.status !== 201) throw new Error(`The database was not taken: ${made.text}`);
  const rows: BenchRow[] = [];
  for (const count of sizes) {
    const turns: number[] = [];
    for (const [what, asked] of Object.entries(questions(count))) {
      const path = `/api/v1/database/${made.json.id}/tables/?q=(schema_name:${schemaOf(count)},${asked})`;
      const ask = () => timeOf(server, { path, headers: api.headers });
      await ask();
      await readDelays(server, file);
      const durations: number[] = [];
      for (let round = 0; round < rounds; round += 1) durations.push(await ask());
      turns.push((await readDelays(server, file)).maxMs);
      rows.push(timeRow(`${what}, ${name}, ${count} tables`, figuresOf(durations)));
    }
    rows.push(turnRow(`longest turn of the event loop, ${name}, ${count} tables`, Math.max(...turns)));
  }
  return rows;
}

interface Question {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function timeOf({ port }: TestServer, { path, headers }: Question): Promise<number> {
  const connection = await Connection.open(port);
  const startedAt = performance.now();
  const { status } = await connection.send(requestBytes({ port, path, headers }));
  const took = performance.now() - startedAt;
  connection.close();
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return took;
}

function turnRow(what: string, longestMs: number): BenchRow {
  return {
    ...{ what, figure: longestMs, show: ms, measured: ms(longestMs), spread: 'the longest of all' },
    ...{ bar: ms(turnBarMs), isWithin: longestMs <= turnBarMs },
  };
}
