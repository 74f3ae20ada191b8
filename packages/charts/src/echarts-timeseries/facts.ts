import type { ChartFacts } from '@powerset/chart-kit';
import { seriesFacts } from '../shared/series-facts.ts';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  ...seriesFacts,
  key: 'echarts_timeseries',
  name: 'Generic Chart',
  description:
    'Draws measures over an x-axis as lines that may be filled, stacked and marked: one chart for many uses.',
  tags: ['Advanced-Analytics', 'ECharts', 'Line', 'Predictive', 'Time', 'Transformable'],
};
