import type { ChartFacts } from '@powerset/chart-kit';
import { seriesFacts } from '../shared/series-facts.ts';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  ...seriesFacts,
  key: 'echarts_timeseries_step',
  name: 'Stepped Line',
  description:
    'Shows values that hold until they change, such as prices, stock levels or headcounts, as lines in steps.',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Time', 'Transformable', 'Stacked'],
};
