import { refusal } from '../remote/index.ts';
import {
  dictionaryTableFunction,
  isOpenTableFunction,
  isRefusedFunction,
  queryTableFunction,
} from './grammar/names.ts';
import type { ReadStatement } from './grammar/statement.ts';

/**
 * The server's own tree of a statement (`EXPLAIN AST`: it parses and does nothing else) against what was read of it here. Where
 * the tree names a table or calls a function that was not read here, one of the two is wrong, and the statement is refused.
 */
export function assertSameReading(statement: ReadStatement, lines: readonly string[]): void {
  const known = new Set([
    ...statement.tables.map(({ schema, table }) => (schema === null ? table : `${schema}.${table}`)),
    ...statement.withNames,
  ]);
  const called = new Set(statement.functions.map(({ name }) => name.toLowerCase()));
  const nodes = lines.flatMap(readNode);
  for (const [index, node] of nodes.entries()) {
    const parent = nodes[index - 1];
    if (node.kind === 'Set') throw refusal('SETTINGS may not be changed here.');
    const isInTable = parent?.kind === 'TableExpression' && node.depth > parent.depth;
    if (node.kind === 'TableIdentifier' || (isInTable && node.kind === 'Identifier')) assertKnown(known, node.name);
    if (node.kind === 'Function') assertCallable(node.name.toLowerCase(), { called, isInTable });
    if (node.kind === 'Function' && inFunctions.has(node.name)) assertRightOfIn(nodes, index, known);
  }
}

interface TreeNode {
  readonly depth: number;
  readonly kind: string;
  readonly name: string;
}

const line = /^( *)(\w+)(?: (.*?))??(?: \(alias .*?\))?(?: \(children \d+\))?$/;

/** ` Function url (alias u) (children 1)`; lines of another shape say nothing that is looked at. */
function readNode(text: string): readonly TreeNode[] {
  const [, indent = '', kind, name = ''] = line.exec(text) ?? [];
  return kind === undefined ? [] : [{ depth: indent.length, kind, name }];
}

function assertKnown(known: ReadonlySet<string>, name: string): void {
  if (!known.has(name)) throw otherReading(`the table "${name}"`);
}

function assertCallable(
  name: string,
  { called, isInTable }: { called: ReadonlySet<string>; isInTable: boolean },
): void {
  if (inFunctions.has(name) || operators.has(name)) return;
  if (isRefusedFunction(name)) throw refusal(`The function "${name}" may not be called here.`);
  if (!isInTable) return;
  const isOpen = name === queryTableFunction || name === dictionaryTableFunction || isOpenTableFunction(name);
  if (!isOpen) throw refusal(`The table function "${name}" may not be used here.`);
  if (isOpenTableFunction(name) && !called.has(name)) throw otherReading(`the table function "${name}"`);
}

/** The second argument of IN, where it is a name: a table. */
function assertRightOfIn(nodes: readonly TreeNode[], index: number, known: ReadonlySet<string>): void {
  const depth = (nodes[index]?.depth ?? 0) + 2;
  const following = nodes.slice(index + 1);
  const end = following.findIndex((node) => node.depth < depth - 1);
  const inside = (end < 0 ? following : following.slice(0, end)).filter((node) => node.depth === depth);
  const right = inside.at(1);
  if (right?.kind === 'Identifier' || right?.kind === 'TableIdentifier') assertKnown(known, right.name);
}

const inFunctions: ReadonlySet<string> = new Set([
  ...['in', 'notIn', 'globalIn', 'globalNotIn', 'nullIn', 'notNullIn', 'globalNullIn', 'globalNotNullIn'],
]);
/** Signs and words of the grammar that the tree calls functions, and whose names are refused when they are called. */
const operators: ReadonlySet<string> = new Set([...inFunctions].map((name) => name.toLowerCase()));

function otherReading(what: string): Error {
  return refusal(`The statement cannot be read for certain: the server finds ${what} in it. Write it in another way.`);
}
