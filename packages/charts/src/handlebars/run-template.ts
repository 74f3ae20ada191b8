import { type AST, parse } from '@handlebars/parser';
import { isRecord, msg } from '@powerset/chart-kit';
import { BoundReached, bounds, TemplateFault } from './bounds.ts';
import { helpers } from './helpers.ts';
import { escapeText, isNothing, memberOf, SafeText, textOfValue } from './values.ts';

/** What a template sees where it stands: the value, what surrounds it, and names that blocks give. */
interface Scope {
  readonly value: unknown;
  readonly outer: Scope | null;
  /** `@index`, `@key`, `@first`, `@last`, `@root`. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly names: Readonly<Record<string, unknown>>;
  readonly partials: ReadonlyMap<string, AST.Program>;
}

interface Run {
  readonly locale: string;
  steps: number;
  depth: number;
  length: number;
}

/** Runs a template over a value. Nothing of it becomes code: its tree is walked, with own members and known helpers alone. */
export function runTemplate(template: string, value: unknown, locale = 'en'): string {
  if (template.length > bounds.templateLength) throw new BoundReached('length');
  const program = parseTemplate(template);
  const run: Run = { locale, steps: 0, depth: 0, length: 0 };
  return runProgram(program, { value, outer: null, data: { root: value }, names: {}, partials: new Map() }, run);
}

/** Refuses what is nested so deep that reading it would take minutes. */
function refuseDeep(template: string): void {
  let [blocks, brackets, branches] = [0, 0, 0];
  for (const [, sign = '', other = ''] of template.matchAll(/{{~?\s*(#|\/|\^(?!\s*~?}})|else\s+\w)?|([()])/g)) {
    if (other === '') brackets = 0;
    if (sign === '#' || sign === '^') blocks += 1;
    if (sign === '/') blocks -= 1;
    if (sign.startsWith('else')) branches += 1;
    if (other !== '') brackets += other === '(' ? 1 : -1;
    if (Math.max(blocks, brackets) > bounds.depth || branches > maxBranches) throw new BoundReached('depth');
  }
}

/** Each branch of a condition stands within the one before. */
const maxBranches = 200;

function parseTemplate(template: string): AST.Program {
  refuseDeep(template);
  try {
    return parse(template);
  } catch (error) {
    // Nesting that the parser's own walk does not survive.
    if (error instanceof RangeError) throw new BoundReached('depth');
    throw new TemplateFault(error instanceof Error ? error.message : String(error));
  }
}

function step(run: Run): void {
  run.steps += 1;
  if (run.steps > bounds.steps) throw new BoundReached('steps');
}

function runProgram(program: AST.Program | undefined, scope: Scope, run: Run): string {
  if (!program) return '';
  if (run.depth >= bounds.depth) throw new BoundReached('depth');
  run.depth += 1;
  const own = withInlinePartials(program, scope);
  let text = '';
  for (const statement of program.body) {
    step(run);
    const written = runStatement(statement, own, run);
    text += written;
    // Blocks count what they write themselves.
    if (!isBlock(statement)) run.length += written.length;
    if (run.length > bounds.outputLength) throw new BoundReached('output');
  }
  run.depth -= 1;
  return text;
}

const isBlock = ({ type }: AST.Statement) => type === 'BlockStatement' || type.startsWith('Partial');

function runStatement(statement: AST.Statement, scope: Scope, run: Run): string {
  switch (statement.type) {
    case 'ContentStatement':
      // The type of a node says which one it is.
      return (statement as AST.ContentStatement).value;
    case 'MustacheStatement':
      return runMustache(statement as AST.MustacheStatement, scope, run);
    case 'BlockStatement':
      return runBlock(statement as AST.BlockStatement, scope, run);
    case 'PartialStatement':
      return runPartial(statement as AST.PartialStatement, scope, run);
    case 'CommentStatement':
    case 'DecoratorBlock':
      return '';
    default:
      throw new TemplateFault(`${statement.type}?`);
  }
}

function runMustache(statement: AST.MustacheStatement, scope: Scope, run: Run): string {
  const value = valueOfCall(statement, scope, run);
  const text = textOfValue(value);
  return statement.escaped && !(value instanceof SafeText) ? escapeText(text) : text;
}

interface Call {
  readonly path: AST.Expression;
  readonly params: readonly AST.Expression[];
  readonly hash?: AST.Hash;
}

/** A helper where one has that name, else what the name stands for. */
function valueOfCall(call: Call, scope: Scope, run: Run): unknown {
  const name = simpleName(call.path);
  const helper = name === null ? undefined : helpers.get(name);
  if (helper && name !== null && !Object.hasOwn(scope.names, name)) {
    const params = call.params.map((param) => evaluate(param, scope, run));
    return helper({ params, hash: hashOf(call.hash, scope, run), locale: run.locale });
  }
  if (call.params.length > 0) throw new TemplateFault(`Missing helper: "${pathText(call.path)}"`);
  return evaluate(call.path, scope, run);
}

function hashOf(hash: AST.Hash | undefined, scope: Scope, run: Run): Readonly<Record<string, unknown>> {
  return Object.fromEntries((hash?.pairs ?? []).map(({ key, value }) => [key, evaluate(value, scope, run)]));
}

const isPath = (node: AST.Expression): node is AST.PathExpression => node.type === 'PathExpression';
const pathText = (node: AST.Expression) => (isPath(node) ? node.original : node.type);

/** The name of a call without dots, `this` or `@`. */
function simpleName(node: AST.Expression): string | null {
  if (!isPath(node) || node.data || node.depth > 0 || node.parts.length !== 1) return null;
  const [part] = node.parts;
  return typeof part === 'string' && node.original === part ? part : null;
}

function evaluate(node: AST.Expression, scope: Scope, run: Run): unknown {
  step(run);
  if (isPath(node)) return valueOfPath(node, scope, run);
  if (node.type === 'SubExpression') return valueOfCall(node as AST.SubExpression, scope, run);
  // All other expressions are literals; null and undefined have no value.
  return (node as { readonly value?: unknown }).value ?? null;
}

function valueOfPath(path: AST.PathExpression, scope: Scope, run: Run): unknown {
  let at: Scope | null = scope;
  for (let depth = 0; depth < path.depth && at; depth += 1) at = at.outer;
  if (!at) return undefined;
  const parts = path.parts.map((part) => (typeof part === 'string' ? part : textOfValue(evaluate(part, scope, run))));
  const [head = '', ...tail] = parts;
  if (path.data) return tail.reduce(memberOf, memberOf(at.data, head));
  const isNamed = path.depth === 0 && !/^(this|\.)/.test(path.original) && Object.hasOwn(at.names, head);
  return isNamed ? tail.reduce(memberOf, at.names[head]) : parts.reduce(memberOf, at.value);
}

function runBlock(block: AST.BlockStatement, scope: Scope, run: Run): string {
  const name = simpleName(block.path);
  const first = () => (block.params[0] ? evaluate(block.params[0], scope, run) : undefined);
  const otherwise = () => runProgram(block.inverse, scope, run);
  const then = () => runProgram(block.program, scope, run);
  switch (name) {
    case 'if':
      return holds(first(), hashOf(block.hash, scope, run)) ? then() : otherwise();
    case 'unless':
      return holds(first(), hashOf(block.hash, scope, run)) ? otherwise() : then();
    case 'with': {
      const value = first();
      return isNothing(value) ? otherwise() : runWith(block, value, { scope, run });
    }
    case 'each':
      return runEach(block, first(), { scope, run });
    case 'group':
      return runEach(block, groupsOf(first(), hashOf(block.hash, scope, run).by), { scope, run });
    default:
      return runPlainBlock(block, { scope, run });
  }
}

const holds = (value: unknown, { includeZero }: Readonly<Record<string, unknown>>) =>
  !isNothing(value) || (value === 0 && includeZero === true);

interface Place {
  readonly scope: Scope;
  readonly run: Run;
}

/** A block of a value or of a helper that answers yes or no: once for each of a list, with what is there, or not at all. */
function runPlainBlock(block: AST.BlockStatement, { scope, run }: Place): string {
  const value = valueOfCall(block, scope, run);
  if (Array.isArray(value)) return runEach(block, value, { scope, run });
  if (isNothing(value)) return runProgram(block.inverse, scope, run);
  return isRecord(value) ? runWith(block, value, { scope, run }) : runProgram(block.program, scope, run);
}

/** Rows by one of their members, each group with its value and items. */
function groupsOf(rows: unknown, by: unknown): readonly unknown[] {
  const groups = new Map<unknown, unknown[]>();
  const name = textOfValue(by);
  for (const row of Array.isArray(rows) ? rows : []) {
    const value = name.split('.').reduce<unknown>(memberOf, row) ?? null;
    const items = groups.get(value) ?? [];
    items.push(row);
    groups.set(value, items);
  }
  return [...groups].map(([value, items]) => ({ value, items }));
}

function runWith(block: AST.BlockStatement, value: unknown, { scope, run }: Place): string {
  const [name] = block.program.blockParams ?? [];
  const names = name ? { ...scope.names, [name]: value } : scope.names;
  return runProgram(block.program, { ...scope, value, outer: scope, names }, run);
}

function runEach(block: AST.BlockStatement, value: unknown, { scope, run }: Place): string {
  const entries = entriesOf(value);
  if (entries.length === 0) return runProgram(block.inverse, scope, run);
  const [itemName, keyName] = block.program.blockParams ?? [];
  return entries
    .map(([key, item], index) => {
      step(run);
      const names = {
        ...scope.names,
        ...(itemName ? { [itemName]: item } : {}),
        ...(keyName ? { [keyName]: key } : {}),
      };
      const data = { ...scope.data, key, index, first: index === 0, last: index === entries.length - 1 };
      return runProgram(block.program, { ...scope, value: item, outer: scope, data, names }, run);
    })
    .join('');
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return isRecord(value) ? Object.entries(value) : [];
}

/** Parts that the program names for its own use. */
function withInlinePartials(program: AST.Program, scope: Scope): Scope {
  const found = program.body.flatMap((statement): [string, AST.Program][] => {
    if (statement.type !== 'DecoratorBlock') return [];
    // The type of a node says which one it is.
    const { path, params, program: part } = statement as AST.DecoratorBlock;
    const name = params[0]?.type === 'StringLiteral' ? (params[0] as AST.StringLiteral).value : '';
    return simpleName(path) === 'inline' && name !== '' ? [[name, part]] : [];
  });
  return found.length === 0 ? scope : { ...scope, partials: new Map([...scope.partials, ...found]) };
}

function runPartial({ name, params, hash }: AST.PartialStatement, scope: Scope, run: Run): string {
  const called = isPath(name) ? name.original : textOfValue(evaluate(name, scope, run));
  const part = scope.partials.get(called);
  if (!part) throw new TemplateFault(`The partial ${called} could not be found`);
  const [first] = params;
  const given = first ? evaluate(first, scope, run) : scope.value;
  const added = hashOf(hash, scope, run);
  const value = isRecord(given) ? { ...given, ...added } : given;
  return runProgram(part, { ...scope, value, outer: scope }, run);
}

export const boundTexts = {
  length: msg('The template is longer than {{count}} characters.'),
  steps: msg('The template takes more than {{count}} steps: it repeats too much.'),
  output: msg('The template writes more than {{count}} characters.'),
  depth: msg('The template is nested more than {{count}} deep.'),
} as const;
