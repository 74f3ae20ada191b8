import { EngineError, type StatementAnalysis } from '../engine.ts';
import type { AnalysedStatement, KeptTable } from './protocol.ts';
import { maxPivotValues } from './sandbox/pivots.ts';

/** Columns that the values of one statement's PIVOTs may make together, and characters that they may have. */
const maxColumns = 2000;
const maxLength = 200_000;

type OpenText = NonNullable<AnalysedStatement['open']>;

export interface PivotReader {
  /** Reads one column of texts by a statement that has been checked. */
  readonly read: (statement: StatementAnalysis) => Promise<readonly unknown[]>;
  /** Reads one SELECT as any other is read. */
  readonly analyse: (sql: string) => Promise<AnalysedStatement>;
  /** Fails with the engine's error, if it has one, and its place in the text. */
  readonly probe: (sql: string) => Promise<unknown>;
}

export interface FilledStatement {
  readonly statement: AnalysedStatement;
  /** Stored results that it reads as tables. */
  readonly kept?: readonly KeptTable[];
  /** An error of what ran, with its place in the text that was filled. */
  readonly toAuthor: (error: unknown) => unknown;
}

/**
 * A statement whose PIVOTs name their values. They are read by queries that pass the same parser as what users write, and
 * that may read no table which the statement itself does not name: whoever was allowed the one is allowed the others.
 */
export async function fillOpenPivots(statement: AnalysedStatement, reader: PivotReader): Promise<FilledStatement> {
  const { open } = statement;
  if (!open || open.pivots.length === 0) return { statement, toAuthor: (error) => error };
  const lists = new Map<string, string>();
  let columns = 1;
  let waiting = open.pivots;
  while (waiting.length > 0) {
    // The values of an inner PIVOT are wanted by the query of an outer one.
    const ready = waiting.filter(({ sql }) => !waiting.some(({ mark }) => sql.includes(quote(mark))));
    if (ready.length === 0) throw new Error('open PIVOTs that wait for each other');
    for (const { mark, sql } of ready) {
      const values = await readValues({ sql: fill(sql, lists), statement, reader, lists });
      columns *= Math.max(1, values.length);
      if (columns > maxColumns) throw tooMany(`The values of this PIVOT make more than ${maxColumns} columns.`);
      // Without any value there are no rows to tell apart; a list may not be empty.
      lists.set(mark, values.length === 0 ? 'NULL' : values.map(quote).join(', '));
    }
    waiting = waiting.filter((pivot) => !ready.includes(pivot));
  }
  const text = fill(open.text, lists);
  const filled = await reader.analyse(text);
  assertNoMore(filled, statement);
  return { statement: filled, toAuthor: (error) => toAuthor(error, open, lists) };
}

interface ValuesQuestion {
  readonly sql: string;
  readonly statement: AnalysedStatement;
  readonly reader: PivotReader;
  readonly lists: ReadonlyMap<string, string>;
}

async function readValues(question: ValuesQuestion): Promise<readonly string[]> {
  const { sql, statement, reader } = question;
  const query = await reader.analyse(sql);
  assertNoMore(query, statement);
  const values = await reader.read(query).catch(async (error: unknown) => {
    throw await toAuthorsError(error, question);
  });
  const texts = values.filter((value) => value !== null).map(String);
  if (texts.length > maxPivotValues)
    throw tooMany(`PIVOT finds more than ${maxPivotValues} values to make columns of.`);
  if (texts.reduce((sum, text) => sum + text.length, 0) > maxLength)
    throw tooMany('The values that PIVOT finds are too long for names of columns.');
  if (texts.some((text) => text.includes('\0'))) throw tooMany('PIVOT finds values that cannot be names of columns.');
  return texts;
}

/** The author knows nothing of this query: the same fault is looked for in what he wrote. */
async function toAuthorsError(error: unknown, { statement, reader, lists }: ValuesQuestion): Promise<unknown> {
  if (!(error instanceof EngineError) || error.details.driverMessage === undefined) return error;
  const { open, kind } = statement;
  const found = open && kind === 'select' ? await reader.probe(fill(open.text, lists)).then(nothing, same) : undefined;
  return found === undefined || !open
    ? new EngineError({ ...error.details, line: null, column: null })
    : toAuthor(found, open, lists);
}

const nothing = () => undefined;
const same = (error: unknown) => error;

function tooMany(message: string): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `${message} Choose another column, or name the values: PIVOT … ON column IN ('a', 'b').`,
  });
}

function assertNoMore({ tables, open, kind }: AnalysedStatement, whole: StatementAnalysis): void {
  const known = new Set(whole.tables.map(({ schema, table }) => JSON.stringify([schema, table])));
  const isKnown = tables.every(({ schema, table }) => known.has(JSON.stringify([schema, table])));
  if ((open?.pivots.length ?? 0) > 0 || !isKnown || (kind !== 'select' && kind !== whole.kind))
    throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: 'This PIVOT cannot be read. Name its values.' });
}

function fill(sql: string, lists: ReadonlyMap<string, string>): string {
  let filled = sql;
  for (const [mark, list] of lists) filled = filled.replaceAll(quote(mark), () => list);
  return filled;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** What stands behind a list has moved by its length; what stands in one counts as the end of the column before it. */
function toAuthor(error: unknown, open: OpenText, lists: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof EngineError)) return error;
  const { line, column } = error.details;
  if (!line || !column) return error;
  const marks = new Set(open.pivots.map(({ mark }) => ` IN (${quote(mark)})`));
  let left = toOffset(fill(open.text, lists), line, column);
  let before = '';
  for (const part of open.text.split(/( IN \('values of pivot \d+'\))/)) {
    const { length } = fill(part, lists);
    if (!marks.has(part)) before += part.slice(0, Math.max(0, left));
    if (left < length) break;
    left -= length;
  }
  const place = { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  return new EngineError({ ...error.details, ...place });
}

function toOffset(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}
