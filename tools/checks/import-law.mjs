/**
 * The import law: which room may take what from which, and only through doors.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lawOf, placeOf, testDoors } from './places.mjs';
import { exceptionAt, importsOf, isTestFile } from './syntax.mjs';

export const title = 'Import law';

export function check({ root, sources }) {
  return sources.flatMap((source) => [...barrelProblems(source), ...importProblems(root, source)]);
}

/** Only a folder's door, its index.ts, may pass on whole modules. */
function barrelProblems(source) {
  if (/(^|\/)(index|definitions|views)\.ts$/.test(source.path)) return [];
  return source.program.body
    .filter((node) => node.type === 'ExportAllDeclaration')
    .map((node) =>
      problem(source, source.text.slice(0, node.start).split('\n').length, 'only an index.ts passes on whole modules'),
    );
}

function importProblems(root, source) {
  const from = placeOf(source.path);
  if (!lawOf[from.workspace]) return [problem(source, 1, `no law says what ${from.home} may import`)];
  return importsOf(source).flatMap((entry) => {
    const message = entry.specifier.startsWith('.')
      ? relativeFault({ root, source, from, entry })
      : packageFault({ root, source, from, specifier: entry.specifier });
    if (!message || exceptionAt(source, entry.line, 'import-law')) return [];
    return [problem(source, entry.line, message)];
  });
}

function packageFault({ root, source, from, specifier }) {
  if (!specifier.startsWith('@powerset/')) return null;
  const law = lawOf[from.workspace];
  const isDevelopment = isTestFile(source.path) || from.workspace === 'testkit';
  const allowed = [
    ...law.takes,
    ...(source.path.endsWith('.tsx') ? (law.views ?? []) : []),
    ...(isDevelopment ? testDoors : []),
  ];
  if (allowed.includes(specifier)) return null;
  const [scope, name, ...inside] = specifier.split('/');
  const packageName = `${scope}/${name}`;
  if (inside.length > 0 && allowed.includes(packageName)) {
    return isDoorOf(root, name, `./${inside.join('/')}`) ? null : `${specifier} goes past the door of ${packageName}`;
  }
  return `${from.workspace} may not import ${specifier}`;
}

/** A package may name further doors in its `exports`, style sheets for example. */
function isDoorOf(root, name, subPath) {
  const manifest = [`packages/${name}`, name]
    .map((home) => join(root, home, 'package.json'))
    .find((path) => existsSync(path));
  return manifest !== undefined && JSON.parse(readFileSync(manifest, 'utf8')).exports?.[subPath] !== undefined;
}

function relativeFault({ root, source, from, entry }) {
  const { specifier, kind } = entry;
  const target = posix.normalize(posix.join(posix.dirname(source.path), specifier.replace(/\?.*$/, '')));
  if (!existsSync(join(root, target))) return `${specifier} is not a file (relative imports carry their extension)`;
  if (!/\.tsx?$/.test(target)) return null;
  const to = placeOf(target);
  if (to.home !== from.home)
    return leavesHome(from, target) ? `${specifier} leaves ${from.home}: import the package` : null;
  return roomFault({ source, from, to, target, kind });
}

/** Tests of whole programs may start them, through what a program's own main takes: its top files and doors. */
function leavesHome(from, target) {
  const isProgram = /^apps\/[a-z]+\/src\/(app|main|config|[a-z-]+\/index)\.ts$/.test(target);
  return !(isProgram && ['testkit', 'e2e', 'bench'].includes(from.workspace));
}

function roomFault({ source, from, to, target, kind }) {
  const isSameRoom = !to.room || to.room.folder === from.room?.folder;
  if (isSameRoom) return null;
  if (from.room?.kind === 'chart' && to.room.kind === 'chart') return 'a chart may not import another chart';
  if (from.room?.kind === 'feature' && to.room.kind === 'feature' && !isTestFile(source.path))
    return 'a feature may not import another feature';
  if (from.room?.kind === 'floor' && to.room.kind === 'feature' && !isTestFile(source.path))
    return `${from.room.folder} may not import a feature`;
  const isDoor = /^index\.tsx?$/.test(posix.relative(to.room.folder, target));
  // A route loads a page by itself, so that no page brings another page's code.
  const isOpen = isDoor || kind === 'dynamic' || to.room.kind !== 'feature' || isTestFile(source.path);
  return isOpen ? null : `${target} is inside ${to.room.folder}: import its index.ts`;
}

function problem(source, line, message) {
  return { path: source.path, line, message };
}
