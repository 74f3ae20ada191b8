import type { AnalysedTable } from '../protocol.ts';
import { checkFunction, checkTable, checkTableFunction, RefusedStatement } from './rules.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** What one serialised SELECT reads. */
export interface SelectFacts {
  readonly tables: readonly AnalysedTable[];
  readonly limit: number | null;
  /** A name for each `result('name')`. */
  readonly results: readonly string[];
  /** Each time that a table is named. */
  readonly mentions: readonly NamedMention[];
}

export interface NamedMention extends AnalysedTable {
  /** In the bytes of the text that was read. */
  readonly position: number | null;
  readonly hasAlias: boolean;
}

interface Walk {
  readonly results: string[];
  readonly ownCatalog: string;
  readonly tables: Map<string, AnalysedTable>;
  readonly mentions: NamedMention[];
}

/**
 * Walks the tree that DuckDB's parser made of a SELECT. Every object is looked at, so that a kind of node we never met
 * cannot hide a table or a function; names of CTEs count only where they are in scope.
 */
export function readSelect(root: Json, ownCatalog: string): SelectFacts {
  const walk: Walk = { ownCatalog, tables: new Map(), results: [], mentions: [] };
  visit(root, new Set(), walk);
  const { results, mentions } = walk;
  return { tables: [...walk.tables.values()], limit: outerLimit(root), results, mentions };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function visit(node: Json | undefined, scope: ReadonlySet<string>, walk: Walk): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, scope, walk);
    return;
  }
  if (!isObject(node)) return;
  inspect(node, scope, walk);
  const inner = isObject(node.cte_map) ? visitWith(node, scope, walk) : scope;
  const repeated = withOwnName(node, inner);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'cte_map') continue;
    visit(value, key === 'left' ? inner : repeated, walk);
  }
}

/** A recursive CTE knows itself in all but its first part: there its name still means a table. */
function withOwnName(node: JsonObject, scope: ReadonlySet<string>): ReadonlySet<string> {
  if (node.type !== 'RECURSIVE_CTE_NODE' || typeof node.cte_name !== 'string') return scope;
  return new Set([...scope, toFolded(node.cte_name)]);
}

/** DuckDB folds the letters of ASCII and no others: `K` (the Kelvin sign) is not `k`. */
function toFolded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Each CTE sees the ones before it; the query sees them all. */
function visitWith(node: JsonObject, scope: ReadonlySet<string>, walk: Walk): ReadonlySet<string> {
  const map = isObject(node.cte_map) ? node.cte_map.map : null;
  const entries = Array.isArray(map) ? map : [];
  const inner = new Set(scope);
  for (const entry of entries) {
    if (!isObject(entry) || typeof entry.key !== 'string')
      throw new RefusedStatement('This WITH clause cannot be read.');
    visit(entry.value, new Set(inner), walk);
    inner.add(toFolded(entry.key));
  }
  return inner;
}

function inspect(node: JsonObject, scope: ReadonlySet<string>, walk: Walk): void {
  if (node.type === 'BASE_TABLE') addTable(node, scope, walk);
  else if (node.type === 'TABLE_FUNCTION' && isObject(node.function)) {
    if (isResult(node.function)) addResult(node.function, walk);
    else checkTableFunction(textOf(node.function.function_name), positionOf(node.function));
  } else if (node.type === 'SHOW_REF') checkShow(node);
  else if (node.type === 'PIVOT') checkPivot(node);
  else if (typeof node.function_name === 'string') checkFunction(node.function_name, positionOf(node));
}

function isResult(call: JsonObject): boolean {
  return toFolded(textOf(call.function_name)) === 'result' && textOf(call.schema) === '';
}

function addResult(call: JsonObject, { results }: Walk): void {
  const [argument, ...others] = Array.isArray(call.children) ? (call.children as readonly Json[]) : [];
  const value = isObject(argument) && argument.class === 'CONSTANT' && isObject(argument.value) ? argument.value : null;
  if (others.length > 0 || typeof value?.value !== 'string')
    throw new RefusedStatement("result takes one name: FROM result('name').", positionOf(call));
  results.push(value.value);
}

function addTable(node: JsonObject, scope: ReadonlySet<string>, walk: Walk): void {
  const name = {
    catalog: textOf(node.catalog_name),
    schema: textOf(node.schema_name),
    table: textOf(node.table_name),
    position: positionOf(node),
  };
  if (name.catalog === '' && name.schema === '' && scope.has(toFolded(name.table))) return;
  const table = checkTable(name, walk.ownCatalog);
  walk.tables.set(JSON.stringify([table.schema, table.table]), table);
  // What time of it is read belongs to the table.
  const position = isObject(node.at_clause) ? null : name.position;
  walk.mentions.push({ ...table, position, hasAlias: textOf(node.alias) !== '' });
}

/** DESCRIBE and SUMMARIZE of a table or query are reads of it; SHOW TABLES and the like list what others may not see. */
function checkShow(node: JsonObject): void {
  if (isObject(node.query)) return;
  throw new RefusedStatement('SHOW is not allowed. The tables you may use are listed beside the editor.');
}

/** Without a list of values, PIVOT first runs a query of its own to find them; that one could not be checked. */
function checkPivot(node: JsonObject): void {
  const pivots = Array.isArray(node.pivots) ? node.pivots : [];
  if (pivots.every((pivot) => isObject(pivot) && textOf(pivot.pivot_enum) === '')) return;
  throw new RefusedStatement(
    "PIVOT takes its values from the column or from a list: PIVOT … ON column IN ('a', 'b').",
    positionOf(node),
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function positionOf(node: JsonObject): number | null {
  const position = node.query_location;
  return typeof position === 'number' && Number.isSafeInteger(position) ? position : null;
}

function outerLimit(root: Json): number | null {
  const modifiers = isObject(root) && Array.isArray(root.modifiers) ? root.modifiers : [];
  const modifier = modifiers.find((item) => isObject(item) && item.type === 'LIMIT_MODIFIER');
  const limit = isObject(modifier) && isObject(modifier.limit) ? modifier.limit : null;
  const value = limit && limit.class === 'CONSTANT' && isObject(limit.value) ? limit.value.value : null;
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}
