import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'time_table',
  name: 'Time-series Table',
  description: 'Compares measures or groups over time row by row: changes, shares, averages and small lines.',
  category: 'Table',
  tags: ['Multi-Variables', 'Comparison', 'Legacy', 'Percentages', 'Tabular', 'Text', 'Trend'],
  searchWords: ['sparkline', 'scorecard', 'kpi table'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  isText: true,
};
