import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'funnel',
  name: 'Funnel Chart',
  description:
    'Shows how many are left after each step of a process. Good for finding the step at which most are lost, as in sales or sign-ups.',
  category: 'KPI',
  tags: ['Business', 'ECharts', 'Progressive', 'Report', 'Sequential', 'Trend', 'Featured'],
  searchWords: ['conversion', 'pipeline', 'stages', 'drop-off'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  badge: 'featured',
};
