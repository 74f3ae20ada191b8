import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'radar',
  name: 'Radar Chart',
  description:
    'Shows the profile of a few groups over several measures, each on an axis of its own. Good for profiles that differ in shape; bars compare sizes better.',
  category: 'Ranking',
  tags: ['Business', 'Comparison', 'Multi-Variables', 'Report', 'Web', 'ECharts', 'Featured'],
  searchWords: ['spider chart', 'star chart', 'profile', 'polar'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  badge: 'featured',
};
