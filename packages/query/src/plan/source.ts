import { cleanClause, findClauseProblem, looksLikeSelect, type Source } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import type { PlanContext } from './plan-context.ts';

/** Where the rows come from: the dataset's table, or its query as `virtual_table`. */
export function datasetSource(context: PlanContext): Source {
  const { dataset, dialect } = context;
  if (dataset.sql === null) {
    return { kind: 'table', catalog: dataset.catalog, schema: dataset.schema, table: dataset.table };
  }
  const text = context.render(dataset.sql);
  const problem = findClauseProblem(text, dialect.lexRules);
  if (problem) throw new QueryError(virtualProblem(problem), 'sql');
  if (!looksLikeSelect(text, dialect.lexRules)) throw new QueryError('Virtual dataset query must be read-only', 'sql');
  return { kind: 'query', query: cleanClause(text, dialect.lexRules), alias: 'virtual_table' };
}

function virtualProblem(problem: string): string {
  if (problem === 'Clause is empty') return 'Virtual dataset query cannot be empty';
  if (problem === 'Clause contains multiple statements')
    return 'Virtual dataset query cannot consist of multiple statements';
  return `Virtual dataset query: ${problem}`;
}
