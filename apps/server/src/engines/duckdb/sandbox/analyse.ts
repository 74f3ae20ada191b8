import type { DuckDBConnection } from '@duckdb/node-api';
import type { AnalysedStatement, AnalysedTable } from '../protocol.ts';
import { checkSize, findTooDeep } from './bounds.ts';
import { joinTokens, readTokens, splitStatements, type Token, UnclosedText } from './lexer.ts';
import { checkTable, RefusedStatement } from './rules.ts';
import { readSelect, type SelectFacts } from './tree.ts';
import { readWrite } from './writes.ts';

const maxTextLength = 1_000_000;
const maxTreeLength = 40_000_000;
const maxStatements = 1000;

/** A statement that does not parse or may not run, with the place in the text that was sent. */
export class StatementProblem extends Error {
  constructor(
    readonly origin: 'syntax' | 'refused',
    message: string,
    readonly place: { readonly line: number; readonly column: number } | null,
  ) {
    super(message);
  }
}

interface Serialised {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly { readonly node: Parameters<typeof readSelect>[0] }[];
}

export interface ParserContext {
  readonly parser: DuckDBConnection;
  readonly ownCatalog: string;
}

/** Reads a script with DuckDB's parser, in an instance of its own that holds nothing. */
export async function analyseScript(sql: string, context: ParserContext): Promise<AnalysedStatement[]> {
  if (sql.length > maxTextLength)
    throw new StatementProblem('refused', 'The SQL is too long: at most 1,000,000 characters.', null);
  const read = tokensOf(sql);
  checkDepth(read, sql);
  const statements = splitStatements(read);
  if (statements.length > maxStatements)
    throw new StatementProblem('refused', `The script has too many statements: at most ${maxStatements}.`, null);
  await checkCount(sql, statements.length, context);
  const analysed: AnalysedStatement[] = [];
  for (const tokens of statements) {
    const start = tokens[0]!.start;
    const text = sql.slice(start, tokens.at(-1)!.end);
    try {
      analysed.push(await analyseStatement(text, tokens, context));
    } catch (error) {
      throw placed(error, { sql, text, start });
    }
  }
  return analysed;
}

function tokensOf(sql: string): Token[] {
  try {
    return readTokens(sql);
  } catch (error) {
    if (!(error instanceof UnclosedText)) throw error;
    throw new StatementProblem('syntax', error.message, toPlace(sql, error.position));
  }
}

/** Before the parser: what is nested too deep for it would end the process. */
function checkDepth(tokens: readonly Token[], sql: string): void {
  const tooDeep = findTooDeep(tokens);
  if (!tooDeep) return;
  throw new StatementProblem('refused', 'The statement is nested too deeply.', toPlace(sql, tooDeep.start));
}

/** Our cut and the parser's must agree, or something hides between them. */
async function checkCount(sql: string, expected: number, { parser }: ParserContext): Promise<void> {
  const extracted = await parser.extractStatements(sql).catch(() => null);
  // A script that does not parse is reported statement by statement, with its place.
  if (extracted === null || extracted.count === expected) return;
  throw new StatementProblem(
    'refused',
    'The statements of this script cannot be told apart. Run them one by one.',
    null,
  );
}

async function analyseStatement(
  text: string,
  tokens: readonly Token[],
  context: ParserContext,
): Promise<AnalysedStatement> {
  const head = tokens[0]!.text.toLowerCase();
  if (head === 'explain') return analyseExplain(tokens, context);
  const facts = await readFacts(text, context);
  if (facts) return { kind: 'select', text, ...facts };
  if (head === 'pivot' || head === 'pivot_wider') {
    throw new RefusedStatement("PIVOT needs a list of values: PIVOT … ON column IN ('a', 'b').");
  }
  return analyseWrite(tokens, context);
}

async function analyseExplain(tokens: readonly Token[], context: ParserContext): Promise<AnalysedStatement> {
  const inner = tokens.slice(1 + countExplainOptions(tokens.slice(1, 7).map(({ text }) => text.toLowerCase())));
  if (inner.length === 0) throw new RefusedStatement('EXPLAIN needs a SELECT.');
  const facts = await readFacts(joinTokens(inner), context);
  if (!facts) throw new RefusedStatement('Only SELECT statements can be explained.');
  // What was read is what runs: the original text may say more to the parser than to us.
  return { kind: 'explain', text: joinTokens(tokens), tables: facts.tables, limit: null };
}

/** How many words say how to explain: `ANALYZE`, or a list in parentheses of that and of the format. */
function countExplainOptions(words: readonly string[]): number {
  if (words[0] === 'analyze') return 1;
  const text = words.join(' ');
  const known = ['( analyze )', '( format json )', '( analyze , format json )'].find((list) => text.startsWith(list));
  return known?.split(' ').length ?? 0;
}

async function analyseWrite(tokens: readonly Token[], context: ParserContext): Promise<AnalysedStatement> {
  const shape = readWrite(tokens);
  const reads: AnalysedTable[] = [];
  for (const select of shape.reads) {
    const facts = await readFacts(select, context);
    if (!facts) throw new RefusedStatement('This form of the statement is not supported here.');
    reads.push(...facts.tables);
  }
  const targets = shape.targets.map((parts) => toTarget(parts, context.ownCatalog));
  const destroys = shape.destroys ? [{ kind: shape.destroys, tables: targets }] : [];
  return {
    kind: shape.kind,
    text: joinTokens(tokens),
    tables: uniqueTables([...targets, ...reads]),
    limit: null,
    ...(destroys.length > 0 ? { destroys } : {}),
  };
}

function toTarget(parts: readonly string[], ownCatalog: string): AnalysedTable {
  if (parts.length > 3) throw new RefusedStatement('A table name has at most three parts.');
  const [table, schema = '', catalog = ''] = [...parts].reverse();
  return checkTable({ catalog, schema, table: table!, position: null }, ownCatalog);
}

function uniqueTables(tables: readonly AnalysedTable[]): AnalysedTable[] {
  return [...new Map(tables.map((table) => [JSON.stringify([table.schema, table.table]), table])).values()];
}

/** The facts of exactly one SELECT; null for other kinds of statements. */
async function readFacts(text: string, { parser, ownCatalog }: ParserContext): Promise<SelectFacts | null> {
  const reader = await parser.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)::VARCHAR', [text]);
  const json = String(reader.getRows()[0]?.[0]);
  if (json.length > maxTreeLength) throw new RefusedStatement('The statement is too complex.');
  // The shape is DuckDB's; every field that is used is tested where it is used.
  const parsed = JSON.parse(json) as Serialised;
  if (parsed.error) return readFailure(parsed);
  if (parsed.statements?.length !== 1) throw new RefusedStatement('One statement was expected.');
  const { node } = parsed.statements[0]!;
  checkSize(node);
  return readSelect(node, ownCatalog);
}

class SyntaxProblem extends Error {
  constructor(
    message: string,
    readonly position: number | null,
  ) {
    super(message);
  }
}

function readFailure(parsed: Serialised): null {
  if (parsed.error_type === 'not implemented') return null;
  const position = parsed.position === undefined ? null : Number(parsed.position);
  throw new SyntaxProblem(
    parsed.error_message ?? 'The statement does not parse.',
    Number.isFinite(position) ? position : null,
  );
}

interface Spot {
  readonly sql: string;
  readonly text: string;
  readonly start: number;
}

function placed(error: unknown, { sql, text, start }: Spot): unknown {
  const isSyntax = error instanceof SyntaxProblem;
  if (!isSyntax && !(error instanceof RefusedStatement)) return error;
  const place = error.position === null ? null : toPlace(sql, start + toCharacterOffset(text, error.position));
  return new StatementProblem(isSyntax ? 'syntax' : 'refused', error.message, place);
}

/** DuckDB counts bytes. */
function toCharacterOffset(text: string, bytes: number): number {
  return Buffer.from(text, 'utf8').subarray(0, bytes).toString('utf8').length;
}

function toPlace(sql: string, offset: number): { line: number; column: number } {
  const before = sql.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
