/**
 * No module leads back to itself, whatever the way: imports of values, of types, and what is loaded later all count, since whoever
 * reads the module has to read what it names.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesOfGlob, importsOf } from './syntax.mjs';

export const title = 'Import cycles';

export function check({ root, sources }) {
  const doors = packageDoors(root, sources);
  const graph = new Map(sources.map((source) => [source.path, []]));
  const paths = [...graph.keys()];
  for (const source of sources) {
    const targets = importsOf(source).flatMap(({ specifier, kind }) =>
      kind === 'glob' ? filesOfGlob(source.path, specifier, paths) : [targetOf(source.path, specifier, doors)],
    );
    graph.get(source.path).push(...targets.filter((target) => graph.has(target)));
  }
  return findCycles(graph).map((cycle) => ({
    path: cycle[0],
    line: 1,
    message: `import cycle: ${cycle.join(' -> ')}`,
  }));
}

function targetOf(path, specifier, doors) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier));
  return doors.get(specifier) ?? null;
}

/** Package name (and sub-path) -> the file behind it, from the package.json files of the workspaces. */
function packageDoors(root, sources) {
  const homes = new Set(
    sources.map(({ path }) =>
      path
        .split('/')
        .slice(0, /^(packages|apps)\//.test(path) ? 2 : 1)
        .join('/'),
    ),
  );
  const doors = new Map();
  for (const home of homes) {
    const manifest = readManifest(join(root, home, 'package.json'));
    for (const [subPath, file] of Object.entries(manifest?.exports ?? {}))
      doors.set(posix.join(manifest.name, subPath), posix.join(home, file));
  }
  return doors;
}

function readManifest(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** One closed walk for each knot of modules that reach each other (Tarjan's strongly connected components). */
export function findCycles(graph) {
  const state = { index: new Map(), low: new Map(), stack: [], onStack: new Set(), knots: [] };
  for (const node of graph.keys()) if (!state.index.has(node)) connect(graph, node, state);
  return state.knots.map((knot) => closedWalk(graph, new Set(knot)));
}

function connect(graph, node, state) {
  const { index, low, stack, onStack, knots } = state;
  index.set(node, index.size);
  low.set(node, index.get(node));
  stack.push(node);
  onStack.add(node);
  for (const next of graph.get(node)) {
    if (!index.has(next)) connect(graph, next, state);
    if (onStack.has(next)) low.set(node, Math.min(low.get(node), low.get(next)));
  }
  if (low.get(node) !== index.get(node)) return;
  const knot = stack.splice(stack.indexOf(node));
  for (const member of knot) onStack.delete(member);
  if (knot.length > 1 || graph.get(node).includes(node)) knots.push(knot);
}

function closedWalk(graph, knot) {
  const seen = [];
  let node = [...knot].sort()[0];
  while (!seen.includes(node)) {
    seen.push(node);
    const inside = graph.get(node).filter((next) => knot.has(next));
    node = inside.find((next) => !seen.includes(next)) ?? inside[0];
  }
  return [...seen.slice(seen.indexOf(node)), node];
}
