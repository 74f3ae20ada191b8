import { EngineError, type StatementKind } from '../engine.ts';
import type { ParsedStatement } from '../parsed-script.ts';
import { refusal } from '../remote/index.ts';
import { toBaseText } from './cuts.ts';
import { placeIn } from './errors.ts';
import { type CutText, placeMentions } from './mentions.ts';
import { isNode, type Node } from './nodes.ts';
import { postgresqlRules, type Rules } from './rules.ts';
import { type NamedDatabase, readFacts, type StatementFacts } from './tree.ts';

export interface PostgresqlStatement extends ParsedStatement {
  /** Databases that it names tables with; absent where it names none. */
  readonly databases?: readonly NamedDatabase[];
}

const maxLength = 1_000_000;
const maxStatements = 1000;
/** A tree is made in one piece, which no bound of memory can end: so many words and signs stay far below a thread's. */
const maxWords = 500_000;
/** Of tables and functions: each is asked permission for. */
const maxNames = 5000;

/** Reads a script with the server's own grammar; nothing is run. Long ones belong into a thread. */
export async function parseScript(
  sql: string,
  rules: Rules = postgresqlRules,
): Promise<readonly PostgresqlStatement[]> {
  if (sql.length > maxLength) throw refusal('The SQL is too long: at most 1,000,000 characters.');
  if (sql.trim() === '') return [];
  if (sql.includes('\u0000')) throw refusal('The SQL contains a NUL character.');
  if (countWords(sql) > maxWords) throw refusal('The SQL has too many words and signs: at most 500,000.');
  const text = rules.cuts ? toBaseText(sql, rules.cuts) : sql;
  // What is run is cut by the places of what is read.
  if (Buffer.byteLength(text) !== Buffer.byteLength(sql))
    throw refusal('Names and texts of these words may have letters from A to Z alone here.');
  // Loaded when first wanted: most servers and threads never read this grammar.
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  try {
    return readTree(parseTree(text, parseSync), sql, rules);
  } catch (error) {
    if (error instanceof RangeError) throw refusal('The statement is nested too deeply.');
    throw findOwnStatement(error, sql, rules) ?? error;
  }
}

function readTree(raw: readonly RawStatement[], sql: string, rules: Rules): readonly PostgresqlStatement[] {
  if (raw.length > maxStatements) throw refusal(`The script has too many statements: at most ${maxStatements}.`);
  const bytes = Buffer.from(sql, 'utf8');
  const statements = raw.map((statement, index) =>
    parseOne(statement.stmt ?? {}, cut(bytes, statement, raw[index - 1]), rules),
  );
  const names = statements.reduce((sum, { tables, functions }) => sum + tables.length + functions.length, 0);
  if (names > maxNames) throw refusal('The script names too many tables and functions: at most 5,000.');
  return statements;
}

/** At least as many as the grammar sees: what stands in texts and comments counts too. */
function countWords(sql: string): number {
  const words = /\w+|[^\w\s]/g;
  let count = 0;
  while (words.test(sql)) count += 1;
  return count;
}

/** A statement's own text with the comments before it, so that places in it count from where the last one ended. */
function cut(bytes: Buffer, statement: RawStatement, previous: RawStatement | undefined): CutText {
  const { stmt_location: start = 0, stmt_len: length = 0 } = statement;
  const { stmt_location: previousStart = 0, stmt_len: previousLength = -1 } = previous ?? {};
  const previousEnd = previousStart + previousLength + 1;
  const before = bytes.subarray(previousEnd, start).toString('utf8');
  const own = bytes.subarray(start, length > 0 ? start + length : undefined).toString('utf8');
  const text = `${before.includes(';') ? '' : before}${own}`;
  const blank = Buffer.byteLength(text) - Buffer.byteLength(text.trimStart());
  return { text: text.trim(), startByte: (before.includes(';') ? start : Math.min(previousEnd, start)) + blank };
}

interface RawStatement {
  readonly stmt?: Node;
  readonly stmt_location?: number;
  readonly stmt_len?: number;
}

function parseTree(sql: string, parse: (sql: string) => { readonly stmts?: unknown[] }): readonly RawStatement[] {
  try {
    // The tree's shape is the grammar's; every field that is used is tested where it is used.
    return (parse(sql).stmts ?? []) as readonly RawStatement[];
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw toSyntaxError(error, sql);
  }
}

function toSyntaxError(error: unknown, sql: string): EngineError {
  const driverMessage = error instanceof Error ? error.message : String(error);
  if (driverMessage.startsWith('memory exhausted')) return refusal('The statement is nested too deeply.');
  const at = positionOf(error);
  const place = at === null ? { line: null, column: null } : placeIn(sql, at);
  return new EngineError({ code: 'SYNTAX_ERROR', message: driverMessage, driverMessage, ...place });
}

/** Says which statement it is that the grammar stopped at, where it is one of the server's own. */
function findOwnStatement(error: unknown, sql: string, { ownStatements }: Rules): EngineError | null {
  if (!(error instanceof EngineError) || error.details.code !== 'SYNTAX_ERROR') return null;
  const { line, column } = error.details;
  const lines = sql.split('\n');
  const stopped = lines.slice(0, (line ?? 1) - 1).join('\n').length + (column ?? 1);
  const start = sql.lastIndexOf(';', stopped - 1) + 1;
  const [, first = ''] = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*(\w+)/s.exec(sql.slice(start)) ?? [];
  const word = first.toUpperCase();
  return ownStatements.has(word) ? refusal(`${word} statements are not allowed here.`) : null;
}

/** Characters before the mistake. */
function positionOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('sqlDetails' in error)) return null;
  const details = error.sqlDetails;
  if (typeof details !== 'object' || details === null || !('cursorPosition' in details)) return null;
  return typeof details.cursorPosition === 'number' && details.cursorPosition >= 0 ? details.cursorPosition : null;
}

const kinds: Readonly<Record<string, StatementKind>> = {
  SelectStmt: 'select',
  ExplainStmt: 'explain',
  InsertStmt: 'write',
  UpdateStmt: 'write',
  DeleteStmt: 'write',
  MergeStmt: 'write',
  TruncateStmt: 'write',
  CreateStmt: 'ddl',
  CreateTableAsStmt: 'ddl',
  ViewStmt: 'ddl',
  DropStmt: 'ddl',
  AlterTableStmt: 'ddl',
  RenameStmt: 'ddl',
  IndexStmt: 'ddl',
  RefreshMatViewStmt: 'ddl',
};

function parseOne(statement: Node, written: CutText, rules: Rules): PostgresqlStatement {
  const { text } = written;
  const [type = '', body] = Object.entries(statement)[0] ?? [];
  const kind = kinds[type];
  if (!kind || typeof body !== 'object' || body === null)
    throw refusal(`${toWords(type)} statements are not allowed here.`);
  // An object of the tree.
  const facts = readFacts(type, body as Node, rules);
  if (kind === 'explain') {
    checkExplainOptions(body as Node, rules);
    return { ...common(facts, text), kind: checkExplained(body as Node, facts), limit: null };
  }
  if (kind !== 'select') return { ...common(facts, text), kind, limit: null };
  const mentions = placeMentions(facts.mentions, written);
  return { ...common(facts, text), kind: facts.writes ? 'write' : 'select', mentions, limit: facts.limit };
}

function common(facts: StatementFacts, text: string) {
  const { tables, functions, destroys, databases } = facts;
  const named = databases.length > 0 ? { databases } : {};
  return { text, tables, functions, ...named, ...(destroys.length > 0 ? { destroys } : {}) };
}

function checkExplained(body: Node, facts: StatementFacts): StatementKind {
  const query = body.query;
  const isSelect = typeof query === 'object' && query !== null && 'SelectStmt' in query;
  if (!isSelect || facts.writes) throw refusal('Only SELECT statements can be explained.');
  return 'explain';
}

/** Where a server has options of its own, some of them write files or run what they explain in other ways. */
function checkExplainOptions({ options }: Node, { explainOptions }: Rules): void {
  if (!explainOptions || !Array.isArray(options)) return;
  for (const option of options) {
    const name = isNode(option) && isNode(option.DefElem) ? String(option.DefElem.defname) : '';
    if (!explainOptions.has(name)) throw refusal(`The option "${name}" of EXPLAIN is not allowed here.`);
  }
}

/** `VariableSetStmt` as a reader knows it. */
function toWords(type: string): string {
  const known: Readonly<Record<string, string>> = {
    VariableSetStmt: 'SET',
    VariableShowStmt: 'SHOW',
    TransactionStmt: 'Transaction',
  };
  return (
    known[type] ??
    type
      .replace(/Stmt$/, '')
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toUpperCase()
  );
}
