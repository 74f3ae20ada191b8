import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'box_plot',
  name: 'Box Plot',
  description:
    'Compares how a measure is spread in several groups: its middle, where half of its values lie, and what lies far off.',
  category: 'Distribution',
  tags: ['ECharts', 'Range', 'Statistical', 'Featured'],
  searchWords: ['box and whisker', 'quartiles', 'outliers', 'percentiles', 'median'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
