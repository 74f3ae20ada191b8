import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, makeTempFolder, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import type { ShopStage } from './bench-case.ts';

const patienceMs = 600_000;

/** Generates the shop at a size, copies the engine's file while the server is stopped, and starts the server again. */
export async function openShop(
  scale: number,
  say: (line: string) => void,
): Promise<ShopStage & { readonly close: () => Promise<void> }> {
  const folder = await makeTempFolder(`powerset-bench-${scale}`);
  const env = { POWERSET_EXAMPLES_SCALE: String(scale), POWERSET_CACHE_MB: '256' };
  say(`Generating the shop at ${scale}x ...`);
  const first = await startServer({ dataFolder: folder.path, hasExamples: true, env, readyTimeoutMs: patienceMs });
  await waitForExamples(await signInWithToken(first.url, testAdmin));
  await first.stop();
  const engineFile = join(folder.path, '..', `powerset-bench-${scale}-${process.pid}.copy`);
  await copyFile(await largestEngineFile(folder.path), engineFile);
  const server = await startServer({ dataFolder: folder.path, hasExamples: true, env, readyTimeoutMs: patienceMs });
  const api = await signInWithToken(server.url, testAdmin);
  const close = async (): Promise<void> => {
    await server.stop();
    await folder.remove();
  };
  return { scale, server, api, engineFile, close };
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
