/**
 * Style sheets are CSS modules whose classes and users agree: every class is used by who imports the module, as `styles.name`, and
 * every `styles.name` is a class. Global sheets are those named here alone. Every custom property that a sheet sets is read.
 * No `:has()` asks the whole page, or where the pointer is: with it whatever is put into the page, or each step of the pointer,
 * styles thousands of elements anew.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles } from '../sources.mjs';
import { importsOf, lineAt, walk } from './syntax.mjs';

export const title = 'Style classes';

/** Tokens and reset. No line is added here. */
const globalSheets = new Set(['packages/ui/src/base.css', 'packages/ui/src/tokens.css']);

export function check({ root, sources }) {
  const sheets = listFiles(root, ['packages', 'apps'], (path) => path.endsWith('.css'));
  const modules = new Map(
    sheets.filter((path) => path.endsWith('.module.css')).map((path) => [path, readModule(root, path)]),
  );
  return [
    ...sheets.filter((path) => !modules.has(path) && !globalSheets.has(path)).map(toGlobalProblem),
    ...[...globalSheets].filter((path) => isGone(root, path, sheets)).map(toGoneProblem),
    ...sources.flatMap((source) => userProblems(source, modules)),
    ...[...modules].flatMap(([path, module]) => unusedProblems(path, module)),
    ...tokenProblems(root, sheets, sources),
    ...unsetProblems(root, sheets, sources),
    ...sheets.flatMap((path) => hasProblems(root, path)),
  ];
}

/** The list is this project's: another one, as those of the check's own tests, need not have its sheets. */
function isGone(root, path, sheets) {
  return existsSync(join(root, 'packages/ui/src/tokens.css')) && !sheets.includes(path);
}

function toGlobalProblem(path) {
  return { path, line: 1, message: 'a style sheet is a CSS module beside its component (name.module.css)' };
}

function toGoneProblem(path) {
  return {
    path,
    line: 1,
    message: 'this global sheet is gone: take it from the list of tools/checks/style-classes.mjs',
  };
}

/** Class name -> the line of its first rule, and which of them somebody has named. */
function readModule(root, path) {
  const text = withoutComments(readFileSync(join(root, path), 'utf8'));
  const classes = new Map();
  for (const { 0: selector, index } of text.matchAll(/[^{};]+(?=\{)/g)) {
    if (selector.trim().startsWith('@')) continue;
    const own = selector.replace(/:global\([^)]*\)|\[[^\]]*\]|"[^"]*"|'[^']*'/g, blank);
    for (const match of own.matchAll(/\.([A-Za-z_][\w-]*)/g))
      if (!classes.has(match[1])) classes.set(match[1], text.slice(0, index + match.index).split('\n').length);
  }
  return { classes, used: new Set(), users: 0 };
}

function withoutComments(css) {
  return css.replace(/\/\*[\s\S]*?\*\//g, blank);
}

/** The same length and lines, without the content. */
function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

function userProblems(source, modules) {
  const known = new Map();
  for (const { specifier } of importsOf(source)) {
    const path = posix.normalize(posix.join(posix.dirname(source.path), specifier));
    if (specifier.startsWith('.') && modules.has(path)) known.set(specifier, modules.get(path));
  }
  if (known.size === 0) return [];
  const names = new Map();
  for (const node of source.program.body) {
    const module = node.type === 'ImportDeclaration' ? known.get(node.source.value) : undefined;
    if (!module) continue;
    module.users += 1;
    for (const { type, local } of node.specifiers) if (type === 'ImportDefaultSpecifier') names.set(local.name, module);
  }
  return useProblems(source, names);
}

function useProblems(source, names) {
  const problems = [];
  walk(source.program, (node, parent) => {
    if (node.type === 'ImportDeclaration') return false;
    if (node.type !== 'Identifier' || !names.has(node.name) || isOnlyAName(node, parent)) return;
    const { classes, used } = names.get(node.name);
    const name = parent.type === 'MemberExpression' && parent.object === node ? nameOf(parent) : undefined;
    if (name === undefined)
      problems.push(
        problem(source, node, `name the class, as ${node.name}.name: whether it exists cannot be seen here`),
      );
    else if (!classes.has(name)) problems.push(problem(source, node, `${node.name}.${name} is no class of the module`));
    used.add(name);
  });
  return problems;
}

/** A member or a key that is called as the import is. */
function isOnlyAName(node, parent) {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand;
}

function nameOf({ computed, property }) {
  if (!computed) return property.name;
  return property.type === 'Literal' ? String(property.value) : undefined;
}

function unusedProblems(path, { classes, used, users }) {
  if (users === 0) return [{ path, line: 1, message: 'nothing imports this style sheet' }];
  return [...classes]
    .filter(([name]) => !used.has(name))
    .map(([name, line]) => ({ path, line, message: `nothing uses .${name}` }));
}

/** Names of custom properties, or their beginnings where a number follows: '--data-'. */
const customProperty = /--[a-z][\w-]*/g;

/** Custom properties that are set in a sheet and read by none and by no source. */
function tokenProblems(root, sheets, sources) {
  const texts = sheets.map((path) => ({ path, text: withoutComments(readFileSync(join(root, path), 'utf8')) }));
  const read = new Set([
    ...texts.flatMap(({ text }) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map((match) => match[1])),
    ...sources.flatMap(({ text }) => text.match(customProperty) ?? []),
  ]);
  const isRead = (name) => read.has(name) || read.has(name.replace(/\d+$/, ''));
  return texts.flatMap(({ path, text }) => {
    const lines = new Map();
    for (const { 1: name, index } of text.matchAll(/(--[a-z][\w-]*)\s*:/g))
      if (!lines.has(name)) lines.set(name, text.slice(0, index).split('\n').length);
    return [...lines]
      .filter(([name]) => !isRead(name))
      .map(([name, line]) => ({ path, line, message: `nothing reads ${name}` }));
  });
}

/** Custom properties that are read with nothing in their place, and that no sheet sets and no source names. */
function unsetProblems(root, sheets, sources) {
  const texts = [
    ...sheets.map((path) => ({ path, text: withoutComments(readFileSync(join(root, path), 'utf8')) })),
    ...sources,
  ];
  const set = new Set(
    texts.flatMap(({ text }) => text.replace(/var\(\s*--[\w-]+/g, blank).match(customProperty) ?? []),
  );
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(/var\(\s*(--[a-z][\w-]*)\s*\)/g)]
      .filter(([, name]) => !set.has(name))
      .map(({ 1: name, index }) => ({
        path,
        line: text.slice(0, index).split('\n').length,
        message: `nothing sets ${name}`,
      })),
  );
}

const costlyHas = [
  {
    pattern: /(?:^|[\s,(>])(?:html|body|:root|\*):has\(/,
    message: 'no :has() of the whole page: set an attribute on it instead',
  },
  {
    pattern: /:has\([^()]*(?:\([^()]*\)[^()]*)*:hover/,
    message: 'no :hover within :has(): mark what is under the pointer instead',
  },
];

function hasProblems(root, path) {
  const text = withoutComments(readFileSync(join(root, path), 'utf8'));
  return [...text.matchAll(/[^{};]+(?=\{)/g)].flatMap(({ 0: selector, index }) =>
    costlyHas
      .filter(({ pattern }) => pattern.test(selector))
      .map(({ message }) => ({
        path,
        line: text.slice(0, index + selector.indexOf(':has(')).split('\n').length,
        message,
      })),
  );
}

function problem(source, node, message) {
  return { path: source.path, line: lineAt(source, node.start), message };
}
