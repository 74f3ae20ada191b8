import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'pivot_table_v2',
  name: 'Pivot Table',
  description: 'Summarizes measures by two sets of keys at once, with totals and subtotals; groups fold and unfold.',
  category: 'Table',
  tags: ['Additive', 'Report', 'Tabular', 'Popular'],
  searchWords: ['heat map', 'heatmap', 'crosstab', 'cross table', 'matrix'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  isText: true,
};
