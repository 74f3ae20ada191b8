import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'treemap_v2',
  name: 'Treemap',
  description:
    'Shows the parts of a whole as areas, and within each the parts it is made of. Good for many parts of several levels; bars compare few of them better.',
  category: 'Part of a Whole',
  tags: ['Categorical', 'Comparison', 'ECharts', 'Multi-Levels', 'Percentages', 'Proportional', 'Featured'],
  searchWords: ['tree map', 'hierarchy', 'areas', 'mosaic'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
