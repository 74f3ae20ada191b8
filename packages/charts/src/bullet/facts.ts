import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'bullet',
  name: 'Bullet Chart',
  description:
    'Shows one measure as a bar over ranges such as poor, fair and good, and against markers such as a target or the year before.',
  category: 'KPI',
  tags: ['Business', 'Legacy', 'Report', 'nvd3'],
  searchWords: ['target', 'goal', 'linear gauge'],
  behaviors: ['DRILL_TO_DETAIL'],
};
