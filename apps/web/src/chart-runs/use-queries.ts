import { type ChartDefinition, type ChartForm, queriesOf } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { useEffect, useMemo, useState } from 'react';

export interface FormQueries {
  /** Undefined while they are on their way, and where they could not be had. */
  readonly queries: readonly QueryObject[] | undefined;
  readonly error: unknown;
}

interface Arrived extends FormQueries {
  readonly of: ChartDefinition;
  readonly key: string;
}

/** The queries of a form: at once, but for chart types that are asked for them. */
export function useQueries(definition: ChartDefinition, form: ChartForm): FormQueries {
  const isAsked = definition.asked !== undefined;
  const atOnce = useMemo(() => (isAsked ? undefined : definition.toQueries(form)), [isAsked, definition, form]);
  const key = isAsked ? JSON.stringify(form) : '';
  const [arrived, setArrived] = useState<Arrived | null>(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    const take = (found: FormQueries) => isWanted && setArrived({ ...found, of: definition, key });
    queriesOf(definition, JSON.parse(key)).then(
      (queries) => take({ queries, error: null }),
      (error: unknown) => take({ queries: undefined, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [isAsked, definition, key]);
  if (!isAsked) return { queries: atOnce, error: null };
  return arrived?.of === definition && arrived.key === key ? arrived : { queries: undefined, error: null };
}
