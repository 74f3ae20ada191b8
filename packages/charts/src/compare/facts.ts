import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'compare',
  name: 'Time-series Percent Change',
  description:
    'Shows by how many percent each series changed since a day, which is moved by pointing: series of any size on one scale.',
  category: 'Evolution',
  tags: ['Legacy', 'Time', 'Advanced-Analytics', 'Comparison', 'Line', 'Percentages', 'Predictive', 'Trend'],
  behaviors: ['DRILL_TO_DETAIL'],
  annotationTypes: ['EVENT', 'FORMULA', 'INTERVAL'],
};
