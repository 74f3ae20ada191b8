import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'sunburst_v2',
  name: 'Sunburst Chart',
  description:
    'Shows a whole and its parts as rings, the parts of each part outside of it. Good for hierarchies of few parts; a treemap shows more of them.',
  category: 'Part of a Whole',
  tags: ['ECharts', 'Multi-Levels', 'Proportional', 'Featured'],
  searchWords: ['rings', 'hierarchy', 'multi-level pie', 'radial'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
