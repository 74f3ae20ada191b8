import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'graph_chart',
  name: 'Graph Chart',
  description:
    'Shows names as points and what connects them as lines. Good for finding what hangs together, and through whom.',
  category: 'Flow',
  tags: ['Circular', 'Comparison', 'Directional', 'ECharts', 'Relational', 'Structural', 'Transformable', 'Featured'],
  searchWords: ['network', 'nodes and edges', 'force', 'relations'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
