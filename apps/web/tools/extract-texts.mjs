/**
 * Collects every text that goes through `t(...)` into src/i18n/en.json, sorted, so that translators see what there is.
 * `node apps/web/tools/extract-texts.mjs` writes it; the catalogue's test says when it is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const literal = /(?<![\w.$])t\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\$])*)`)/g;

/** The texts of one source file. */
export function textsOf(source) {
  return [...source.matchAll(literal)].map((match) => unquote(match[1] ?? match[2] ?? match[3] ?? ''));
}

function unquote(text) {
  return text.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1');
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Every text of the web, sorted, each once. */
export function collectTexts(folder = join(webFolder, 'src')) {
  const texts = sourcesIn(folder).flatMap((path) => textsOf(readFileSync(path, 'utf8')));
  return [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = collectTexts();
  const file = join(webFolder, 'src/i18n/en.json');
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`);
  process.stdout.write(`${texts.length} texts in ${file}\n`);
}
