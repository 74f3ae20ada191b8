import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const serverFolder = fileURLToPath(new URL('../../apps/server/', import.meta.url));

let built: Promise<string> | null = null;

/**
 * The engine's child program, bundled once per test process: Node 20 cannot run TypeScript. The bundle lies inside the
 * server's folder of modules so that its native parts are found.
 */
export function buildEngineChild(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const folder = path.join(serverFolder, 'node_modules', '.cache', 'engine-child');
  await mkdir(folder, { recursive: true });
  const outfile = path.join(await mkdtemp(path.join(folder, 'b-')), 'duckdb-child.mjs');
  await build({
    entryPoints: [path.join(serverFolder, 'src/engines/duckdb/child/child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['@duckdb/node-api', '@duckdb/node-bindings', 'read-excel-file', 'read-excel-file/*'],
    logLevel: 'warning',
  });
  return outfile;
}
