import { datasetEndpoints, type ValidateExpressionBody } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/index.ts';
import { useExplore } from '../explore-context.tsx';

/** Where SQL stands in a chart's query. */
export type ExpressionKind = NonNullable<ValidateExpressionBody['expression_type']>;

const pauseMs = 600;

/** What the database says of SQL once its author pauses; nothing while he writes, and where it cannot be asked. */
export function useExpressionCheck(kind: ExpressionKind, sql: string): string | undefined {
  const { id, type } = useExplore().dataset;
  const expression = sql.trim();
  const [settled, setSettled] = useState(expression);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(expression), pauseMs);
    return () => clearTimeout(timer);
  }, [expression]);
  const { data } = useQuery({
    queryKey: ['expression-check', type, id, kind, settled],
    queryFn: ({ signal }) =>
      api.callEndpoint(datasetEndpoints.validateExpression, {
        params: { type, id: id ?? 0 },
        body: { expression: settled, expression_type: kind },
        signal,
      }),
    // The result of a query that nobody saved has no number of its own.
    enabled: settled !== '' && id !== null,
    retry: false,
    staleTime: 60_000,
  });
  return settled === expression && settled !== '' ? data?.result[0]?.message : undefined;
}
