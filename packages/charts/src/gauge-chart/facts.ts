import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'gauge_chart',
  name: 'Gauge Chart',
  description:
    'Shows how far a value has come on a scale with a known end, such as a target. Without such an end a big number says more.',
  category: 'KPI',
  tags: ['Multi-Variables', 'Business', 'Comparison', 'ECharts', 'Report', 'Featured'],
  searchWords: ['speedometer', 'dial', 'meter', 'target'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  badge: 'featured',
};
