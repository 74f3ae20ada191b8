import type { AskedChart, ChartForm } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';

export interface AskedQueriesParts {
  readonly onArrived: (chartId: number) => void;
  readonly onFailed: (chartId: number, error: unknown) => void;
}

interface Asking {
  readonly asked: AskedChart;
  readonly key: string;
  queries: readonly QueryObject[] | undefined;
}

/** The queries of charts whose types are asked for them; the last answer of each chart counts. */
export function createAskedQueries({ onArrived, onFailed }: AskedQueriesParts) {
  const byChart = new Map<number, Asking>();
  return {
    /** Undefined while they are on their way, and where they could not be had. */
    find: (chartId: number, asked: AskedChart, form: ChartForm): readonly QueryObject[] | undefined => {
      const key = JSON.stringify(form);
      const known = byChart.get(chartId);
      if (known?.asked === asked && known.key === key) return known.queries;
      const asking: Asking = { asked, key, queries: undefined };
      byChart.set(chartId, asking);
      const isWanted = () => byChart.get(chartId) === asking;
      asked.queriesOf(form).then(
        (queries) => {
          asking.queries = queries;
          if (isWanted()) onArrived(chartId);
        },
        (error: unknown) => {
          if (isWanted()) onFailed(chartId, error);
        },
      );
      return undefined;
    },
    /** What failed is asked anew. */
    forget: (chartId: number): void => {
      if (byChart.get(chartId)?.queries === undefined) byChart.delete(chartId);
    },
  };
}
