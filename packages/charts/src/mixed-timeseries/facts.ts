import type { ChartFacts } from '@powerset/chart-kit';
import { seriesFacts } from '../shared/series-facts.ts';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  ...seriesFacts,
  key: 'mixed_timeseries',
  name: 'Mixed Chart',
  description:
    'Draws the answers of two queries over one x-axis, each as bars, lines or areas and on an axis of its own where their units differ.',
  tags: ['Advanced-Analytics', 'ECharts', 'Line', 'Multi-Variables', 'Time', 'Transformable', 'Featured'],
};
