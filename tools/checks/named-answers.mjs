/**
 * What an endpoint answers is said by the contract alone: outside its way to the server the web never gives an answer
 * another type, be it by `as` behind a call or behind a constant that holds what it brought, or by a type argument of what asks. Tests may, since they stand in for the server.
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
  const kept = answersIn(source.program);
  const isAnswer = (node) => isBrought(node) || kept.some((answer) => holds(answer, node));
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

/** The constants that hold what a call brought, or parts of it, each with the block in which it is known by that name. */
function answersIn(program) {
  const found = [];
  const look = (node, block) => {
    const inner = node.type === 'BlockStatement' ? node : block;
    if (node.type === 'VariableDeclarator' && node.init && isBrought(node.init))
      for (const name of namesIn(node.id)) found.push({ name, block: inner });
    for (const child of childrenOf(node)) look(child, inner);
  };
  look(program, program);
  return found;
}

function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string');
}

/** The names that a declaration gives. */
function namesIn(pattern) {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) => namesIn(property.value ?? property.argument));
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  return pattern.type === 'RestElement' ? namesIn(pattern.argument) : [];
}

/** Whether an expression begins with a constant that is known there. */
function holds({ name, block }, node) {
  const root = rootOf(node);
  return root.type === 'Identifier' && root.name === name && block.start <= root.start && root.end <= block.end;
}

function rootOf(node) {
  const inner = casts.has(node.type) ? node.expression : node[wrappers[node.type]];
  return inner ? rootOf(inner) : node;
}

/** Whether an expression is what a call brought, or a part of it. */
function isBrought(node) {
  if (node.type === 'CallExpression') return readers.has(nameOf(node.callee)) || isLaterPart(node.callee);
  if (casts.has(node.type)) return isBrought(node.expression);
  const inner = node[wrappers[node.type]];
  return inner ? isBrought(inner) : false;
}

/** `call.then(…)` and the like. */
function isLaterPart(callee) {
  return callee.type === 'MemberExpression' && isBrought(callee.object);
}

function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? callee.property.name : undefined;
}
