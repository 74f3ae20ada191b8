import { useMemo } from 'react';
import type { SqlNames } from '../../controls/sql-field/index.ts';
import { useExplore } from './explore-context.tsx';
import { type ExploreDataset, kindOf } from './model/dataset.ts';
import { savedOptions } from './model/metric-edit.ts';

/** What expressions on a dataset may name. */
function toSqlNames(dataset: Pick<ExploreDataset, 'columns' | 'metrics'>): SqlNames {
  return {
    columns: dataset.columns.map((column) => ({
      name: column.column_name,
      detail: column.expression || column.type || '',
      type: kindOf(column),
    })),
    metrics: savedOptions(dataset.metrics),
  };
}

/** The same for the dataset of the chart, with its database, as a field for SQL wants it. */
export function useSqlParts(): {
  readonly names: SqlNames;
  readonly databaseId: number | null;
  readonly backend?: string;
} {
  const { dataset } = useExplore();
  const names = useMemo(() => toSqlNames(dataset), [dataset]);
  return { names, databaseId: dataset.database?.id ?? null, backend: dataset.database?.backend };
}
