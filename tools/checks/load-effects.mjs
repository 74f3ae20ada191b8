/**
 * Loading a module does nothing: no top-level statement acts, and no constant reads the clock, the disk or the page.
 * Programs (main, child, pages' entry) and tests are started, not loaded.
 */
import { exceptionAt, isTestFile, lineAt, walk } from './syntax.mjs';

export const title = 'Side effects at load';

const programs = [
  /(^|\/)(main|child|worker|cli)\.tsx?$/,
  /-(child|worker|main)\.tsx?$/,
  /\.config\.ts$/,
  /\.d\.ts$/,
  /^(e2e|bench)\//,
];
const actingStatements =
  /^(ExpressionStatement|IfStatement|For\w*Statement|WhileStatement|DoWhileStatement|TryStatement|SwitchStatement|ThrowStatement|BlockStatement)$/;
const worldNames = new Set([
  'process',
  'document',
  'window',
  'localStorage',
  'sessionStorage',
  'navigator',
  'fetch',
  'setTimeout',
  'setInterval',
  'performance',
]);
const worldCalls = [
  /^Date\.now$/,
  /^Math\.random$/,
  /^crypto\./,
  /(read|write|open|exists|stat|mkdir)\w*Sync$/,
  /^randomUUID$/,
];

export function check({ sources }) {
  return sources
    .filter(({ path }) => !isTestFile(path) && !programs.some((program) => program.test(path)))
    .flatMap((source) => effectsOf(source).filter(({ line }) => !exceptionAt(source, line, 'load-effects')));
}

function effectsOf(source) {
  return source.program.body.flatMap((node) => {
    const line = lineAt(source, node.start);
    if (isDirective(node)) return [];
    if (actingStatements.test(node.type))
      return [{ path: source.path, line, message: 'a statement acts when the module is loaded' }];
    const world = declaredFrom(node).map(worldIn).find(Boolean);
    return world
      ? [{ path: source.path, line, message: `${world} is used when the module is loaded; pass it in` }]
      : [];
  });
}

function isDirective(node) {
  return node.type === 'ExpressionStatement' && typeof node.directive === 'string';
}

/** The expressions that run at load: initialisers of constants, and a default export's value. */
function declaredFrom(node) {
  const declaration = node.type.startsWith('Export') ? node.declaration : node;
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.map(({ init }) => init).filter(Boolean);
  return [];
}

function worldIn(expression) {
  let found = null;
  walk(expression, (node, parent) => {
    if (/Function|TSType/.test(node.type)) return false;
    if (node.type === 'Identifier' && worldNames.has(node.name) && !isName(node, parent)) found ??= node.name;
    if (node.type === 'CallExpression' && worldCalls.some((call) => call.test(calleeText(node.callee))))
      found ??= calleeText(node.callee);
    if (node.type === 'NewExpression' && node.callee.name === 'Date' && node.arguments.length === 0)
      found ??= 'new Date()';
    return true;
  });
  return found;
}

/** A property's or key's name only looks like the global. */
function isName(node, parent) {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent?.type === 'Property' && parent.key === node && !parent.shorthand;
}

function calleeText(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed) return '';
  return `${calleeText(callee.object)}.${callee.property.name}`;
}
