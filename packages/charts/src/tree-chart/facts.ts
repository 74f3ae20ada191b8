import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'tree_chart',
  name: 'Tree Chart',
  description:
    'Shows what belongs to what, from one root to its leaves. Branches are opened and closed with a click. Good for organisations and categories.',
  category: 'Part of a Whole',
  tags: ['Categorical', 'ECharts', 'Multi-Levels', 'Relational', 'Structural', 'Featured'],
  searchWords: ['hierarchy', 'organisation chart', 'org chart', 'parents and children'],
  behaviors: ['DRILL_TO_DETAIL', 'DRILL_BY'],
};
