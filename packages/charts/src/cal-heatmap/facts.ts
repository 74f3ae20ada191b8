import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'cal_heatmap',
  name: 'Calendar Heatmap',
  description:
    'Shows a measure over time on a calendar, a day or hour as the color of a cell, so that its rhythm is seen.',
  category: 'Correlation',
  tags: ['Business', 'Comparison', 'Intensity', 'Pattern', 'Report', 'Trend'],
  searchWords: ['days', 'weeks', 'contributions', 'heat map'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
