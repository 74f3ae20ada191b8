import type { ChartDefinition } from '@powerset/chart-kit';

export function findChartDefinition(definitions: readonly ChartDefinition[], key: string): ChartDefinition | undefined {
  return definitions.find((definition) => definition.key === key);
}
