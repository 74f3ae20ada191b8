import type { QueryObject, SqlMistake, ValidateExpressionBody } from '@powerset/contract';
import type { Mistake } from '../../answers/index.ts';
import { type Asking, assertKnownType, type DataRunner } from './datasource.ts';

const longestPlaced = 5000;

type Kind = NonNullable<ValidateExpressionBody['expression_type']>;

interface Expression {
  readonly type: string;
  readonly id: number;
  readonly body: ValidateExpressionBody;
}

const count = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: 'count' };

/** A query in which the expression stands where a chart would put it. */
const queries: Readonly<Record<Kind, (expression: string) => QueryObject>> = {
  column: (sqlExpression) => ({
    columns: [{ expressionType: 'SQL', sqlExpression, label: 'expression' }],
    metrics: [],
  }),
  metric: (sqlExpression) => ({
    columns: [],
    metrics: [{ expressionType: 'SQL', sqlExpression, label: 'expression' }],
  }),
  where: (where) => ({ columns: [], metrics: [count], extras: { where } }),
  having: (having) => ({ columns: [], metrics: [count], extras: { having } }),
};

/** What is wrong with SQL over a dataset; nothing where a chart could take it. */
export async function validateExpression(
  runner: DataRunner,
  asking: Asking,
  { type, id, body }: Expression,
): Promise<readonly SqlMistake[]> {
  assertKnownType(type);
  const { expression, expression_type: given = 'where', clause } = body;
  const kind = given === 'where' && clause === 'HAVING' ? 'having' : given;
  const query = { ...queries[kind](expression), row_limit: 1 };
  const mistake = await runner.findMistake({ ...asking, request: { datasource: { id, type }, queries: [query] } });
  return mistake ? [toWire(mistake, expression)] : [];
}

/** Its place in the expression, wherever that stands in the statement; the first line where it lies elsewhere. */
function toWire({ message, line, column, sql }: Mistake, expression: string): SqlMistake {
  const found = sql === null || line === null ? -1 : offsetOf(sql, { line, column: column ?? 1 });
  const start = startsOf(expression, sql ?? '').find((one) => one <= found && found <= one + expression.length);
  if (start === undefined) return { line_number: 1, start_column: null, end_column: null, message };
  const before = expression.slice(0, found - start).split('\n');
  const at = column === null ? null : (before.at(-1)?.length ?? 0) + 1;
  return { line_number: before.length, start_column: at, end_column: at, message };
}

function offsetOf(sql: string, { line, column }: { readonly line: number; readonly column: number }): number {
  const before = sql.split('\n').slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}

/** A column stands in SELECT and in GROUP BY. Looking for longer ones could take long. */
function startsOf(expression: string, sql: string): readonly number[] {
  if (expression.length > longestPlaced) return [];
  const starts: number[] = [];
  for (let at = sql.indexOf(expression); at >= 0; at = sql.indexOf(expression, at + 1)) starts.push(at);
  return starts;
}
