import type { ColumnType } from '@powerset/contract';
import type { QueryDataset } from '@powerset/query';
import type { PackedColumn, PackedTable } from '../packed/index.ts';

const countingMetric = /^(SUM|AVG|COUNT|COUNT_DISTINCT)\(.*\)/;

/**
 * What the columns of an answer are to programs of the reference: a time where the dataset says so; where no row has a
 * value, what the dataset knows of the column, and text where it knows nothing.
 */
export function toColumnTypes(table: PackedTable, dataset: QueryDataset): readonly ColumnType[] {
  // Of two columns that are called alike the first.
  const found = new Map([...dataset.columns].reverse().map((column) => [column.name, column]));
  return table.columns.map(({ name, type }, index) => {
    const column = found.get(name);
    if (column?.isTemporal) return 'temporal';
    const hasValue = table.batches.some(({ columns, rowCount }) => holdsValue(columns[index]!, rowCount));
    if (hasValue) return type;
    return column?.type ?? metricType(dataset, name);
  });
}

function metricType({ metrics }: QueryDataset, name: string): ColumnType {
  const metric = metrics.find((candidate) => candidate.name === name);
  return metric && countingMetric.test(metric.expression) ? 'number' : 'string';
}

/** A number that is none counts as no value; one beyond all numbers is one. */
function holdsValue(packed: PackedColumn, rowCount: number): boolean {
  if (packed.kind === 'values') return packed.values.some((value) => value !== null && !Number.isNaN(value));
  const { nulls } = packed;
  for (let row = 0; row < rowCount; row++) {
    if (nulls?.[row]) continue;
    if (packed.kind !== 'numbers' || !Number.isNaN(packed.values[row]!)) return true;
  }
  return false;
}
