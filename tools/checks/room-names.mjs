/**
 * A resource has one name on every floor: the contract's table of endpoints, their schemas, the server's room and, where
 * the interface has one of its own, the feature there.
 */
import { isTestFile } from './syntax.mjs';

export const title = 'Names of rooms';

/** Tables of the contract that are parts of a larger room. */
const roomOfTable = {
  'async-jobs': 'chart-data',
  groups: 'security',
  passkeys: 'security',
  registrations: 'security',
  roles: 'security',
  'second-factor': 'security',
  users: 'security',
};
/** Features of the server that have no endpoint of their own. */
const withoutEndpoints = new Set(['examples']);
/** Features of the interface that are screens over several resources, or steps of one. */
const screens = new Set(['home', 'lists', 'new-dataset', 'set-up', 'sign-in']);

const tableFile = /^packages\/contract\/src\/([^/]+)\.ts$/;
const exportsTable = /^export const \w+Endpoints\b/m;
const serverFeature = /^apps\/server\/src\/features\/([^/]+)\//;
const serverRoom = /^apps\/server\/src\/([^/]+)\/(?!.*\/)/;
const webFeature = /^apps\/web\/src\/features\/([^/]+)\//;

export function check({ sources }) {
  const paths = new Set(sources.map(({ path }) => path));
  const tables = sources.filter(
    ({ path, text }) => !isTestFile(path) && tableFile.test(path) && exportsTable.test(text),
  );
  const names = new Set(tables.map(({ path }) => roomNameOf(path)));
  const server = new Set([...foldersIn(sources, serverFeature).keys(), ...foldersIn(sources, serverRoom).keys()]);
  const isNamed = (name) => names.has(name);
  return [
    ...tables.flatMap(({ path }) => tableProblems(path, { paths, server })),
    ...strangers(foldersIn(sources, serverFeature), (name) => isNamed(name) || withoutEndpoints.has(name)),
    ...strangers(foldersIn(sources, webFeature), (name) => isNamed(name) || screens.has(name)),
  ];
}

function roomNameOf(path) {
  const [, name] = tableFile.exec(path);
  return roomOfTable[name] ?? name;
}

/** Names of folders, each with the first file that lies in it. */
function foldersIn(sources, pattern) {
  const found = new Map();
  for (const { path } of sources) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined && !found.has(name)) found.set(name, path);
  }
  return found;
}

function tableProblems(path, { paths, server }) {
  const [, name] = tableFile.exec(path);
  const room = roomNameOf(path);
  const schemas = `packages/contract/src/schemas/${name}.ts`;
  return [
    ...(paths.has(schemas) ? [] : [`its schemas belong into ${schemas}`]),
    ...(server.has(room) ? [] : [`the server has no room of the name "${room}"`]),
  ].map((message) => ({ path, line: 1, message }));
}

function strangers(folders, isKnown) {
  return [...folders]
    .filter(([name]) => !isKnown(name))
    .map(([name, path]) => ({
      path,
      line: 1,
      message: `the contract has no "${name}": name the room as the contract names the resource`,
    }));
}
