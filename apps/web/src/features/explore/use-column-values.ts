import { datasetEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/index.ts';
import { useExplore } from './explore-context.tsx';
import type { Scalar } from './model/adhoc-filter.ts';

const searchDelayMs = 300;

/** Values of a column to choose from, narrowed by what is typed; a call that is no longer wanted is cancelled. */
export function useColumnValues(column: string | null): {
  readonly values: readonly Scalar[];
  readonly isLoading: boolean;
  readonly search: (text: string) => void;
  /** Why none came. */
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const { dataset } = useExplore();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['column-values', dataset.id, column, text],
    enabled: column !== null,
    queryFn: async ({ signal }) => {
      const answer = await api.callEndpoint(datasetEndpoints.columnValues, {
        params: { type: dataset.type, id: dataset.id ?? 0, column: column ?? '' },
        query: { q: text || undefined },
        signal,
      });
      return answer.result.slice(0, 1000);
    },
  });
  return {
    values: query.data ?? [],
    isLoading: query.isFetching,
    search: setTyped,
    error: query.isFetching ? null : query.error,
    retry: () => void query.refetch(),
  };
}
