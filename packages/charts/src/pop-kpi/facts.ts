import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'pop_kpi',
  name: 'Big Number with Time Period Comparison',
  description:
    'Shows one measure as a large figure, and below it that of an earlier period with the difference and the change in percent.',
  category: 'KPI',
  tags: ['Comparison', 'Business', 'ECharts', 'Percentages', 'Report', 'Advanced-Analytics'],
  searchWords: ['period over period', 'year over year', 'growth'],
  behaviors: ['DRILL_TO_DETAIL'],
  isText: true,
};
