/**
 * Writes the table of settings into README.md, between its two markers, from the server's own list of them.
 * `--check` writes nothing and fails when the table is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './sources.mjs';

const begin = '<!-- configuration table: begin (npm run build:config) -->';
const end = '<!-- configuration table: end -->';

export function toConfigTable(options) {
  const rows = options.map(
    (option) =>
      `| \`${option.env}\` | \`${option.option}\` | ${kindOf(option)} | ${defaultOf(option)} | ${escapeCell(option.description)} |`,
  );
  return ['| variable | option | type | default | what it does |', '|---|---|---|---|---|', ...rows].join('\n');
}

function kindOf({ kind, type, min, max, isSecret }) {
  const name = isSecret ? 'secret' : (kind ?? type);
  if (min === undefined && max === undefined) return name;
  return `${name}, ${min ?? ''} to ${max ?? 'any'}`;
}

function defaultOf(option) {
  if (option.default === null || option.default === '' || option.default?.length === 0) return '';
  return `\`${option.default}\``;
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The document with the table between the markers; null when it has no markers. */
export function withTable(document, table) {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) return null;
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}

async function main(argv) {
  const path = join(projectRoot, 'README.md');
  if (!existsSync(path)) {
    console.log('There is no README.md yet.');
    return 0;
  }
  const { loadTypeScript } = await import('./run-typescript.mjs');
  const { configOptions } = await loadTypeScript('apps/server/src/config.ts');
  const document = readFileSync(path, 'utf8');
  const wanted = withTable(document, toConfigTable(configOptions));
  if (wanted === null) {
    console.error(`README.md has no place for the table: add the lines\n${begin}\n${end}`);
    return 1;
  }
  if (wanted === document) return 0;
  if (argv.includes('--check')) {
    console.error('The table of settings in README.md is out of date: run npm run build:config');
    return 1;
  }
  writeFileSync(path, wanted);
  console.log('README.md: table of settings written');
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2));
