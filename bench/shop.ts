import { cp, readdir, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type ApiClient,
  freePort,
  makeTempFolder,
  type ServerRequest,
  signInWithToken,
  startServer,
  testAdmin,
} from '@powerset/testkit';
import type { ShopStage } from './bench-case.ts';

/** A hundred million orders take their time. */
const patienceMs = 1_800_000;

export interface ShopRequest {
  readonly scale: number;
  /** Where shops are kept once they are generated; null for none. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
  /** The checkout whose server serves it; this one when absent. */
  readonly root?: string;
}

/** Serves a copy of the shop at a size; what it was copied from stays as it is, for runs without the server. */
export async function openShop({
  scale,
  keep,
  say,
  root,
}: ShopRequest): Promise<ShopStage & { readonly close: () => Promise<void> }> {
  const source = keep ? null : await makeTempFolder(`powerset-shop-${scale}`);
  const folder = await makeTempFolder(`powerset-bench-${scale}`);
  const sourceFolder = source?.path ?? join(keep ?? '', `${scale}x`);
  say(`\nGenerating the shop at ${scale}x ...`);
  const place = root ? { root } : {};
  await generateShop({ ...settingsOf(sourceFolder, scale), ...place });
  await cp(sourceFolder, folder.path, { recursive: true });
  const settings = { ...settingsOf(folder.path, scale), ...place, port: await freePort() };
  let server = await startServer(settings);
  const api = await signInWithToken(server.url, testAdmin);
  const whileStopped = async <T>(work: (dataFolder: string) => Promise<T>): Promise<T> => {
    await server.stop();
    try {
      return await work(folder.path);
    } finally {
      server = await startServer(settings);
    }
  };
  const close = async (): Promise<void> => {
    await server.stop();
    await Promise.all([folder.remove(), source?.remove()]);
  };
  const engineFile = await largestEngineFile(sourceFolder);
  const visitor = { credentials: testAdmin, api };
  return { name: `shop at ${scale}x`, server: () => server, api, visitor, engineFile, whileStopped, close };
}

function settingsOf(dataFolder: string, scale: number): ServerRequest {
  const env = { POWERSET_EXAMPLES_SCALE: String(scale), POWERSET_CACHE_MB: '256' };
  return { dataFolder, hasExamples: true, env, readyTimeoutMs: patienceMs };
}

/** A shop that is there already is left as it is. */
async function generateShop(settings: ServerRequest): Promise<void> {
  const server = await startServer(settings);
  await waitForExamples(await signInWithToken(server.url, testAdmin));
  await server.stop();
}

/** The example dashboards are written last: they are there when the data is. */
async function waitForExamples(api: ApiClient): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const answer = await api.get('/api/v1/dashboard/');
    if (answer.status === 200 && answer.json.count > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The example data did not appear.');
}

async function largestEngineFile(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(duckdb|ddb)$/.test(name));
  const sized = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), size: (await stat(join(folder, name))).size })),
  );
  const [largest] = sized.sort((a, b) => b.size - a.size);
  if (!largest) throw new Error(`No file of the embedded engine in ${folder}`);
  return largest.path;
}

/** Opens a copy of the engine's file without the server, with no more memory than the server's engine has. */
export async function openBare(engineFile: string): Promise<BareEngine> {
  const limitMb = Math.floor((engineLimitBytes() * 0.75) / 2 ** 20);
  const instance = await DuckDBInstance.create(engineFile, {
    access_mode: 'READ_ONLY',
    memory_limit: `${limitMb}MiB`,
  });
  const connection = await instance.connect();
  return {
    read: async (sql) => (await connection.runAndReadAll(sql)).getColumnsJS(),
    run: async (sql) => {
      const result = await connection.run(sql);
      for (let chunk = 0; chunk < result.chunkCount; chunk++) result.getChunk(chunk);
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export interface BareEngine {
  /** Runs a query and reads its rows by column, as the client gives them. */
  readonly read: (sql: string) => Promise<unknown>;
  /** Runs a query and leaves its rows in the engine's memory. */
  readonly run: (sql: string) => Promise<void>;
  readonly close: () => void;
}

/** What the embedded engine may have unless somebody says otherwise: half of the machine. */
export function engineLimitBytes(): number {
  return totalmem() / 2;
}

export interface ShopDataset {
  readonly id: number;
  readonly name: string;
  readonly temporal: string;
  readonly text: readonly string[];
  readonly numbers: readonly string[];
}

interface WireColumn {
  readonly column_name: string;
  readonly type_generic: number | null;
  readonly is_dttm: boolean | null;
}

/** The dataset of the shop's orders, with its columns by kind. */
export async function findOrders(api: ApiClient): Promise<ShopDataset> {
  const list = await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))');
  const id: number | undefined = list.json.result?.[0]?.id;
  if (id === undefined) throw new Error('The example data has no dataset named orders.');
  const { result } = (await api.get(`/api/v1/dataset/${id}`)).json;
  const columns: readonly WireColumn[] = result.columns;
  const named = (accepts: (column: WireColumn) => boolean): readonly string[] =>
    columns.filter(accepts).map(({ column_name }) => column_name);
  const temporal = result.main_dttm_col ?? named(({ is_dttm }) => is_dttm === true)[0];
  return {
    id,
    name: result.table_name,
    temporal,
    text: named(({ type_generic }) => type_generic === 1),
    numbers: named(({ type_generic }) => type_generic === 0),
  };
}
