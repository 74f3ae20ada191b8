import type { ExecuteBody, LimitingFactor } from '@powerset/contract';
import { type Dialect, dialectByName } from '@powerset/sql';
import type { Engine, StatementAnalysis } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import { prepareScript, type TextWork } from '../../threads/index.ts';
import { decideLimit } from './limits.ts';

/** One statement of a script as it will run. */
export interface PlannedStatement {
  /** What the author wrote. */
  readonly text: string;
  /** What the engine gets. */
  readonly sql: string;
  /** Its rows can be kept. */
  readonly isSelect: boolean;
  readonly mayWrite: boolean;
  readonly limit: number | null;
  readonly factor: LimitingFactor;
  /** Lines before it in the script, and characters before it in its first line. */
  readonly lineOffset: number;
  readonly columnOffset: number;
}

export interface CreateAs {
  readonly method: 'TABLE' | 'VIEW';
  readonly table: string;
  readonly schema: string | null;
}

export interface ScriptQuestion {
  readonly engine: Engine;
  readonly database: Row<'databases'>;
  readonly sql: string;
  readonly statements: readonly StatementAnalysis[];
  readonly requestedLimit: number | null | undefined;
  readonly maximum: number;
  readonly createAs: CreateAs | null;
  /** People take turns at what is read in threads. */
  readonly fairnessKey: string;
}

const readingKinds = new Set<StatementAnalysis['kind']>(['select', 'explain']);

/** Longer scripts are read in a thread. */
const shortScript = 10_000;

/** Turns an analysed script into what will run; refuses what the database does not allow. */
export async function planScript(textWork: TextWork, question: ScriptQuestion): Promise<readonly PlannedStatement[]> {
  const { engine, database, statements, createAs } = question;
  if (statements.length === 0)
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message: 'sql: There is no statement to run.' } });
  const isWriting = statements.some((statement) => !readingKinds.has(statement.kind));
  if (isWriting && database.allow_dml !== 1) throw new AppError('DML_NOT_ALLOWED_ERROR');
  if (createAs) checkCreateAs(statements, createAs);
  const dialect = dialectByName(engine.dialect);
  const decided = statements.map((statement, index) =>
    decideOne(question, statement, createAs !== null && index === statements.length - 1),
  );
  const script = {
    sql: question.sql,
    dialect: engine.dialect,
    reads: decided.map(({ text, rows }) => (rows === null ? null : { text, limit: rows })),
  };
  const prepared =
    script.sql.length <= shortScript
      ? prepareScript(script)
      : await textWork.prepareScript({ ...script, fairnessKey: question.fairnessKey });
  return decided.map((one, index) => {
    const { rows: _rows, isCreated, ...planned } = one;
    const read = prepared.texts[index] ?? one.text;
    const sql = isCreated && createAs ? writeCreate(createAs, read, dialect) : read;
    return { ...planned, sql, ...(prepared.places[index] ?? { lineOffset: 0, columnOffset: 0 }) };
  });
}

interface Decided extends Omit<PlannedStatement, 'sql' | 'lineOffset' | 'columnOffset'> {
  /** Rows that are asked of the engine, before the one that tells of more; null for a statement that runs as it is. */
  readonly rows: number | null;
  readonly isCreated: boolean;
}

function decideOne(
  question: ScriptQuestion,
  { text, kind, limit: own }: StatementAnalysis,
  isCreated: boolean,
): Decided {
  if (kind !== 'select' && !isCreated) {
    const mayWrite = !readingKinds.has(kind);
    return { text, isSelect: false, mayWrite, limit: null, factor: 'NOT_LIMITED', rows: null, isCreated };
  }
  const { limit, factor } = decideLimit({ requested: question.requestedLimit, own, maximum: question.maximum });
  // Nobody reads the rows of what is created, so that none tells of more.
  return {
    text,
    isSelect: !isCreated,
    mayWrite: isCreated,
    limit,
    factor,
    rows: isCreated ? limit - 1 : limit,
    isCreated,
  };
}

function writeCreate({ method, schema, table }: CreateAs, select: string, dialect: Dialect): string {
  const name = [schema, table]
    .filter((part): part is string => part !== null && part !== '')
    .map(dialect.quoteIdentifier)
    .join('.');
  return `CREATE ${method} ${name} AS\n${select}`;
}

function checkCreateAs(statements: readonly StatementAnalysis[], { method }: CreateAs): void {
  const isLastSelect = statements.at(-1)?.kind === 'select';
  if (method === 'TABLE' && !isLastSelect)
    throw new AppError('INVALID_CTAS_QUERY_ERROR', { params: { message: ctasMessage } });
  if (method === 'VIEW' && (statements.length !== 1 || !isLastSelect))
    throw new AppError('INVALID_CVAS_QUERY_ERROR', { params: { message: cvasMessage } });
}

const ctasMessage =
  'CTAS (create table as select) can only be run with a query where the last statement is a SELECT. Please make sure your query has a SELECT as its last statement. Then, try running your query again.';
const cvasMessage =
  'CVAS (create view as select) can only be run with a query with a single SELECT statement. Please make sure your query has only a SELECT statement. Then, try running your query again.';

/** What is to be created, when the request asks for it and the database allows it. */
export function readCreateAs(
  body: ExecuteBody,
  database: Row<'databases'>,
  naming: { readonly userId: number; readonly now: Date },
): CreateAs | null {
  if (!body.select_as_cta) return null;
  const method = body.ctas_method ?? 'TABLE';
  const isAllowed = method === 'TABLE' ? database.allow_ctas === 1 : database.allow_cvas === 1;
  if (!isAllowed) {
    const what = method === 'TABLE' ? 'CREATE TABLE AS' : 'CREATE VIEW AS';
    throw new AppError('UNPROCESSABLE_ERROR', {
      params: { message: `select_as_cta: ${what} is not allowed on the database "${database.database_name}".` },
    });
  }
  const stamp = naming.now.toISOString().slice(0, 19).replace(/[-:T]/g, '_');
  const table = body.tmp_table_name || `tmp_${naming.userId}_table_${stamp}`;
  return { method, table, schema: database.force_ctas_schema || body.schema || null };
}
