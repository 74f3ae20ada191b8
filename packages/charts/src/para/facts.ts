import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'para',
  name: 'Parallel Coordinates',
  description:
    'Draws each thing as a line across several measures, so that what goes together, and what stands out, is seen.',
  category: 'Ranking',
  tags: ['Directional', 'Relational', 'Multi-Variables', 'Comparison'],
  searchWords: ['many measures', 'profile', 'multivariate'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
