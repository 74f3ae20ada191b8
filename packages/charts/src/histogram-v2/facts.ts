import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'histogram_v2',
  name: 'Histogram',
  description: 'Shows how the values of a column of numbers are spread: how many lie in each of some equal stretches.',
  category: 'Distribution',
  tags: ['Comparison', 'ECharts', 'Pattern', 'Range'],
  searchWords: ['distribution', 'frequency', 'bins', 'buckets'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
