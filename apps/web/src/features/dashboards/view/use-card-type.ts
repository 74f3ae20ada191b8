import type { ChartDefinition } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { useEffect, useState } from 'react';
import { useOpenDashboard } from '../state/index.ts';

/** The chart type of a card. That of a plugin may come after the dashboard was opened, or not at all. */
export function useCardType(key: string): ChartDefinition | undefined {
  const { feed } = useOpenDashboard();
  const [, setSettled] = useState<string | null>(null);
  const definition = chartTypes.find(key);
  const isAwaited = definition === undefined && chartTypes.isAdded(key);
  useEffect(() => {
    if (!isAwaited) return undefined;
    let isWanted = true;
    const settle = () => {
      if (!isWanted) return;
      setSettled(key);
      feed.takeTypes();
    };
    chartTypes.load(key).then(settle, settle);
    return () => {
      isWanted = false;
    };
  }, [isAwaited, key, feed]);
  return definition;
}
