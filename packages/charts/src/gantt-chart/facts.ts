import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'gantt_chart',
  name: 'Gantt Chart',
  description:
    'Shows when things begin and end as bars over time, one row for each value of a column: plans, shifts, bookings, incidents.',
  category: 'Evolution',
  tags: ['ECharts', 'Timeline', 'Time', 'Featured'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
