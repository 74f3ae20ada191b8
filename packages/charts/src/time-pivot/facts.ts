import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'time_pivot',
  name: 'Time-series Period Pivot',
  description:
    'Lays periods such as weeks or years over each other, the newest in front, to show how this one stands beside those before.',
  category: 'Evolution',
  tags: ['Legacy', 'Time', 'Comparison', 'Line'],
  behaviors: ['DRILL_TO_DETAIL'],
};
