/**
 * Which tests name which rows of docs/requirements.md. A test names a row by its id in brackets in its title. What is
 * skipped proves nothing: tests and groups that are skipped or to do, and those that a condition may leave out.
 */
import { lineAt, readSource, walk } from './checks/syntax.mjs';
import { listFiles } from './sources.mjs';

const testFolders = ['packages', 'apps', 'testkit', 'e2e', 'bench', 'tools'];
const leftOut = new Set(['skip', 'todo', 'fixme', 'fails', 'skipIf', 'runIf']);

/** Rows of the ledger, in its order: `{id, text}`. */
export function readRequirements(markdown) {
  return markdown.split('\n').flatMap((line) => {
    const match = /^\|\s*([A-Z]{3}-\d{3})\s*\|\s*(.*?)\s*\|\s*[^|]*\|\s*$/.exec(line);
    return match ? [{ id: match[1], text: match[2] }] : [];
  });
}

/** Every test that may run, as `{path, line, title, ids}`. */
export function findTests(root) {
  return listFiles(root, testFolders, isTestPath).flatMap((path) => testsIn(readSource(root, path)));
}

export function isTestPath(path) {
  return /\.(test|spec|e2e)\.(ts|tsx|mts)$/.test(path);
}

/** Tests of one file that may run. */
export function testsIn(source) {
  const tests = [];
  walk(source.program, (node) => {
    const call = node.type === 'CallExpression' ? testCallOf(node) : null;
    if (call === null) return true;
    if (call.words.some((word) => leftOut.has(word)) || skipsItself(node)) return false;
    if (call.words[0] === 'describe') return true;
    const ids = [...call.title.matchAll(/\b[A-Z]{3}-\d{3}\b/g)].map(([id]) => id);
    tests.push({ path: source.path, line: lineAt(source, node.start), title: call.title, ids: [...new Set(ids)] });
    return false;
  });
  return tests;
}

/** `it('...')`, `test.describe('...')` and `it.each(...)('...')` as `{words, title}`; null for every other call. */
function testCallOf({ callee, arguments: [first] }) {
  const words = wordsOf(callee);
  if (!['it', 'test', 'describe'].includes(words[0])) return null;
  const title = first ? textOf(first) : null;
  if (title === null) return null;
  return { words: words.includes('describe') ? ['describe', ...words] : words, title };
}

/** The names of a callee in their order, also those of the call that made it. */
function wordsOf(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return wordsOf(callee.callee);
  if (callee.type !== 'MemberExpression') return [''];
  return [...wordsOf(callee.object), callee.property.name ?? ''];
}

function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('%s') : null;
}

/** `test.skip(condition, reason)` in the body of a test. */
function skipsItself({ arguments: given }) {
  const body = given.at(-1)?.body;
  const statements = body?.type === 'BlockStatement' ? body.body : [];
  return statements.some(({ type, expression }) => {
    if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return false;
    const [room, word] = wordsOf(expression.callee);
    return room === 'test' && leftOut.has(word);
  });
}
