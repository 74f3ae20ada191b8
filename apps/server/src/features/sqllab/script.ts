import type { ExecuteBody, LimitingFactor } from '@powerset/contract';
import { type Dialect, dialectByName, splitStatements } from '@powerset/sql';
import type { Engine, StatementAnalysis } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import { decideLimit, withProbeRow } from './limits.ts';

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
}

const readingKinds = new Set<StatementAnalysis['kind']>(['select', 'explain']);

/** Turns an analysed script into what will run; refuses what the database does not allow. */
export function planScript(question: ScriptQuestion): readonly PlannedStatement[] {
  const { engine, database, statements, createAs } = question;
  if (statements.length === 0)
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message: 'sql: There is no statement to run.' } });
  const isWriting = statements.some((statement) => !readingKinds.has(statement.kind));
  if (isWriting && database.allow_dml !== 1) throw new AppError('DML_NOT_ALLOWED_ERROR');
  if (createAs) checkCreateAs(statements, createAs);
  const dialect = dialectByName(engine.dialect);
  const positions = locateStatements(question.sql, statements, dialect);
  return statements.map((statement, index) => {
    const isCreating = createAs !== null && index === statements.length - 1;
    const planned = isCreating
      ? planCreate({ ...question, createAs, dialect }, statement)
      : planOne(question, statement, dialect);
    return { ...planned, ...(positions[index] ?? { lineOffset: 0, columnOffset: 0 }) };
  });
}

type Positionless = Omit<PlannedStatement, 'lineOffset' | 'columnOffset'>;

function planOne(question: ScriptQuestion, statement: StatementAnalysis, dialect: Dialect): Positionless {
  const { text, kind } = statement;
  if (kind !== 'select') {
    return { text, sql: text, isSelect: false, mayWrite: !readingKinds.has(kind), limit: null, factor: 'NOT_LIMITED' };
  }
  const { limit, factor } = decideLimit({
    requested: question.requestedLimit,
    own: statement.limit,
    maximum: question.maximum,
  });
  const sql = withProbeRow(text, limit, dialect.lexRules);
  return { text, sql, isSelect: true, mayWrite: false, limit, factor };
}

type CreateQuestion = ScriptQuestion & { readonly createAs: CreateAs; readonly dialect: Dialect };

function planCreate(question: CreateQuestion, statement: StatementAnalysis): Positionless {
  const { createAs, dialect } = question;
  const { limit, factor } = decideLimit({
    requested: question.requestedLimit,
    own: statement.limit,
    maximum: question.maximum,
  });
  const name = [createAs.schema, createAs.table]
    .filter((part): part is string => part !== null && part !== '')
    .map(dialect.quoteIdentifier)
    .join('.');
  // One row less than the probe: nobody reads the rows here.
  const select = withProbeRow(statement.text, limit - 1, dialect.lexRules);
  const sql = `CREATE ${createAs.method} ${name} AS\n${select}`;
  return { text: statement.text, sql, isSelect: false, mayWrite: true, limit, factor };
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

function locateStatements(
  sql: string,
  statements: readonly StatementAnalysis[],
  dialect: Dialect,
): readonly { readonly lineOffset: number; readonly columnOffset: number }[] {
  const parts = splitStatements(sql, dialect.lexRules);
  if (parts.length !== statements.length) return [];
  return parts.map(({ start }) => {
    const before = sql.slice(0, start);
    return { lineOffset: before.split('\n').length - 1, columnOffset: start - (before.lastIndexOf('\n') + 1) };
  });
}
