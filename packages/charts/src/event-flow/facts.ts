import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'event_flow',
  name: 'Event Flow',
  description: 'Shows which events follow which: the paths of customers, sessions or orders as one tree of bars.',
  category: 'Flow',
  tags: ['Legacy', 'Progressive'],
  searchWords: ['path', 'journey', 'funnel', 'sequence'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
