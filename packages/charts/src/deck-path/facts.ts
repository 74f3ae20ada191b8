import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_path',
  name: 'deck.gl Path',
  description: 'Draws a line along the points that each row holds: routes, rivers, tracks.',
  category: 'Map',
  tags: ['deckGL', 'Web'],
  searchWords: ['map', 'lines', 'routes', 'tracks'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
