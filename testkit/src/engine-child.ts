import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const serverFolder = fileURLToPath(new URL('../../apps/server/', import.meta.url));

const built = new Map<string, Promise<string>>();

/**
 * The engine's child program, bundled once per test process: Node 20 cannot run TypeScript. The bundle lies inside the
 * server's folder of modules so that its native parts are found, under a name that tells its content.
 */
export function buildEngineChild(): Promise<string> {
  return buildOnce('engine-child', 'src/engines/duckdb/child/child.ts');
}

/** The program that reads files of another kind. */
export function buildSqliteChild(): Promise<string> {
  return buildOnce('sqlite-child', 'src/engines/sqlite/child/child.ts');
}

/** The program that asks for tickets of Kerberos. */
export function buildKerberosChild(): Promise<string> {
  return buildOnce('kerberos-child', 'src/engines/kerberos/child/child.ts');
}

/** The program of the threads. */
export function buildThreadProgram(): Promise<string> {
  return buildOnce('thread', 'src/threads/worker.ts');
}

/** The program of the thread that draws pictures. */
export function buildPictureProgram(): Promise<string> {
  return buildOnce('picture', 'src/pictures/picture-worker.ts');
}

function buildOnce(name: string, entry: string): Promise<string> {
  const known = built.get(name);
  if (known) return known;
  const building = bundle(name, entry);
  built.set(name, building);
  return building;
}

async function bundle(name: string, entry: string): Promise<string> {
  const result = await build({
    entryPoints: [path.join(serverFolder, entry)],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // CommonJS packages inside an ES module bundle still call `require`, and read `__dirname`.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url); const __dirname = import.meta.dirname;",
    },
    external: [
      '@napi-rs/canvas',
      '@duckdb/node-api',
      '@duckdb/node-bindings',
      'libpg-query',
      'libsql',
      'cpu-features',
      '*/sshcrypto.node',
      'kerberos',
      'read-excel-file',
      'read-excel-file/*',
    ],
    logLevel: 'warning',
  });
  const { contents } = result.outputFiles[0]!;
  const folder = path.join(serverFolder, 'node_modules', '.cache', name);
  const file = path.join(folder, `${name}-${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  // Test processes that build at once each write their own and agree on the name.
  await writeFile(`${file}.${process.pid}`, contents);
  await rename(`${file}.${process.pid}`, file);
  return file;
}
