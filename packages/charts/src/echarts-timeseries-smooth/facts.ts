import type { ChartFacts } from '@powerset/chart-kit';
import { seriesFacts } from '../shared/series-facts.ts';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  ...seriesFacts,
  key: 'echarts_timeseries_smooth',
  name: 'Smooth Line',
  description:
    'Shows how measures change over time as rounded lines. The curve passes through every value; between them it is guessed.',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Time', 'Line', 'Transformable'],
};
