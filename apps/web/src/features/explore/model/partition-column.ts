import { isAbort } from '../../../api/index.ts';
import type { ExploreDataset } from './dataset.ts';

/** What the server tells of a table beyond its columns. */
export interface TableExtra {
  readonly partitions?: { readonly cols?: readonly string[] };
}

export interface TablePlace {
  readonly id: number;
  readonly table: string;
  readonly schema: string;
}

/** The table whose partitions can be asked for; undefined for datasets of SQL and for views of the SQL editor. */
export function partitionedPlace(dataset: ExploreDataset): TablePlace | undefined {
  const { database, schema, table_name: table } = dataset;
  const isTable = dataset.type === 'table' && dataset.kind === 'physical' && dataset.is_sqllab_view !== true;
  return isTable && database && schema && table ? { id: database.id, table, schema } : undefined;
}

/** A table's one partition column; null for tables without, with several, and where nobody can tell. */
export async function readPartitionColumn(ask: () => Promise<TableExtra>): Promise<string | null> {
  try {
    const columns = (await ask()).partitions?.cols ?? [];
    return columns.length === 1 ? (columns[0] ?? null) : null;
  } catch (error) {
    // Whoever closed the card before the answer came needs none.
    if (isAbort(error)) throw error;
    // Filters work without it; whoever looks into the matter finds it here.
    console.warn('The partitions of the table could not be read.', error);
    return null;
  }
}
