import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'horizon',
  name: 'Horizon Chart',
  description:
    'Sets many series over time one below the other in little height: higher values are folded into darker bands.',
  category: 'Distribution',
  tags: ['Time', 'Trend', 'Comparison', 'Multi-Layers'],
  searchWords: ['sparkline', 'small multiples', 'bands'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
