import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'sankey_v2',
  name: 'Sankey Chart',
  description:
    'Shows how much flows from where to where, in bands as wide as what flows. Good for steps that follow one another.',
  category: 'Flow',
  tags: ['Directional', 'ECharts', 'Distribution', 'Flow'],
  searchWords: ['flows', 'funnel of steps', 'alluvial'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
