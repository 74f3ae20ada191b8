import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'chord',
  name: 'Chord Diagram',
  description:
    'Shows how much goes from one name to another and back, as ribbons across a circle. Good for few names that exchange something.',
  category: 'Flow',
  tags: ['Circular', 'Legacy', 'Proportional', 'Relational'],
  searchWords: ['flows', 'exchange', 'migration', 'ribbons'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
