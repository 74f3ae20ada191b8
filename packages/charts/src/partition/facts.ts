import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'partition',
  name: 'Partition Chart',
  description:
    'Shows the parts of a whole as columns, each level divided within the one before. Good for comparing the same groups over levels.',
  category: 'Part of a Whole',
  tags: ['Categorical', 'Comparison', 'Legacy', 'Proportional'],
  searchWords: ['icicle', 'hierarchy', 'levels'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
