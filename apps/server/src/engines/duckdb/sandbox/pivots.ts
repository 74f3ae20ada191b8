import type { DuckDBConnection } from '@duckdb/node-api';
import type { OpenPivot } from '../protocol.ts';
import type { Token } from './lexer.ts';

/** Values of one PIVOT that are made columns; one more is asked for, to tell that there are more. */
export const maxPivotValues = 1000;

/** Words of one statement that may begin a PIVOT. */
const maxPivots = 50;

const heads = new Set(['pivot', 'pivot_wider']);
/** What follows the columns that are pivoted on. */
const endsOfList = new Set([
  'using',
  'group',
  'order',
  'limit',
  'offset',
  'union',
  'intersect',
  'except',
  'returning',
  ...heads,
]);

export interface MarkedTokens {
  /** With `IN ('mark')` behind every column that is pivoted on and has no list of values. */
  readonly tokens: readonly Token[];
  readonly marks: readonly string[];
}

/**
 * PIVOT without a list of values is two statements to DuckDB: it finds the values by a query of its own, which nobody
 * could check. A mark in the place of the list makes it one, which the parser reads as any other; the values are asked
 * for by a query that is checked (`readOpenPivots`), and stand in for the mark when the statement runs.
 */
export function markOpenPivots(tokens: readonly Token[]): MarkedTokens {
  const marks: string[] = [];
  const text = tokens.map((token) => token.text).join('');
  const newMark = () => {
    for (let number = marks.length; ; number += 1) {
      const mark = `values of pivot ${number}`;
      if (text.includes(mark) || marks.includes(mark)) continue;
      marks.push(mark);
      return mark;
    }
  };
  const after = new Map<number, Token>();
  const found = [...tokens.keys()].filter((index) => isWord(tokens[index]!, heads));
  // Each is followed to its end: what holds more of them is read without marks, and refused.
  if (found.length > maxPivots) return { tokens, marks: [] };
  for (const index of found) {
    for (const last of openColumns(tokens, index)) {
      const { end } = tokens[last]!;
      if (!after.has(last)) after.set(last, { kind: 'symbol', text: ` IN ('${newMark()}')`, start: end, end });
    }
  }
  const marked = tokens.flatMap((token, index) => [token, ...(after.has(index) ? [after.get(index)!] : [])]);
  return { tokens: marked, marks };
}

function isWord(token: Token, words: ReadonlySet<string>): boolean {
  return token.kind === 'word' && words.has(token.text.toLowerCase());
}

/** The last token of each column after the ON that belongs to the PIVOT, where it names no values. */
function openColumns(tokens: readonly Token[], head: number): readonly number[] {
  const own = tokensOfLevel(tokens, head + 1);
  const end = own.findIndex((index) => index > head + 1 && isWord(tokens[index]!, new Set(['group', ...heads])));
  const scope = end < 0 ? own : own.slice(0, end);
  const on = scope.findLastIndex((index) => isWord(tokens[index]!, new Set(['on'])));
  if (on < 0) return [];
  const columns: number[][] = [[]];
  for (const index of scope.slice(on + 1)) {
    if (isWord(tokens[index]!, endsOfList)) break;
    if (tokens[index]!.text === ',') columns.push([]);
    else columns.at(-1)!.push(index);
  }
  return columns
    .filter((column) => column.length > 0 && !column.some((index) => isWord(tokens[index]!, new Set(['in']))))
    .map((column) => column.at(-1)!);
}

/** From a token on to the bracket that closes what it stands in; what stands in brackets counts by its brackets alone. */
function tokensOfLevel(tokens: readonly Token[], from: number): readonly number[] {
  const level: number[] = [];
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const { text } = tokens[index]!;
    if (')]}'.includes(text)) depth -= 1;
    if (depth < 0) break;
    if (depth === 0) level.push(index);
    if ('([{'.includes(text)) depth += 1;
  }
  return level;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Where a marked PIVOT stands in the tree, as JSON pointers, and which WITH clauses it sees, the innermost last. */
interface Spot {
  readonly source: string;
  readonly expression: string;
  readonly scopes: readonly (readonly string[])[];
}

interface Search {
  readonly marks: ReadonlySet<string>;
  readonly found: Map<string, Spot>;
}

interface Here {
  readonly path: string;
  readonly scopes: Spot['scopes'];
}

/**
 * The queries that find the values of marked PIVOTs: of the parser's own tree, each with the WITH clauses that it sees.
 * Null where a mark stands anywhere else, so that somebody meant something else.
 */
export async function readOpenPivots(
  parser: DuckDBConnection,
  { json, node, marks }: { readonly json: string; readonly node: unknown; readonly marks: readonly string[] },
): Promise<readonly OpenPivot[] | null> {
  const search: Search = { marks: new Set(marks), found: new Map() };
  // The parser wrote it.
  look(node as Json, { path: '/statements/0/node', scopes: [] }, search);
  if (search.found.size !== marks.length) return null;
  const pivots: OpenPivot[] = [];
  for (const mark of marks) {
    const sql = await writeValuesQuery(parser, json, search.found.get(mark)!);
    pivots.push({ mark, sql });
  }
  return pivots;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function look(node: Json | undefined, here: Here, search: Search): void {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) look(item, { ...here, path: `${here.path}/${index}` }, search);
    return;
  }
  if (!isObject(node)) return;
  if (node.type === 'PIVOT') notePivot(node, here, search);
  const scopes = isObject(node.cte_map) ? lookIntoWith(node.cte_map, here, search) : here.scopes;
  for (const [key, value] of Object.entries(node))
    if (key !== 'cte_map') look(value, { path: `${here.path}/${key}`, scopes }, search);
}

/** Each part sees the ones before it. */
function lookIntoWith({ map }: JsonObject, { path, scopes }: Here, search: Search): Spot['scopes'] {
  const before: string[] = [];
  for (const [index, entry] of (Array.isArray(map) ? (map as readonly Json[]) : []).entries()) {
    const place = `${path}/cte_map/map/${index}`;
    look(entry, { path: place, scopes: [...scopes, [...before]] }, search);
    before.push(place);
  }
  return before.length === 0 ? scopes : [...scopes, before];
}

function notePivot(node: JsonObject, { path, scopes }: Here, { marks, found }: Search): void {
  const pivots = Array.isArray(node.pivots) ? (node.pivots as readonly Json[]) : [];
  for (const [index, pivot] of pivots.entries()) {
    const mark = isObject(pivot) ? markOf(pivot) : null;
    if (mark === null || !marks.has(mark)) continue;
    found.set(mark, { source: `${path}/source`, expression: `${path}/pivots/${index}/pivot_expressions/0`, scopes });
  }
}

function markOf({ entries }: JsonObject): string | null {
  const [entry] = Array.isArray(entries) ? (entries as readonly Json[]) : [];
  const [first] = isObject(entry) && Array.isArray(entry.values) ? (entry.values as readonly Json[]) : [];
  return isObject(first) && typeof first.value === 'string' ? first.value : null;
}

const valuesQuery = `SELECT DISTINCT CAST(x AS VARCHAR) FROM y WHERE x IS NOT NULL ORDER BY x LIMIT ${maxPivotValues + 1}`;

const aroundQuery = 'SELECT * FROM (SELECT 2)';

/** Parts of the tree are moved as text: numbers of more digits than ours hold stay what they are. */
async function writeValuesQuery(parser: DuckDBConnection, json: string, spot: Spot): Promise<string> {
  const [x, y] = await extract(parser, json, [spot.expression, spot.source]);
  const [inner = [], ...outer] = [...spot.scopes].reverse();
  const withOf = async (scope: readonly string[]) => `{"map":[${(await extract(parser, json, scope)).join(',')}]}`;
  let query = fill(await readTemplate(parser, valuesQuery), { x, y, with: await withOf(inner) });
  for (const scope of outer) {
    if (scope.length === 0) continue;
    query = fill(await readTemplate(parser, aroundQuery), { query, with: await withOf(scope) });
  }
  const reader = await parser.runAndReadAll('SELECT json_deserialize_sql($1::JSON)', [
    `{"error":false,"statements":[{"node":${query},"named_param_map":[]}]}`,
  ]);
  return String(reader.getRows()[0]?.[0]);
}

async function extract(
  parser: DuckDBConnection,
  json: string,
  paths: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const parts: string[] = [];
  for (const path of paths) {
    const reader = await parser.runAndReadAll('SELECT json_extract($1::JSON, $2::VARCHAR)::VARCHAR', [json, path]);
    parts.push(String(reader.getRows()[0]?.[0]));
  }
  return parts;
}

/** The parser's tree of a query of ours, with holes for the column `x`, the table `y`, WITH and the query in brackets. */
async function readTemplate(parser: DuckDBConnection, sql: string): Promise<string> {
  const reader = await parser.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)::VARCHAR', [sql]);
  const { statements } = JSON.parse(String(reader.getRows()[0]?.[0])) as { statements: readonly { node: unknown }[] };
  return JSON.stringify(statements[0]?.node, (key: string, value: Json) => {
    if (key === 'query_location') return 0;
    if (key === 'cte_map') return '@with';
    if (key === 'node') return '@query';
    if (isObject(value) && value.type === 'COLUMN_REF') return '@x';
    return isObject(value) && value.type === 'BASE_TABLE' ? '@y' : value;
  });
}

function fill(template: string, parts: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/"@(x|y|with|query)"/g, (_, name: string) => parts[name] ?? 'null');
}
