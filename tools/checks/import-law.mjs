/**
 * The import law: which room may take what from which, and only through doors. Every import counts: of values, of types,
 * what is loaded later, and what a pattern of `import.meta.glob` names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lawOf, placeOf, testDoors } from './places.mjs';
import { exceptionAt, filesOfGlob, importsOf, isTestFile } from './syntax.mjs';

export const title = 'Import law';

export function check({ root, sources }) {
  const house = { root, paths: sources.map(({ path }) => path), rooms: roomsOf(sources) };
  return sources.flatMap((source) => [...barrelProblems(source), ...importProblems(house, source)]);
}

/** Only a folder's door, its index.ts, may pass on whole modules. */
function barrelProblems(source) {
  if (/(^|\/)(index|definitions|views|schemas)\.ts$/.test(source.path)) return [];
  return source.program.body
    .filter((node) => node.type === 'ExportAllDeclaration')
    .map((node) =>
      problem(source, source.text.slice(0, node.start).split('\n').length, 'only an index.ts passes on whole modules'),
    );
}

function importProblems(house, source) {
  const from = placeOf(source.path);
  if (!lawOf[from.workspace]) return [problem(source, 1, `no law says what ${from.home} may import`)];
  return importsOf(source).flatMap((entry) =>
    faultsOf({ house, source, from, entry })
      .filter((message) => message !== null && !exceptionAt(source, entry.line, 'import-law'))
      .map((message) => problem(source, entry.line, message)),
  );
}

function faultsOf({ house, source, from, entry: { specifier, kind } }) {
  if (kind === 'glob')
    return filesOfGlob(source.path, specifier, house.paths).map((target) => fileFault({ house, source, from, target }));
  if (specifier.startsWith('.')) return [relativeFault({ house, source, from, specifier })];
  return [packageFault({ root: house.root, source, from, specifier })];
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

function relativeFault({ house, source, from, specifier }) {
  const target = posix.normalize(posix.join(posix.dirname(source.path), specifier.replace(/\?.*$/, '')));
  if (!existsSync(join(house.root, target)))
    return `${specifier} is not a file (relative imports carry their extension)`;
  return /\.tsx?$/.test(target) ? fileFault({ house, source, from, target }) : null;
}

function fileFault({ house, source, from, target }) {
  const to = placeOf(target);
  if (to.home === from.home) return roomFault({ house, source, from, to, target });
  return leavesHome(from, target) ? `${target} leaves ${from.home}: import the package` : null;
}

/** Tests of whole programs may start them, through what a program's own main takes: its top files and doors. */
function leavesHome(from, target) {
  const isProgram = /^apps\/[a-z]+\/src\/(app|main|config|[a-z-]+\/index)\.ts$/.test(target);
  return !(isProgram && ['testkit', 'e2e', 'bench'].includes(from.workspace));
}

function roomFault({ house, source, from, to, target }) {
  if (from.room?.kind === 'chart' && to.room?.kind === 'chart' && from.room.folder !== to.room.folder)
    return 'a chart may not import another chart';
  // A test may look at what it tests.
  if (isTestFile(source.path)) return null;
  if (to.room?.kind === 'feature' && from.room && from.room.folder !== to.room.folder)
    return from.room.kind === 'feature'
      ? 'a feature may not import another feature'
      : `${from.room.folder} may not import a feature`;
  return doorFault({ house, path: source.path, to, target });
}

/** The outermost room that holds the target and not the importer must be entered by its door. */
function doorFault({ house, path, to, target }) {
  const folders = foldersAbove(target).filter((folder) => house.rooms.has(folder) || folder === to.room?.folder);
  const entered = folders.find((folder) => !path.startsWith(`${folder}/`));
  if (!entered || isDoor(posix.relative(entered, target), entered === to.room?.folder && to.room.kind)) return null;
  // A floor is one room where it has a door; a plain folder of rooms has none.
  if (!house.rooms.has(entered) && to.room.kind === 'floor') return null;
  return `${target} is inside ${entered}: import its index.ts`;
}

/** A chart's folder has a door for each list of the registry, so that the server takes no view, and a visitor no examples. */
function isDoor(file, kind) {
  return /^index\.tsx?$/.test(file) || (kind === 'chart' && ['View.tsx', 'examples.ts', 'facts.ts'].includes(file));
}

/** Every folder with an index.ts is a room. */
function roomsOf(sources) {
  return new Set(sources.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => posix.dirname(path)));
}

function foldersAbove(path) {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

function problem(source, line, message) {
  return { path: source.path, line, message };
}
