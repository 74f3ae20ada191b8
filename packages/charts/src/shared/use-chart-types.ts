import type { ModelContext } from '@powerset/chart-kit';
import { useEffect, useState } from 'react';
import { chartTypes } from '../types.ts';

type TypeOf = NonNullable<ModelContext['typeOf']>;

interface Arrived {
  readonly key: string;
  readonly error?: unknown;
}

const findType: TypeOf = (key) => chartTypes.find(key);

/** The chart types of these keys, undefined while the code of one is on the way; throws what went wrong with loading it. */
export function useChartTypes(keys: readonly string[]): TypeOf | undefined {
  const key = keys.join(' ');
  const [arrived, setArrived] = useState<Arrived | null>(null);
  useEffect(() => {
    let isWanted = true;
    Promise.all(key.split(' ').map(chartTypes.load)).then(
      () => isWanted && setArrived({ key }),
      (error: unknown) => isWanted && setArrived({ key, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  if (arrived?.key !== key) return undefined;
  if (arrived.error !== undefined) throw arrived.error;
  return findType;
}
