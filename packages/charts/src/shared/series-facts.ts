import type { ChartFacts } from '@powerset/chart-kit';

/** What people read alike of every chart of series over an x-axis. */
export const seriesFacts = {
  category: 'Evolution',
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  annotationTypes: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
} as const satisfies Partial<ChartFacts>;
