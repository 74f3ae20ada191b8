import { type ChartBatchLine, fromWireTable, type QueryObject, type ResultTable } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api, streamBatch, toApiError } from '../../api/index.ts';
import type { ExploreDataset } from './model/dataset.ts';

export interface Samples {
  readonly table: ResultTable;
  readonly totalRows: number;
}

/** At most so many rows of a dataset are looked at. */
export const sampleLimit = 1000;

const countQuery: QueryObject = {
  columns: [],
  metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }],
};

/** The first rows of the dataset as they are, and how many there are in all. */
export function useSamples(dataset: ExploreDataset, isEnabled: boolean) {
  return useQuery({
    queryKey: ['samples', dataset.id],
    enabled: isEnabled && dataset.id !== null,
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<Samples> => {
      const lines: ChartBatchLine[] = [];
      const payload = (query: QueryObject) => ({
        datasource: { id: dataset.id ?? 0, type: dataset.type },
        queries: [query],
      });
      await streamBatch(
        api,
        {
          requests: [
            { key: 'rows', payload: payload({ result_type: 'samples', row_limit: sampleLimit }) },
            { key: 'count', payload: payload(countQuery) },
          ],
        },
        { signal, onLines: (answered) => lines.push(...answered) },
      );
      const rows = tableOf(lines, 'rows');
      const count = tableOf(lines, 'count').columns[0]?.values[0];
      return { table: rows, totalRows: Number(count ?? 0) };
    },
  });
}

/** The rows that a batch brought under a key, or its error. */
export function tableOf(lines: readonly ChartBatchLine[], key: string): ResultTable {
  const line = lines.find((one) => one.key === key);
  if (line && 'results' in line && line.results[0]) return fromWireTable(line.results[0].table);
  const error = line && 'error' in line ? line.error : { errors: [] };
  throw toApiError({ status: line?.status ?? 0, statusText: '', text: JSON.stringify(error) });
}
