import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'heatmap_v2',
  name: 'Heatmap',
  description: 'Shows a measure for each pair of two dimensions as the color of a cell, so that patterns stand out.',
  category: 'Correlation',
  tags: ['Business', 'Intensity', 'Density', 'Single Metric', 'ECharts', 'Featured'],
  searchWords: ['matrix', 'grid', 'heat map', 'cross table'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
