import type { DuckDBConnection } from '@duckdb/node-api';
import type { AnalysedStatement, AnalysedTable, OpenPivot } from '../protocol.ts';
import { checkSize, findTooDeep } from './bounds.ts';
import { readTokens, splitStatements, type Token, UnclosedText } from './lexer.ts';
import { placeMentions } from './mentions.ts';
import { joinTokens, Passage } from './passage.ts';
import { type MarkedTokens, markOpenPivots, readOpenPivots } from './pivots.ts';
import { nameResults } from './results.ts';
import { checkTable, RefusedStatement } from './rules.ts';
import { readSelect, type SelectFacts } from './tree.ts';
import { type Reading, readWrite } from './writes.ts';

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
  const sources = statements.map((tokens) => ({ sql, tokens, marked: markOpenPivots(tokens) }));
  await checkCount(sources, context);
  const analysed: AnalysedStatement[] = [];
  for (const source of sources) {
    try {
      analysed.push(await analyseStatement(source, context));
    } catch (error) {
      throw placed(error, sql);
    }
  }
  return analysed;
}

/** One statement of a script. */
interface Source {
  /** The script. */
  readonly sql: string;
  readonly tokens: readonly Token[];
  readonly marked: MarkedTokens;
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
async function checkCount(sources: readonly Source[], { parser }: ParserContext): Promise<void> {
  const countOf = async (text: string) => (await parser.extractStatements(text).catch(() => null))?.count ?? null;
  const [first] = sources;
  if (!first) return;
  // A script that does not parse is reported statement by statement, with its place.
  const count = await countOf(first.sql);
  if (count === null || count === sources.length) return;
  // The parser counts an open PIVOT as two.
  const marked = sources.map(({ sql, marked: { tokens } }) => joinTokens(tokens, sql)).join(';\n');
  if ((await countOf(marked)) === sources.length) return;
  throw new StatementProblem(
    'refused',
    'The statements of this script cannot be told apart. Run them one by one.',
    null,
  );
}

async function analyseStatement(source: Source, context: ParserContext): Promise<AnalysedStatement> {
  const { sql, tokens, marked } = source;
  if (tokens[0]!.text.toLowerCase() === 'explain') return analyseExplain(source, context);
  const start = tokens[0]!.start;
  const text = sql.slice(start, tokens.at(-1)!.end);
  const whole = { text, toScript: (offset: number) => start + offset };
  const facts = await readFacts(whole, context);
  if (facts)
    return {
      kind: 'select',
      text,
      ...toFacts(facts, { passage: whole, tokens }),
      ...toOpen(source, [{ facts, pivots: [] }]),
    };
  const reading = [marked.tokens];
  const select = marked.marks.length === 0 ? null : await readMarked({ source, reading }, context);
  if (!select) return analyseWrite(source, context);
  const found = toFacts(select.facts, { passage: toPassage(reading, source), tokens });
  return { kind: 'select', text, ...found, ...toOpen(source, [select]) };
}

function toFacts(
  { tables, limit, mentions }: SelectFacts,
  text: Parameters<typeof placeMentions>[1],
): Pick<AnalysedStatement, 'tables' | 'limit' | 'mentions'> {
  return { tables, limit, mentions: placeMentions(mentions, text) };
}

/** What has to be put into the text before it runs: values of PIVOTs first, and once they are there, results. */
function toOpen({ sql, tokens, marked }: Source, found: readonly FoundSelect[]): Partial<AnalysedStatement> {
  const pivots = found.flatMap((select) => select.pivots);
  const results = found.flatMap(({ facts }) => facts.results);
  const names = results.length === 0 ? {} : { results: [...new Set(results)] };
  if (pivots.length > 0) {
    if (pivots.length !== marked.marks.length) throw namelessPivot();
    return { ...names, open: { text: joinTokens(marked.tokens, sql), pivots, results: [] } };
  }
  if (results.length === 0) return {};
  const named = nameResults(tokens);
  const inText = named.results.map(({ result }) => result);
  if (JSON.stringify(inText.toSorted()) !== JSON.stringify(results.toSorted()))
    throw new RefusedStatement("result takes one name: FROM result('name').");
  return { ...names, open: { text: joinTokens(named.tokens, sql), pivots, results: named.results } };
}

function namelessPivot(): RefusedStatement {
  return new RefusedStatement("Name the values of this PIVOT: PIVOT … ON column IN ('a', 'b').");
}

async function analyseExplain(source: Source, context: ParserContext): Promise<AnalysedStatement> {
  const { sql, tokens } = source;
  const inner = (from: readonly Token[]) =>
    from.slice(1 + countExplainOptions(tokens.slice(1, 7).map(({ text }) => text.toLowerCase())));
  if (inner(tokens).length === 0) throw new RefusedStatement('EXPLAIN needs a SELECT.');
  const found = await readPart({ source, reading: [inner(tokens)], marked: [inner(source.marked.tokens)] }, context);
  if (!found) throw new RefusedStatement('Only SELECT statements can be explained.');
  // What was read is what runs: the original text may say more to the parser than to us.
  const text = joinTokens(tokens, sql);
  return { kind: 'explain', text, tables: found.facts.tables, limit: null, ...toOpen(source, [found]) };
}

interface PartOfSource {
  readonly source: Source;
  readonly reading: Reading;
}

interface FoundSelect {
  readonly facts: SelectFacts;
  readonly pivots: readonly OpenPivot[];
}

/** A SELECT as it stands, or else with marks in its open PIVOTs. */
async function readPart(
  { source, reading, marked }: PartOfSource & { readonly marked: Reading },
  context: ParserContext,
): Promise<FoundSelect | null> {
  const facts = await readFacts(toPassage(reading, source), context);
  if (facts) return { facts, pivots: [] };
  return source.marked.marks.length === 0 ? null : readMarked({ source, reading: marked }, context);
}

async function readMarked({ source, reading }: PartOfSource, context: ParserContext): Promise<FoundSelect | null> {
  const { marks } = source.marked;
  const passage = toPassage(reading, source);
  const read = await readNode(passage, context);
  if (!read) return null;
  const present = marks.filter((mark) => passage.text.includes(`'${mark}'`));
  const pivots = await readOpenPivots(context.parser, { ...read, marks: present });
  if (!pivots) throw namelessPivot();
  return { facts: atPlace(passage, () => readSelect(read.node, context.ownCatalog)), pivots };
}

function toPassage(reading: Reading, { sql }: Source): Passage {
  const passage = new Passage();
  for (const part of reading) {
    if (typeof part === 'string') passage.add(part);
    else passage.addTokens(part, sql);
  }
  return passage;
}

/** How many words say how to explain: `ANALYZE`, or a list in parentheses of that and of the format. */
function countExplainOptions(words: readonly string[]): number {
  if (words[0] === 'analyze') return 1;
  const text = words.join(' ');
  const known = ['( analyze )', '( format json )', '( analyze , format json )'].find((list) => text.startsWith(list));
  return known?.split(' ').length ?? 0;
}

async function analyseWrite(source: Source, context: ParserContext): Promise<AnalysedStatement> {
  const { sql, tokens } = source;
  const shape = readWrite(tokens);
  const marked = readWrite(source.marked.tokens);
  const reads: FoundSelect[] = [];
  for (const [index, reading] of shape.reads.entries()) {
    const found = await readPart({ source, reading, marked: marked.reads[index] ?? reading }, context);
    if (!found) throw new RefusedStatement('This form of the statement is not supported here.');
    reads.push(found);
  }
  if (shape.isKept && reads.some(({ facts }) => facts.results.length > 0))
    throw new RefusedStatement('A view cannot read a result, which is kept for a while. Make a table of it instead.');
  if (shape.isKept && reads.some(({ pivots }) => pivots.length > 0))
    throw new RefusedStatement("A view needs the values of its PIVOT: PIVOT … ON column IN ('a', 'b').");
  const targets = shape.targets.map((parts) => toTarget(parts, context.ownCatalog));
  const destroys = shape.destroys ? [{ kind: shape.destroys, tables: targets }] : [];
  return {
    kind: shape.kind,
    text: joinTokens(tokens, sql),
    tables: uniqueTables([...targets, ...reads.flatMap(({ facts }) => facts.tables)]),
    limit: null,
    ...(destroys.length > 0 ? { destroys } : {}),
    ...toOpen(source, reads),
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

/** SQL that the parser reads, and where in the script it was written. */
type Placed = Pick<Passage, 'text' | 'toScript'>;

/** The facts of exactly one SELECT; null for other kinds of statements. */
async function readFacts(placedText: Placed, context: ParserContext): Promise<SelectFacts | null> {
  const read = await readNode(placedText, context);
  if (!read) return null;
  return atPlace(placedText, () => readSelect(read.node, context.ownCatalog));
}

type SelectNode = Parameters<typeof readSelect>[0];

async function readNode(
  placedText: Placed,
  { parser }: ParserContext,
): Promise<{ readonly json: string; readonly node: SelectNode } | null> {
  const reader = await parser.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)::VARCHAR', [placedText.text]);
  const json = String(reader.getRows()[0]?.[0]);
  if (json.length > maxTreeLength) throw new RefusedStatement('The statement is too complex.');
  // The shape is DuckDB's; every field that is used is tested where it is used.
  const parsed = JSON.parse(json) as Serialised;
  if (parsed.error) return atPlace(placedText, () => readFailure(parsed));
  if (parsed.statements?.length !== 1) throw new RefusedStatement('One statement was expected.');
  const { node } = parsed.statements[0]!;
  checkSize(node);
  return { json, node };
}

/** Problems tell where in the read text they are; their author wants to know where in the script. */
function atPlace<T>(placedText: Placed, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isProblem(error) || error.position === null) throw error;
    throw new PlacedProblem(error, placedText.toScript(toCharacterOffset(placedText.text, error.position)));
  }
}

class PlacedProblem extends Error {
  constructor(
    readonly problem: SyntaxProblem | RefusedStatement,
    readonly offset: number | null,
  ) {
    super(problem.message);
  }
}

function isProblem(error: unknown): error is SyntaxProblem | RefusedStatement {
  return error instanceof SyntaxProblem || error instanceof RefusedStatement;
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

function placed(error: unknown, sql: string): unknown {
  const problem = error instanceof PlacedProblem ? error.problem : error;
  if (!isProblem(problem)) return error;
  const offset = error instanceof PlacedProblem ? error.offset : null;
  const place = offset === null ? null : toPlace(sql, offset);
  return new StatementProblem(problem instanceof SyntaxProblem ? 'syntax' : 'refused', problem.message, place);
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
