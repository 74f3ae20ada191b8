import type { ReadStatement, TablePath, Token } from '../reading/index.ts';
import { Connection, quoteName } from './connection.ts';

export class SyntaxProblem extends Error {
  constructor(
    readonly driverError: unknown,
    /** The text of which the engine spoke. */
    readonly sql: string,
  ) {
    super('The SQL cannot be read.');
  }
}

interface KnownTable {
  readonly name: string;
  readonly type: string;
  readonly sql: string | null;
}

const mostTables = 300;
const unreadable =
  /syntax error|incomplete input|unrecognized token|parser stack overflow|too many|too large|too complex|maximum depth/i;
const absent = /^no such (table|view|index): ([\s\S]*)$/;

/**
 * Tables and views that a statement names, as the engine itself resolves them: the statement is prepared where no table is,
 * and each one that the engine misses is put there as an empty one, until it misses none. Views are put there as tables, so that
 * what lies behind them is not read. Nothing runs.
 */
export function findTables(database: Connection, statement: ReadStatement): readonly TablePath[] {
  const { text, made, body, kind, tokens } = statement;
  const own = kind === 'ddl' ? findIn(database, text, tokens) : [];
  const read = findIn(database, kind === 'ddl' ? (body ?? '') : (body ?? text), tokens);
  return distinct([...own, ...read, ...(made ? [made] : [])]);
}

function distinct(paths: readonly TablePath[]): readonly TablePath[] {
  const toKey = ({ schema, table }: TablePath) => `${schema?.toLowerCase() ?? 'main'}.${table.toLowerCase()}`;
  return [...new Map(paths.map((path) => [toKey(path), path])).values()];
}

function findIn(database: Connection, sql: string, tokens: readonly Token[]): readonly TablePath[] {
  if (sql === '') return [];
  const empty = Connection.memory();
  const found: TablePath[] = [];
  try {
    for (let count = 0; count < mostTables; count += 1) {
      const missing = findMissing(empty, sql);
      if (missing === 'none') return found;
      const known = missing === 'unsure' ? [] : toPaths(database, missing);
      const made = known.filter(({ table }) => table && makeStandIn(empty, database, table));
      found.push(...known.map(({ path }) => path));
      if (made.length === 0) break;
    }
    // The engine misses something else: whatever table the text can mean counts as read.
    return [...found, ...namedTables(database, tokens)];
  } finally {
    empty.close();
  }
}

interface Missing {
  readonly kind: string;
  readonly name: string;
}

function findMissing(empty: Connection, sql: string): Missing | 'none' | 'unsure' {
  try {
    empty.prepare(sql);
    return 'none';
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, kind, name] = absent.exec(message) ?? [];
    if (kind !== undefined && name !== undefined) return { kind, name };
    if (unreadable.test(message)) throw new SyntaxProblem(error, sql);
    return 'unsure';
  }
}

interface Candidate {
  readonly path: TablePath;
  readonly table: KnownTable | null;
}

/** What `main.orders` can mean: the table of a schema, or one whose name holds a dot. */
function toPaths(database: Connection, { kind, name }: Missing): readonly Candidate[] {
  if (kind === 'index') {
    const [index] = database.rows(
      "SELECT tbl_name AS name FROM sqlite_master WHERE type = 'index' AND name = ? COLLATE NOCASE",
      name.replace(/^main\./i, ''),
    );
    return index ? toPaths(database, { kind: 'table', name: String(index.name) }) : [];
  }
  const whole = findKnown(database, name);
  const dot = name.indexOf('.');
  const schema = dot < 0 ? null : name.slice(0, dot);
  const candidates: Candidate[] = whole ? [{ path: { schema: null, table: whole.name }, table: whole }] : [];
  if (schema !== null) {
    const rest = name.slice(dot + 1);
    const table = schema.toLowerCase() === 'main' ? findKnown(database, rest) : null;
    candidates.push({ path: { schema: table ? 'main' : schema, table: table?.name ?? rest }, table });
  } else if (!whole) candidates.push({ path: { schema: null, table: name }, table: null });
  return candidates;
}

function findKnown(database: Connection, name: string): KnownTable | null {
  const [row] = database.rows(
    "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE",
    name,
  );
  return row
    ? { name: String(row.name), type: String(row.type), sql: row.sql === null ? null : String(row.sql) }
    : null;
}

/** Tables as they were declared, with their indexes; views and virtual tables by the names of their columns. */
function makeStandIn(empty: Connection, database: Connection, table: KnownTable): boolean {
  if (empty.rows('SELECT 1 FROM sqlite_master WHERE name = ? COLLATE NOCASE', table.name).length > 0) return false;
  const isPlain = table.type === 'table' && /^\s*CREATE\s+TABLE\b/i.test(table.sql ?? '');
  if (isPlain && table.sql !== null && makeOne(empty, table.sql)) {
    const indexes = database.rows(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ? COLLATE NOCASE",
      table.name,
    );
    for (const { sql } of indexes) makeOne(empty, String(sql));
    return true;
  }
  return makeOne(empty, `CREATE TABLE ${quoteName(table.name)} (${columnsOf(database, table.name)})`);
}

function columnsOf(database: Connection, table: string): string {
  try {
    const columns = database.rows('SELECT name FROM pragma_table_xinfo(?)', table);
    return columns.map(({ name }) => quoteName(String(name))).join(', ') || 'nothing';
  } catch {
    // A view whose tables are gone.
    return 'nothing';
  }
}

/** `prepare` reads one statement alone, whatever text a file holds. */
function makeOne(empty: Connection, sql: string): boolean {
  try {
    if (!/^\s*CREATE\b/i.test(sql)) return false;
    empty.prepare(sql).run();
    return true;
  } catch {
    return false;
  }
}

function namedTables(database: Connection, tokens: readonly Token[]): readonly TablePath[] {
  const words = new Set(tokens.filter(({ kind }) => kind !== 'number').map(({ written }) => fold(written)));
  return database
    .rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    .map(({ name }) => String(name))
    .filter((name) => words.has(fold(name)))
    .map((table) => ({ schema: null, table }));
}

/** As the engine does: letters of ASCII alone. */
export function fold(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
