/**
 * Collects every text of the interface into src/i18n/en.json, sorted, so that translators see what there is: what goes
 * through `t(...)`, what is marked by `msg(...)` and what the charts' definitions show.
 * What pictures and reports say goes into a catalogue of the server, which has none of the interface's files.
 * `node apps/web/tools/extract-texts.mjs` writes it; with `--check` it only says whether the file is stale.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const packagesFolder = join(webFolder, '../../packages');
const sourceFolders = [
  join(webFolder, 'src'),
  join(packagesFolder, 'chart-kit/src'),
  join(packagesFolder, 'charts/src'),
];
const serverFolder = join(webFolder, '../server/src');
/** Where the sentences stand that the server draws into pictures and sends in messages. */
const pictureFolders = [
  ...sourceFolders.slice(1),
  join(serverFolder, 'pictures'),
  join(serverFolder, 'features/pictures'),
  join(serverFolder, 'features/reports'),
  join(serverFolder, 'features/security/password-links'),
  join(serverFolder, 'features/security/single-sign-on'),
  join(serverFolder, 'features/database-sign-ins'),
];
const call = /(?<![\w.$])(?:(?:props\.)?translate|t|msg|defaultTranslate\))\(\s*/g;
const quoted = /'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\$])*)`/y;

/** The texts of one source file. */
export function textsOf(source) {
  return [...source.matchAll(call)].flatMap((match) => firstArgument(source, match.index + match[0].length));
}

/** The text that stands as an argument, or those between which `?`, `:` and `??` choose. */
function firstArgument(source, start) {
  const texts = [];
  let depth = 0;
  let isText = true;
  for (let at = start; at < source.length && depth >= 0; at += 1) {
    const sign = source[at];
    quoted.lastIndex = at;
    const text = quoted.exec(source);
    if (text) {
      if (isText && depth === 0) texts.push(unquote(text[1] ?? text[2] ?? text[3] ?? ''));
      at += text[0].length - 1;
      isText = false;
    } else if (sign === ',' && depth === 0) return texts;
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (!/\s/.test(sign)) isText = sign === '?' || sign === ':';
  }
  return texts;
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

/** Every text that the sources name, sorted, each once. */
export function collectTexts(folders = [...sourceFolders, ...pictureFolders]) {
  const texts = folders.flatMap(sourcesIn).flatMap((path) => textsOf(readFileSync(path, 'utf8')));
  return [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
}

/** The charts' texts, from their definitions as they are when they run. */
async function loadChartTexts() {
  const entryPoints = [join(webFolder, 'tools/chart-texts.ts')];
  const bundle = await build({ entryPoints, bundle: true, write: false, format: 'esm', platform: 'node' });
  const code = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).chartTexts();
}

/** A word that is two in another language has its second one under the text and the context in which it is asked for. */
export const textOfKey = (key) => key.replace(/_(text|part|key|verb|when)$/, '');

/** The languages besides English, by their codes. */
export const catalogueCodes = ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'];

/** What pictures and reports say, in a language of the interface. */
export function pictureTexts(translated) {
  const said = new Set(collectTexts(pictureFolders));
  const isSaid = (key) => said.has(key) || said.has(textOfKey(key));
  return Object.fromEntries(Object.entries(translated).filter(([text, own]) => isSaid(text) && own !== text));
}

/** Writes a file anew where it is stale, or says that it is. */
function settle(file, value) {
  const wanted = `${JSON.stringify(value, null, 2)}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${relative(process.cwd(), file)} is stale: run \`node apps/web/tools/extract-texts.mjs\`\n`);
    process.exitCode = 1;
  } else writeFileSync(file, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = [...new Set([...collectTexts(), ...(await loadChartTexts())])].sort((a, b) => (a < b ? -1 : 1));
  const file = join(webFolder, 'src/i18n/en.json');
  settle(file, Object.fromEntries(texts.map((text) => [text, text])));
  for (const code of catalogueCodes) {
    const catalogue = JSON.parse(readFileSync(join(webFolder, `src/i18n/${code}.json`), 'utf8'));
    settle(join(serverFolder, `pictures/texts-${code}.json`), pictureTexts(catalogue));
  }
  process.stdout.write(`${texts.length} texts in ${file}\n`);
}
