/**
 * Reads source files into syntax trees, once each, and walks them. The parser is the one that Vite brings.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** A parsed file: `path` relative to the root, its text, its tree, its comments. */
export function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return { path, text, program, comments, lineStarts: lineStartsOf(text) };
}

function lineStartsOf(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** 1-based line of an offset. */
export function lineAt(source, offset) {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (source.lineStarts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Calls `visit(node, parent)` for every node, parents first; a visit that returns false skips what is inside. */
export function walk(node, visit, parent = null) {
  if (visit(node, parent) === false) return;
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const item of value) if (item && typeof item.type === 'string') walk(item, visit, node);
    } else if (value && typeof value.type === 'string') walk(value, visit, node);
  }
}

/** Tests, and the files beside them that only tests take (`engine-fixture.ts`). */
export function isTestFile(path) {
  return /\.(test|e2e)\.tsx?$|(\/|-)fixtures?\.tsx?$/.test(path);
}

/**
 * Every import and re-export with a literal source: `kind` is `value`, `type` (gone at run time), `dynamic`, or `glob` for
 * the patterns of `import.meta.glob`.
 */
export function importsOf(source) {
  const found = [];
  const add = (node, kind) => found.push({ specifier: node.value, kind, line: lineAt(source, node.start) });
  walk(source.program, (node) => {
    if (node.type === 'ImportDeclaration') add(node.source, isTypeOnly(node, node.importKind) ? 'type' : 'value');
    if (node.type === 'ExportAllDeclaration') add(node.source, node.exportKind === 'type' ? 'type' : 'value');
    if (node.type === 'ExportNamedDeclaration' && node.source)
      add(node.source, isTypeOnly(node, node.exportKind) ? 'type' : 'value');
    if (node.type === 'ImportExpression' && node.source.type === 'Literal') add(node.source, 'dynamic');
    if (isGlobCall(node)) for (const pattern of literalsOf(node.arguments[0])) add(pattern, 'glob');
    if (node.type === 'TSImportType' && node.source?.type === 'Literal') add(node.source, 'type');
  });
  return found;
}

function isGlobCall({ type, callee }) {
  return (
    type === 'CallExpression' &&
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.name === 'glob'
  );
}

function literalsOf(argument) {
  return (argument.type === 'ArrayExpression' ? argument.elements : [argument]).filter(
    ({ type }) => type === 'Literal',
  );
}

/** The files that a relative pattern of `import.meta.glob` names: `*` is one part of a path, `**` any parts. */
export function filesOfGlob(path, pattern, paths) {
  const whole = posix.normalize(posix.join(posix.dirname(path), pattern));
  const words = whole.split(/(\*\*\/|\*)/).map((word) => globWords[word] ?? word.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const isNamed = new RegExp(`^${words.join('')}$`);
  return paths.filter((other) => isNamed.test(other));
}

const globWords = { '*': '[^/]*', '**/': '(?:[^/]+/)*' };

function isTypeOnly(node, kind) {
  if (kind === 'type') return true;
  return (
    node.specifiers.length > 0 &&
    node.specifiers.every((specifier) => (specifier.importKind ?? specifier.exportKind) === 'type')
  );
}

/** The reason given on the line, or on the one above it, for breaking the named rule; null when there is none. */
export function exceptionAt(source, line, rule) {
  const marker = new RegExp(`check-ignore ${rule}: *(\\S.*)`);
  for (const at of [line, line - 1]) {
    const text = source.text.slice(source.lineStarts[at - 1], source.lineStarts[at]);
    const match = marker.exec(text);
    if (match) return match[1].replace(/\s*\*\/.*$/, '').trim();
  }
  return null;
}
