import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { makeTempFolder, projectRoot, startServer, type TestServer } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { Connection, requestBytes } from '../connection.ts';
import { figuresOf, ms } from '../figures.ts';
import { whenPainted } from '../page-marks.ts';
import { findOrders } from '../shop.ts';
import { makeWideDashboard, wideDashboardCharts } from '../wide-dashboard.ts';
import { chartPayload } from './chart-query.ts';

const barMs = 20;
const mostRounds = 5;
const manyRows = 50_000;
const sqlRows = 1_000_000;
const viewport = { width: 1440, height: 3200 };

/** How long the server's event loop keeps everybody waiting while it works for one. */
export const eventLoop: BenchCase = {
  name: 'event-loop',
  title: 'Event loop of the server',
  run: async (shop, { rounds, browser }) => {
    const work = await prepare(shop, await browser());
    const folder = await makeTempFolder('powerset-loop');
    const file = join(folder.path, 'delays.json');
    const rows = await shop.whileStopped((dataFolder) => watch({ dataFolder, file, work, rounds }));
    await folder.remove();
    return rows;
  },
};

interface Question {
  readonly what: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function prepare(shop: ShopStage, browser: Browser): Promise<readonly Question[]> {
  const orders = await findOrders(shop.api);
  const list = await shop.api.get('/api/v1/database/');
  const run = {
    database_id: list.json.result[0].id,
    sql: `SELECT range AS id, range * 7 % 1000 AS value, 'row ' || range AS name FROM range(${sqlRows})`,
    queryLimit: sqlRows,
    preview_rows: 0,
  };
  const { headers } = shop.api;
  return [
    {
      what: `charts of a cold dashboard, ${wideDashboardCharts} at once`,
      path: '/api/v1/chart/data/batch',
      body: await catchBatch(shop, browser),
      headers,
    },
    {
      what: `answer of ${manyRows} rows`,
      path: '/api/v1/chart/data',
      body: JSON.stringify(chartPayload(orders, manyRows)),
      headers,
    },
    {
      what: `run of ${sqlRows} rows in the SQL editor`,
      path: '/api/v1/sqllab/execute/',
      body: JSON.stringify(run),
      headers: { ...headers, accept: 'text/event-stream' },
    },
  ];
}

/** What a browser asks for the whole dashboard, to be asked again without a browser beside. */
export async function catchBatch(shop: ShopStage, browser: Browser): Promise<string> {
  const { path } = await makeWideDashboard(shop);
  const context = await browser.newContext({ viewport });
  await signInContext(context, shop.server().url, shop.visitor.credentials);
  const page = await context.newPage();
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/chart/data/batch')) bodies.push(request.postData() ?? '');
  });
  await page.goto(`${shop.server().url}${path}?force=true`, { waitUntil: 'commit' });
  await whenPainted(page, wideDashboardCharts);
  await context.close();
  const [longest] = bodies.sort((a, b) => b.length - a.length);
  if (!longest) throw new Error('The dashboard asked for no charts.');
  return longest;
}

interface Watching {
  readonly dataFolder: string;
  readonly file: string;
  readonly work: readonly Question[];
  readonly rounds: number;
}

async function watch({ dataFolder, file, work, rounds }: Watching): Promise<readonly BenchRow[]> {
  const preload = pathToFileURL(join(projectRoot, 'bench/loop-watch.mjs')).href;
  const env = { NODE_OPTIONS: `--import=${preload}`, POWERSET_LOOP_FILE: file };
  const server = await startServer({ dataFolder, env });
  const rows: BenchRow[] = [];
  for (const question of work) {
    const delays: Delays[] = [];
    await ask(server, question);
    await readDelays(server, file);
    for (let round = 0; round < Math.min(rounds, mostRounds); round += 1) {
      await ask(server, question);
      delays.push(await readDelays(server, file));
    }
    rows.push(rowOf(question.what, delays));
  }
  await server.stop();
  return rows;
}

async function ask({ port }: TestServer, { what, path, body, headers }: Question): Promise<void> {
  const connection = await Connection.open(port);
  const { status } = await connection.send(requestBytes({ port, path, body, headers }));
  connection.close();
  if (status !== 200) throw new Error(`${what} answered ${status}`);
}

interface Delays {
  readonly maxMs: number;
  readonly p99Ms: number;
}

/** What the loop's watch of a server has seen since it was asked last. */
export async function readDelays({ pid }: TestServer, file: string): Promise<Delays> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text) return JSON.parse(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function rowOf(what: string, delays: readonly Delays[]): BenchRow {
  const worst = Math.max(...delays.map(({ maxMs }) => maxMs));
  const usual = figuresOf(delays.map(({ maxMs }) => maxMs)).median;
  const p99 = Math.max(...delays.map(({ p99Ms }) => p99Ms));
  return {
    what,
    figure: worst,
    show: ms,
    measured: ms(worst),
    spread: `longest of ${delays.length} runs; median of their longest ${ms(usual)}; p99 ${ms(p99)}`,
    bar: ms(barMs),
    isWithin: worst <= barMs,
  };
}
