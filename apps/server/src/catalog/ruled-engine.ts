import { randomBytes } from 'node:crypto';
import { dialectByName } from '@powerset/sql';
import {
  type Asker,
  type Engine,
  EngineError,
  type SearchPlace,
  type StatementAnalysis,
  type TableMention,
} from '../engines/index.ts';
import { AppError } from '../http/index.ts';
import {
  countInside,
  queryOf,
  type RuledMention,
  type RuledText,
  type RuledWords,
  ruledLength,
  ruleText,
  sourceStart,
  standInFor,
  toAuthorsPlace,
  withAuthorsNames,
} from './ruled-text.ts';
import { nameOfTable } from './table-access.ts';

/** What a person's row rules leave of a table; null where none binds there. */
export type FindClauses = (table: Pick<TableMention, 'catalog' | 'schema' | 'table'>) => readonly string[] | null;

type Place = SearchPlace & Asker;

/** Longer texts are read by no engine. */
const mostCharacters = 1_000_000;

/**
 * An engine as one person's texts may use it: each place where a text names a table under a row rule reads the permitted rows
 * alone. Whatever goes through it is made anew and read again before it runs; what cannot be is refused.
 */
export function ruleEngine(engine: Engine, findClauses: FindClauses): Engine {
  const rewrite = (sql: string, place: Place) => rewriteText(engine, findClauses, { sql, place });
  const ruled = async <R extends Place & { readonly sql: string }, T>(request: R, work: (made: R) => Promise<T>) => {
    const made = await rewrite(request.sql, request);
    return made === null ? work(request) : inAuthorsWords(request.sql, made, () => work({ ...request, sql: made.sql }));
  };
  const unruled = async <T>(sql: string, place: Place | undefined, work: () => Promise<T>) => {
    await refusePlans(engine, findClauses, { sql, place: place ?? {} });
    return work();
  };
  const { estimate, readPlan, listFunctionNames, planHead, foldName, poolFigures, asksAs } = engine;
  return {
    dialect: engine.dialect,
    capabilities: engine.capabilities,
    analyse: (sql, place) => engine.analyse(sql, place),
    run: (request) => ruled(request, (made) => engine.run(made)),
    storeResult: (request) => ruled(request, (made) => engine.storeResult(made)),
    // A PIVOT has its columns from the rows.
    describeQuery: (sql, place) => ruled({ ...place, sql }, (made) => engine.describeQuery(made.sql, place)),
    explain: (sql, place) => unruled(sql, place, () => engine.explain(sql, place)),
    listSchemas: () => engine.listSchemas(),
    listTables: (schema) => engine.listTables(schema),
    describeTable: (name) => engine.describeTable(name),
    searchCatalog: (search) => engine.searchCatalog(search),
    ping: () => engine.ping(),
    close: () => engine.close(),
    ...(estimate && { estimate: (sql, place) => unruled(sql, place, () => estimate.call(engine, sql, place)) }),
    ...(readPlan && { readPlan: (sql, place) => unruled(sql, place, () => readPlan.call(engine, sql, place)) }),
    ...(listFunctionNames && { listFunctionNames: () => listFunctionNames.call(engine) }),
    ...(planHead && { planHead: (isMeasured) => planHead.call(engine, isMeasured) }),
    ...(foldName && { foldName: (name) => foldName.call(engine, name) }),
    ...(asksAs !== undefined && { asksAs }),
    ...(poolFigures && { poolFigures: () => poolFigures.call(engine) }),
  };
}

type ReadingEngine = Pick<Engine, 'analyse' | 'dialect'>;

export interface Text {
  readonly sql: string;
  readonly place: Place;
}

/** A query as it reads the permitted rows alone; as it is where no rule binds on its tables. */
export async function narrowText(engine: ReadingEngine, findClauses: FindClauses, text: Text): Promise<string> {
  return (await rewriteText(engine, findClauses, text))?.sql ?? text.sql;
}

/** The text that reads permitted rows; null where no rule binds on any of its tables. */
async function rewriteText(engine: ReadingEngine, findClauses: FindClauses, text: Text): Promise<RuledText | null> {
  const statements = await engine.analyse(text.sql, text.place);
  const [statement] = statements;
  const bound = ruledTables(statements, findClauses);
  if (!statement || bound.length === 0) return null;
  if (statement.kind === 'explain') throw planRefused(bound);
  const { mentions } = statement;
  if (statements.length !== 1 || statement.kind !== 'select' || !mentions) throw unreachable(bound);
  const found = mentions.flatMap((mention) => {
    const clauses = findClauses(mention);
    return clauses ? [{ ...mention, clauses }] : [];
  });
  const placed = found.flatMap(({ place, ...mention }): RuledMention[] => (place ? [{ ...mention, place }] : []));
  if (placed.length < found.length || placed.length === 0) throw unreachable(bound);
  // Places count from where the statement's own text begins.
  return makeText(engine, findClauses, {
    text: { ...text, sql: statement.text },
    placed,
    bound,
    tables: statement.tables,
  });
}

interface Making {
  readonly text: Text;
  readonly placed: readonly RuledMention[];
  /** Their names. */
  readonly bound: readonly string[];
  /** All that the statement reads. */
  readonly tables: StatementAnalysis['tables'];
}

async function makeText(engine: ReadingEngine, findClauses: FindClauses, making: Making): Promise<RuledText> {
  const { text, placed, bound, tables } = making;
  const {
    rowFence: fence,
    withHint,
    quoteIdentifier: quote,
    sourceAlias,
    withLooksForward,
  } = dialectByName(engine.dialect);
  const words = { fence, withHint, quote, sourceAlias };
  if (ruledLength(text.sql, placed) > mostCharacters) throw tooLong(bound);
  const read = async (sql: string) => {
    const statements = await engine.analyse(sql, text.place).catch((error: unknown) => {
      throw error instanceof EngineError ? unreachable(bound) : error;
    });
    const [only, ...others] = statements;
    if (!only || others.length > 0 || only.kind !== 'select') throw unreachable(bound);
    return only;
  };
  const reading = { read, findClauses, bound, words, withLooksForward };
  const made = ruleText(text.sql, placed, words);
  await assertAllReplaced(reading, { author: text.sql, made, tables });
  await assertSameInside(reading, made, text.sql);
  return made;
}

interface Reading {
  readonly read: (sql: string) => Promise<StatementAnalysis>;
  readonly findClauses: FindClauses;
  readonly bound: readonly string[];
  readonly words: RuledWords;
  readonly withLooksForward: boolean;
}

interface Made {
  readonly author: string;
  readonly made: RuledText;
  /** What the author's text reads. */
  readonly tables: StatementAnalysis['tables'];
}

const newMark = () => `stand_in_${randomBytes(9).toString('hex')}`;

/** With other names in the places of the ruled tables, the parser finds those names, no ruled table, and nothing new. */
async function assertAllReplaced(
  { read, findClauses, bound, words }: Reading,
  { author, made, tables }: Made,
): Promise<void> {
  const mark = newMark();
  const { sql } = standInFor(author, made, { toName: (index) => `${mark}_${index}`, words });
  const found = await read(sql);
  const known = new Set(tables.map(keyOf));
  const others = found.tables.filter((table) => !known.has(keyOf(table)));
  const names = new Set(others.map(({ table }) => table.toLowerCase()));
  const isWhole = made.permitted.every((_, index) => names.delete(`${mark}_${index}`));
  if (!isWhole || names.size > 0 || ruledTables([found], findClauses).length > 0) throw unreachable(bound);
}

const keyOf = ({ catalog = '', schema, table }: StatementAnalysis['tables'][number]) =>
  JSON.stringify([catalog, schema, table]);

/**
 * In each query of permitted rows the parser finds the table, and what its conditions read where they stand alone: a name of
 * the author's WITH stands for none of these.
 */
async function assertSameInside(
  { read, bound, words, withLooksForward }: Reading,
  made: RuledText,
  author: string,
): Promise<void> {
  const { mentions = [] } = await read(made.sql);
  const counts = countInside(made, mentions, words);
  for (const [index, rows] of made.permitted.entries()) {
    const { mentions: alone = [] } = await read(queryOf(rows, words));
    if (alone.length !== counts[index]) throw unreachable(bound);
    if (withLooksForward && mayMeetWith(alone, author)) throw unreachable(bound);
  }
}

/** Whether a name that a rule reads may be one of the author's WITH: some servers look for it among those that come later too. */
function mayMeetWith(mentions: readonly TableMention[], author: string): boolean {
  if (!/\bwith\b/i.test(author)) return false;
  const lower = author.toLowerCase();
  return mentions.some(
    ({ schema, table, place }) =>
      place?.start !== sourceStart && schema === null && lower.includes(table.toLowerCase()),
  );
}

/** A plan tells the rule itself, and how many rows it keeps back. */
async function refusePlans(engine: Engine, findClauses: FindClauses, { sql, place }: Text): Promise<void> {
  const bound = ruledTables(await engine.analyse(sql, place), findClauses);
  if (bound.length > 0) throw planRefused(bound);
}

function ruledTables(statements: readonly StatementAnalysis[], findClauses: FindClauses): readonly string[] {
  const tables = statements.flatMap((statement) => statement.tables).filter((table) => findClauses(table) !== null);
  return [...new Set(tables.map(nameOfTable))];
}

/** What the engine says of the text that was made is said of the one that was written, without a word of a rule. */
async function inAuthorsWords<T>(author: string, made: RuledText, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EngineError ? toAuthorsError(error, author, made) : error;
  }
}

function toAuthorsError({ details }: EngineError, author: string, made: RuledText): EngineError {
  const { line, column = null } = details;
  const place = line ? toAuthorsPlace(made, author, { line, column }) : null;
  const isTelling = place?.isInserted || tellsOfRules(details.message, author, made);
  const message = isTelling ? hiddenWords : withAuthorsNames(details.message, made);
  // The engine's own words quote the text that it was given.
  return new EngineError({
    ...details,
    message,
    driverMessage: message,
    line: place?.line ?? null,
    column: place?.column ?? null,
  });
}

const hiddenWords = 'The database could not read this statement under the row rules of its tables.';

const word = /[\p{L}\p{N}_]{2,}/gu;
const value = /'[^']*'|"[^"]*"|\d+/g;

/** Whether it has a word of a rule that its author did not write: a value, or where the rule reads other tables, any. */
function tellsOfRules(message: string, author: string, { permitted }: RuledText): boolean {
  const wordsOf = (text: string) => new Set([...text.toLowerCase().matchAll(word)].map(([found]) => found));
  const told = permitted.map(({ condition }) =>
    /\bselect\b/i.test(condition) ? condition : (condition.match(value) ?? []).join(' '),
  );
  const rules = wordsOf(told.join(' '));
  const said = [...wordsOf(message)].filter((one) => rules.has(one));
  if (said.length === 0) return false;
  const own = author.toLowerCase();
  return said.some((one) => !own.includes(one));
}

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

function unreachable(tables: readonly string[]): AppError {
  return refused(
    `Row rules leave you some rows of ${listed(tables)}, and this statement reads it in a way in which they cannot be applied. Read it in a SELECT … FROM.`,
  );
}

function planRefused(tables: readonly string[]): AppError {
  return refused(
    `Row rules leave you some rows of ${listed(tables)}: a plan would tell of the others, and is not shown.`,
  );
}

function tooLong(tables: readonly string[]): AppError {
  return refused(`The statement is too long once the row rules of ${listed(tables)} are applied.`);
}

function refused(message: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: `sql: ${message}` } });
}
