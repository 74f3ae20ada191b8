import type { Destruction, EngineError } from '../engine.ts';
import type { FunctionCall } from '../parsed-script.ts';
import { refusal } from '../remote/index.ts';
import { readDestruction, readDroppedNames } from './destructions.ts';
import { isNode, type Node, toNames } from './nodes.ts';
import type { Rules } from './rules.ts';

interface TableReference {
  readonly schema: string | null;
  readonly table: string;
}

/** A database that a table is named with, and one of its tables. */
export interface NamedDatabase {
  readonly database: string;
  readonly table: string;
}

/** A table that is named in FROM, as the tree tells it. */
export interface RangeMention extends TableReference {
  /** In the bytes of the text that was parsed; null where the name is no plain source of rows. */
  readonly location: number | null;
  readonly parts: number;
  readonly hasAlias: boolean;
}

export interface StatementFacts {
  readonly tables: readonly TableReference[];
  readonly functions: readonly FunctionCall[];
  /** It changes or locks rows somewhere, or makes a table. */
  readonly writes: boolean;
  readonly limit: number | null;
  readonly destroys: readonly Destruction[];
  readonly mentions: readonly RangeMention[];
  readonly databases: readonly NamedDatabase[];
}

interface Walk {
  readonly rules: Rules;
  readonly destroys: Destruction[];
  readonly mentions: RangeMention[];
  readonly tables: Map<string, TableReference>;
  readonly functions: Map<string, FunctionCall>;
  /** A table of each database that one is named with. */
  readonly named: Map<string, string>;
  writes: boolean;
}

/** Names that stand for queries of WITH, by where one looks from. */
type Scope = ReadonlySet<string>;

/** Everything a statement touches, however deep. Refuses what no permission covers. */
export function readFacts(type: string, body: Node, rules: Rules): StatementFacts {
  const walk: Walk = {
    ...{ rules, tables: new Map(), functions: new Map(), named: new Map(), writes: false, destroys: [], mentions: [] },
  };
  // Under its type, as the statements inside it are.
  visit({ [type]: body }, new Set(), walk);
  if (type === 'DropStmt') readDropped(body, walk);
  if (type === 'RenameStmt' || type === 'AlterTableStmt')
    checkObjectType(body, type === 'RenameStmt' ? 'renameType' : 'objtype');
  return {
    tables: [...walk.tables.values()],
    functions: [...walk.functions.values()],
    writes: walk.writes,
    limit: readLimit(body),
    destroys: walk.destroys,
    mentions: walk.mentions,
    databases: [...walk.named].map(([database, table]) => ({ database, table })),
  };
}

const writingNodes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'LockingClause']);

function visit(value: unknown, scope: Scope, walk: Walk): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, scope, walk);
    return;
  }
  if (!isNode(value)) return;
  if (typeof value.relname === 'string') noteTable(value, scope, walk);
  if (Array.isArray(value.funcname)) noteFunction(value.funcname, walk);
  if (isNode(value.intoClause)) walk.writes = true;
  const inside = isNode(value.withClause) ? visitWith(value.withClause, scope, walk) : scope;
  for (const [key, child] of Object.entries(value)) {
    if (writingNodes.has(key)) walk.writes = true;
    const destruction = isNode(child) ? readDestruction(key, child) : null;
    if (destruction) walk.destroys.push(destruction);
    const from = walk.mentions.length;
    if (key !== 'withClause') visit(child, inside, walk);
    // A sample is of a table alone.
    if (key === 'RangeTableSample') walk.mentions.push(...walk.mentions.splice(from).map(withoutPlace));
  }
}

function withoutPlace(mention: RangeMention): RangeMention {
  return { ...mention, location: null };
}

/** Visits the queries of a WITH, each in the scope it has; returns the scope of what follows. */
function visitWith(clause: Node, outer: Scope, walk: Walk): Scope {
  const queries = (Array.isArray(clause.ctes) ? clause.ctes : []).flatMap((item) =>
    isNode(item) && isNode(item.CommonTableExpr) ? [item.CommonTableExpr] : [],
  );
  const names = queries.map((query) => String(query.ctename));
  const all = new Set([...outer, ...names]);
  for (const [index, query] of queries.entries())
    visit(query.ctequery, clause.recursive === true ? all : new Set([...outer, ...names.slice(0, index)]), walk);
  return all;
}

function noteTable(range: Node, scope: Scope, walk: Walk): void {
  const table = String(range.relname);
  const given = typeof range.schemaname === 'string' ? range.schemaname : null;
  const { catalogname: catalog } = range;
  if (typeof catalog === 'string' && !walk.rules.namesDatabases) throw ofAnotherDatabase(table);
  if (typeof catalog === 'string') walk.named.set(catalog, table);
  if (given === null && scope.has(table)) return;
  if (range.relpersistence === 't')
    throw refusal('Temporary tables are not kept between statements, and cannot be made here.');
  const schema = walk.rules.schemaOf(given, table);
  addTable({ schema, table }, walk);
  const { location } = range;
  walk.mentions.push({
    schema,
    table,
    // `ONLY` and `*` belong to the name of a table alone.
    location: typeof location === 'number' && range.inh === true ? location : null,
    parts: toPartCount(range),
    hasAlias: isNode(range.alias),
  });
}

export function ofAnotherDatabase(table: string): EngineError {
  return refusal(`The table "${table}" is of another database: name it by schema and table.`);
}

function toPartCount({ catalogname, schemaname }: Node): number {
  return 1 + [catalogname, schemaname].filter((name) => typeof name === 'string').length;
}

function addTable(reference: TableReference, walk: Walk): void {
  const { schema, table } = reference;
  if (walk.rules.isRefusedRelation(schema, table))
    throw refusal(`The table "${schema}.${table}" may not be read here.`);
  walk.tables.set(JSON.stringify([schema, table]), reference);
}

function noteFunction(parts: readonly unknown[], walk: Walk): void {
  const names = toNames(parts);
  const name = names.at(-1) ?? '';
  const schema = names.length > 1 ? (names.at(-2) ?? null) : null;
  if (walk.rules.isRefusedFunction({ schema, name })) throw refusal(`The function "${name}" may not be called here.`);
  walk.functions.set(JSON.stringify([schema, name]), { schema, name });
}

const droppable = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW']);

function readDropped(body: Node, walk: Walk): void {
  checkObjectType(body, 'removeType');
  for (const names of readDroppedNames(body)) {
    const table = names.at(-1);
    if (table === undefined || names.length > 2)
      throw refusal('Only tables and views of this database can be dropped here.');
    const schema = names.length > 1 ? (names[0] ?? null) : null;
    addTable({ schema: walk.rules.schemaOf(schema, table), table }, walk);
  }
}

function checkObjectType(body: Node, key: string): void {
  const type = String(body[key]);
  // A column or a constraint belongs to a table, which is named beside it.
  if (droppable.has(type) || ((type === 'OBJECT_COLUMN' || type === 'OBJECT_TABCONSTRAINT') && isNode(body.relation)))
    return;
  throw refusal('Only tables and views can be changed or dropped here.');
}

function readLimit(body: Node): number | null {
  const count = body.limitCount;
  if (!isNode(count) || !isNode(count.A_Const) || body.limitOption !== 'LIMIT_OPTION_COUNT') return null;
  const { ival } = count.A_Const;
  if (!isNode(ival)) return null;
  // The tree leaves zeros out.
  return typeof ival.ival === 'number' ? ival.ival : 0;
}
