/**
 * What an endpoint answers is said by the contract alone: outside its way to the server the web never gives an answer
 * another type, be it by `as` behind a call, or by a type argument of what asks. Tests may, since they stand in for the server.
 */
import { exceptionAt, isTestFile, lineAt, walk } from './syntax.mjs';

export const title = 'Named answers';

const way = 'apps/web/src/api/';
const calls = new Set(['callEndpoint', 'openEndpoint', 'callResource', 'updateItem', 'listPage', 'useList', 'useItem']);
const readers = new Set([...calls, 'json', 'readJsonLines', 'readEvents']);
const wrappers = { AwaitExpression: 'argument', MemberExpression: 'object', ChainExpression: 'expression' };
const casts = new Set(['TSAsExpression', 'TSTypeAssertion', 'TSNonNullExpression', 'ParenthesizedExpression']);

export function check({ sources }) {
  return sources
    .filter(({ path }) => path.startsWith('apps/web/src/') && !path.startsWith(way) && !isTestFile(path))
    .flatMap((source) => namedIn(source).filter(({ line }) => !exceptionAt(source, line, 'named-answers')));
}

function namedIn(source) {
  const found = [];
  const add = (node, message) => found.push({ path: source.path, line: lineAt(source, node.start), message });
  walk(source.program, (node) => {
    const isConst = node.typeAnnotation?.typeName?.name === 'const';
    if (node.type === 'TSAsExpression' && !isConst && isAnswer(node.expression))
      add(node, 'names the type of an answer: its endpoint says it');
    if (node.type === 'CallExpression' && node.typeArguments && readers.has(nameOf(node.callee)))
      add(node, `gives ${nameOf(node.callee)} the type of an answer: its endpoint says it`);
    return true;
  });
  return found;
}

/** Whether an expression is what a call brought, or a part of it. */
function isAnswer(node) {
  if (node.type === 'CallExpression') return readers.has(nameOf(node.callee)) || isLaterPart(node.callee);
  if (casts.has(node.type)) return isAnswer(node.expression);
  const inner = node[wrappers[node.type]];
  return inner ? isAnswer(inner) : false;
}

/** `call.then(…)` and the like. */
function isLaterPart(callee) {
  return callee.type === 'MemberExpression' && isAnswer(callee.object);
}

function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? callee.property.name : undefined;
}
