/**
 * Measures what each page loads on a first visit: script and style, gzip, from the built `dist`. Follows static imports
 * from the entry and from the page's own chunk. `node apps/web/tools/check-sizes.mjs` prints a table and fails over budget.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');
const homeBudget = 250_000;
const pageBudget = 700_000;

const gzipSizes = new Map();
function gzipSize(file) {
  if (!gzipSizes.has(file)) gzipSizes.set(file, gzipSync(readFileSync(join(dist, file))).length);
  return gzipSizes.get(file);
}

/** The entry's files, as index.html names them. */
function entryFiles() {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css)|theme\.js)"/g)].map((match) => match[1]);
}

/** Static imports of a chunk; dynamic ones are loaded when they are needed. */
function importsOf(file) {
  if (!file.endsWith('.js') || !existsSync(join(dist, file))) return [];
  const code = readFileSync(join(dist, file), 'utf8');
  return [...code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map((match) => `assets/${match[1]}`);
}

function closure(files) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const next of importsOf(file)) visit(next);
  };
  for (const file of files) visit(file);
  return seen;
}

/** The style files that the loader fetches together with a page's chunk. */
function preloadsOf(chunk) {
  const entry = entryFiles().find((file) => file.endsWith('.js'));
  const code = readFileSync(join(dist, entry), 'utf8');
  const table = /m\.f=\[([^\]]*)\]|=\[((?:"assets\/[^\]]*)?)\]/.exec(code);
  const files = [...(table?.[1] ?? table?.[2] ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  const call = new RegExp(
    `import\\("\\./${chunk.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}"\\)[^\\]]*?__vite__mapDeps\\(\\[([\\d,]*)\\]\\)`,
  ).exec(code);
  if (!call || files.length === 0) return [];
  return call[1]
    .split(',')
    .map((index) => files[Number(index)])
    .filter(Boolean);
}

const chunks = readdirSync(join(dist, 'assets')).filter((name) => /Page-[\w-]+\.js$/.test(name));
const start = entryFiles();
let isOver = false;
for (const chunk of chunks.sort()) {
  const files = closure([...start, `assets/${chunk}`, ...preloadsOf(chunk)]);
  const bytes = [...files]
    .filter((file) => existsSync(join(dist, file)))
    .reduce((sum, file) => sum + gzipSize(file), 0);
  const budget = chunk.startsWith('HomePage') ? homeBudget : pageBudget;
  isOver ||= bytes > budget;
  process.stdout.write(
    `${chunk.replace(/-[\w-]+\.js$/, '').padEnd(24)} ${(bytes / 1000).toFixed(1).padStart(7)} kB of ${budget / 1000}${bytes > budget ? '  over budget' : ''}\n`,
  );
}
process.exit(isOver ? 1 : 0);
