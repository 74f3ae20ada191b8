import type { ColumnType, QueryColumn, QueryObject } from '@powerset/contract';
import type { QueryPlan } from '@powerset/query';
import { asksToSignIn, EngineError } from '../engines/index.ts';
import { assertReadsOnlyDataset, assertSourceAccess, placeOf } from './authorise.ts';
import type { QueryJob } from './query-job.ts';

/** Types of SQL that came with a query, by its text. */
export type ExpressionTypes = Readonly<Record<string, ColumnType>>;

/**
 * Asks the engine what the SQL on a time axis is, as a grain can only be applied to a time. The question is planned and
 * authorised as the query itself, and reads no rows. SQL that the engine refuses has no type here: the query tells why.
 */
export async function findExpressionTypes(
  job: QueryJob,
  plan: (query: QueryObject) => Promise<QueryPlan>,
): Promise<ExpressionTypes> {
  const texts = axisTexts(job);
  if (texts.length === 0) return {};
  const columns = texts.map((sqlExpression, index) => ({
    expressionType: 'SQL' as const,
    label: `expression ${index}`,
    sqlExpression,
  }));
  const probe = await plan({ columns, row_limit: 1 });
  await assertSourceAccess(job, probe);
  await assertReadsOnlyDataset(job, probe);
  try {
    const described = await job.engine.describeQuery(probe.sql, placeOf(job.dataset));
    return Object.fromEntries(
      texts.flatMap((text, index) => (described[index] ? [[text, described[index].type]] : [])),
    );
  } catch (error) {
    if (error instanceof EngineError && !asksToSignIn(error)) return {};
    throw error;
  }
}

/** SQL of its own to which a grain would be applied. */
function axisTexts({ query, dataset }: QueryJob): readonly string[] {
  const isColumn = (text: string): boolean => dataset.columns.some(({ name }) => name === text);
  const texts = (query.columns ?? []).flatMap((column) => (hasGrain(column) ? [column.sqlExpression] : []));
  return [...new Set(texts)].filter((text) => !isColumn(text));
}

function hasGrain(column: QueryColumn): column is Exclude<QueryColumn, string> {
  return (
    typeof column !== 'string' &&
    column.columnType === 'BASE_AXIS' &&
    Boolean(column.timeGrain) &&
    column.isColumnReference !== true
  );
}
