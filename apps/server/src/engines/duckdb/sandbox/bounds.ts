import type { Token } from './lexer.ts';
import { RefusedStatement } from './rules.ts';

/** Brackets, CASEs, and signs or NOTs in a row that stand inside each other. */
const maxDepth = 1000;
/** Levels of the parsed tree: a sum of many parts is as deep as it is long. */
const maxTreeDepth = 2500;
/** SELECTs of one statement, those of UNIONs among them. */
const maxSelects = 1000;
/** Tables that are read when every name of a WITH clause is replaced by what it stands for. */
const maxExpandedTables = 10_000;

const opening = new Set(['(', '[', '{']);
const closing = new Set([')', ']', '}']);
const prefixes = new Set(['not', '-', '+', '~', '!', '@']);

/** The first token that is nested too deep for the parser. */
export function findTooDeep(tokens: readonly Token[]): Token | undefined {
  let depth = 0;
  let prefixed = 0;
  return tokens.find(({ kind, text }) => {
    const word = kind === 'word' ? text.toLowerCase() : text;
    if (opening.has(word) || word === 'case') depth += 1;
    else if (closing.has(word) || word === 'end') depth = Math.max(0, depth - 1);
    prefixed = prefixes.has(word) ? prefixed + 1 : 0;
    return depth + prefixed > maxDepth;
  });
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Place {
  readonly node: Json;
  readonly depth: number;
}

/** After the parser and before anything reads the tree: walked without recursion, which would not bear what is refused. */
export function checkSize(root: unknown): void {
  let selects = 0;
  // The parser wrote it.
  const waiting: Place[] = [{ node: root as Json, depth: 0 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { node, depth } = place;
    if (typeof node !== 'object' || node === null) continue;
    if (depth > maxTreeDepth) throw new RefusedStatement('The statement is nested too deeply.');
    const isNode = !Array.isArray(node);
    if (isNode && 'type' in node && node.type === 'SELECT_NODE') selects += 1;
    if (selects > maxSelects) throw new RefusedStatement(`The statement has more than ${maxSelects} SELECTs.`);
    for (const inner of Object.values(node)) waiting.push({ node: inner, depth: isNode ? depth + 1 : depth });
  }
  if (countTables(root as Json, new Map()) > maxExpandedTables)
    throw new RefusedStatement(
      'The parts of the WITH clause use each other so often that the statement would read more than 10,000 tables.',
    );
}

type Expanded = ReadonlyMap<string, number>;

/** How many tables a part reads when what WITH names is written out; parts that double each other soon make millions. */
function countTables(node: Json, known: Expanded): number {
  if (typeof node !== 'object' || node === null) return 0;
  if ('type' in node && node.type === 'BASE_TABLE' && 'table_name' in node)
    return known.get(String(node.table_name).toLowerCase()) ?? 1;
  const scope = 'cte_map' in node ? withParts(node.cte_map ?? null, known) : known;
  let count = 0;
  for (const [key, value] of Object.entries(node)) if (key !== 'cte_map') count += countTables(value, scope);
  return count;
}

function withParts(cteMap: Json, known: Expanded): Expanded {
  const map = typeof cteMap === 'object' && cteMap !== null && 'map' in cteMap ? cteMap.map : null;
  if (!Array.isArray(map) || map.length === 0) return known;
  const scope = new Map(known);
  for (const entry of map as readonly Json[]) {
    if (typeof entry !== 'object' || entry === null || !('key' in entry)) continue;
    scope.set(String(entry.key).toLowerCase(), Math.max(1, countTables(entry.value ?? null, scope)));
  }
  return scope;
}
