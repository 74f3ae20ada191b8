/**
 * npm run build: bundles the server and its helper processes with esbuild, the interface with Vite.
 * --only server|web builds one part.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { runCommand } from './run-command.mjs';
import { projectRoot } from './sources.mjs';
import { buildStamp, markBuilt } from './stamps.mjs';

/** Packages that find native code or their own files beside themselves at run time; everything else is bundled. */
const externalPackages = [
  'libsql',
  'libpg-query',
  '@duckdb/*',
  '@node-rs/*',
  '@napi-rs/*',
  '@fastify/swagger-ui',
  'pg-native',
  // All three are done without where they are not there.
  'cpu-features',
  '*/sshcrypto.node',
  'kerberos',
  'esbuild',
];

const serverScript = 'apps/server/dist/server.cjs';

/** CommonJS packages inside an ES module bundle still call `require` and read `__dirname`. */
const requireBanner = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  "import { dirname as __pathDirname } from 'node:path';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __pathDirname(__filename);',
].join('');

/** A function, as Node makes one of each script; it says where it stands in another way than a module. */
const scriptBanner = [
  '(function(exports,require,module,__filename,__dirname){',
  "const __scriptUrl = require('node:url').pathToFileURL(__filename).href;",
].join('');

/** The server's own code is a script: of a module Node 20 cannot keep what the compiler made. */
const bundles = [
  { part: 'server', entry: 'apps/server/src/main.ts', out: serverScript, isScript: true },
  { part: 'server', entry: 'apps/server/src/load.ts', out: 'apps/server/dist/main.js' },
  { part: 'server', entry: 'apps/server/src/engines/duckdb/child/child.ts', out: 'apps/server/dist/duckdb-child.js' },
  { part: 'server', entry: 'apps/server/src/engines/sqlite/child/child.ts', out: 'apps/server/dist/sqlite-child.js' },
  {
    part: 'server',
    entry: 'apps/server/src/engines/kerberos/child/child.ts',
    out: 'apps/server/dist/kerberos-child.js',
  },
  { part: 'server', entry: 'apps/server/src/threads/worker.ts', out: 'apps/server/dist/thread.js' },
  { part: 'server', entry: 'apps/server/src/pictures/picture-worker.ts', out: 'apps/server/dist/picture-thread.js' },
];

const scriptOptions = {
  format: 'cjs',
  banner: { js: scriptBanner },
  footer: { js: '})' },
  define: { 'import.meta.url': '__scriptUrl' },
  // A script that is compiled by hand may ask for no module later on; all packages beside it can be required.
  supported: { 'dynamic-import': false },
};

export async function build(root, { only = null, say = console.log } = {}) {
  const stamp = buildStamp(root);
  // What was made of other code must never run.
  if (only !== 'web') rmSync(join(root, `${serverScript}.cache`), { force: true });
  const results = await Promise.all([
    ...bundlesOf(only).map((bundle) => buildBundle(root, bundle, say)),
    buildWeb(root, only, say),
  ]);
  // Its helper process would stay beside the server that npm start goes on to run, with hundreds of megabytes.
  await (await import('esbuild')).stop();
  if (only !== 'web') copyMaps(root);
  const isComplete = results.every(Boolean) && (only === 'web' || (await keepCode(root, say)));
  if (!only && isComplete) markBuilt(root, stamp);
  return isComplete;
}

/** In a process of its own: what Node is started with here does not concern those to come. */
async function keepCode(root, say) {
  const entry = pathToFileURL(join(root, 'apps/server/dist/main.js')).href;
  const text = `import(${JSON.stringify(entry)}).then(({ keepCode }) => { keepCode(); process.exit(); })`;
  const { code, output } = await runCommand(process.execPath, ['--eval', text], { cwd: root, isQuiet: true });
  if (code !== 0) say(`  what was built does not load: ${output.trim()}`);
  return code === 0;
}

/** Beside the bundles, so that a package of what was built needs no other folder. */
function copyMaps(root) {
  const maps = join(root, 'packages/charts/maps');
  if (existsSync(maps)) cpSync(maps, join(root, 'apps/server/dist/maps'), { recursive: true });
}

function bundlesOf(only) {
  return bundles.filter(({ part }) => !only || part === only);
}

async function buildBundle(root, { entry, out, isScript = false }, say) {
  if (!existsSync(join(root, entry))) {
    say(`  ${entry} is missing`);
    return false;
  }
  const startedAt = performance.now();
  const esbuild = await import('esbuild');
  try {
    await esbuild.build(bundleOptions(root, { entry, out, isScript }));
  } catch (error) {
    // esbuild has printed the errors with their places already.
    say(`  ${entry} was not built: ${error.errors?.length ?? 1} error(s)`);
    return false;
  }
  say(sizeLine(out, statSync(join(root, out)).size, startedAt));
  return true;
}

function bundleOptions(root, { entry, out, isScript }) {
  return {
    ...(isScript ? scriptOptions : { format: 'esm', banner: { js: requireBanner } }),
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: externalPackages,
    // Fastify and pino look at function names; whitespace and syntax alone make the file quick to read.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  };
}

async function buildWeb(root, only, say) {
  if (only && only !== 'web') return true;
  if (!existsSync(join(root, 'apps/web/index.html'))) {
    say('  apps/web/index.html is missing');
    return false;
  }
  const startedAt = performance.now();
  // The page of files is put into the folder that the first one empties.
  for (const config of ['vite.config.ts', 'vite.offline.config.ts'])
    if (!(await runVite(root, config, say))) return false;
  await buildHelp(root, say);
  compressFiles(join(root, 'apps/web/dist'));
  say(sizeLine('apps/web/dist', folderSize(join(root, 'apps/web/dist')), startedAt));
  return true;
}

async function runVite(root, config, say) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { code, output } = await runCommand(process.execPath, [vite, 'build', '-c', config, '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    // Whoever asks for the build may be a test, and React's own checks must not reach the product.
    env: { ...process.env, NODE_ENV: 'production' },
    isQuiet: true,
  });
  if (output.trim()) say(output.trim());
  return code === 0;
}

/** Its libraries are there once npm has installed, which may be after this module was loaded. */
async function buildHelp(root, say) {
  const { writeHelp } = await import('./help/site.mjs');
  const { problems } = writeHelp(root, join(root, 'apps/web/dist/help'), { home: '/' });
  for (const problem of problems) say(`  ${problem}`);
}

function sizeLine(path, bytes, startedAt) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `  ${path.padEnd(36)} ${(bytes / 1024).toFixed(0).padStart(7)} kB ${seconds.padStart(6)} s`;
}

/** Compressed once here, so that the server only sends files. */
function compressFiles(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  for (const path of filesIn(folder).filter((name) => /\.(js|css|html|svg|json)$/.test(name))) {
    const bytes = readFileSync(path);
    if (bytes.length < 1024) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
  }
}

function folderSize(folder) {
  return filesIn(folder)
    .filter((path) => !/\.(map|gz|br)$/.test(path))
    .reduce((sum, path) => sum + statSync(path).size, 0);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

export async function main(argv) {
  const onlyAt = argv.indexOf('--only');
  const only = onlyAt < 0 ? null : argv[onlyAt + 1];
  if (onlyAt >= 0 && !['server', 'web'].includes(only)) {
    console.error('--only takes server or web');
    return 2;
  }
  console.log('Building ...');
  return (await build(projectRoot, { only })) ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2));
