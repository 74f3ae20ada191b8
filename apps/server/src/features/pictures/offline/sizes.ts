import type { AdhocMetric, QueryObject, ResultTable } from '@powerset/contract';
import type { CubeDimension } from '../../../answers/index.ts';
import { unpackTable } from '../../../packed/index.ts';
import type { FileGiven, Sizes } from './given.ts';
import { problemOf } from './problems.ts';

const dayMs = 86_400_000;
/** Where nobody knows it. */
const usualValues = 20;
const unknown: Sizes = { rows: Number.POSITIVE_INFINITY, valuesOf: () => usualValues };

/** Asks once for each dataset, so that cubes which have no room are never asked for. */
export async function readSizes(
  { drawing, dashboard }: FileGiven,
  datasetId: number,
  dimensions: readonly CubeDimension[],
): Promise<Sizes> {
  const metrics = [countOf('COUNT', null), ...dimensions.flatMap(metricsOf)];
  const { user, signal, answers } = drawing;
  const query: QueryObject = { columns: [], metrics, row_limit: 1 };
  const request = {
    ...{ datasource: { id: datasetId, type: 'table' }, queries: [query] },
    form_data: { dashboardId: dashboard.id },
  };
  try {
    const [answer] = await answers.answer({ user, signal, request });
    return answer ? toSizes(unpackTable(answer.table)) : unknown;
  } catch (error) {
    signal.throwIfAborted();
    // Who reads a dataset through its dashboard alone may not ask how large it is, and one of its columns may be gone.
    problemOf(error);
    return unknown;
  }
}

const metricsOf = ({ column, kind }: CubeDimension): readonly AdhocMetric[] =>
  kind === 'day' ? [countOf('MIN', column), countOf('MAX', column)] : [countOf('COUNT_DISTINCT', column)];

function countOf(aggregate: 'COUNT' | 'COUNT_DISTINCT' | 'MIN' | 'MAX', column: string | null): AdhocMetric {
  const label = `${aggregate} ${column ?? ''}`;
  if (column === null) return { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label };
  return { expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label };
}

function toSizes({ columns }: ResultTable): Sizes {
  const read = (name: string) => Number(columns.find((column) => column.name === name)?.values[0] ?? 0);
  return {
    rows: read('COUNT '),
    valuesOf: ({ column, kind }) =>
      kind === 'day'
        ? Math.max(1, Math.round((read(`MAX ${column}`) - read(`MIN ${column}`)) / dayMs) + 1)
        : Math.max(1, read(`COUNT_DISTINCT ${column}`)),
  };
}

/** About how many of the possible groups so many rows fall into, if they fall evenly. */
export function expectedGroups(possible: number, rows: number): number {
  return Number.isFinite(rows) ? possible * (1 - Math.exp(-rows / possible)) : possible;
}
