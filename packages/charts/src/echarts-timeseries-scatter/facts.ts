import type { ChartFacts } from '@powerset/chart-kit';
import { seriesFacts } from '../shared/series-facts.ts';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  ...seriesFacts,
  key: 'echarts_timeseries_scatter',
  name: 'Scatter Plot',
  description:
    'Shows each value as a dot over times, numbers or categories: how values spread, cluster and stand out, for up to a hundred thousand of them.',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Time', 'Transformable', 'Scatter', 'Featured'],
};
