import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'word_cloud',
  name: 'Word Cloud',
  description:
    'Shows the words of a column, the larger the more. Good for a first impression of many words; ranked bars compare them better.',
  category: 'Ranking',
  tags: ['Categorical', 'Comparison', 'Density', 'Single Metric'],
  searchWords: ['tag cloud', 'terms', 'text'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
