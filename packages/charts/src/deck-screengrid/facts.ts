import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_screengrid',
  name: 'deck.gl Screen Grid',
  description: 'Counts places in squares of the screen, which become finer on the ground as the map is zoomed.',
  category: 'Map',
  tags: ['deckGL', 'Comparison', 'Intensity', 'Density'],
  searchWords: ['map', 'squares', 'density'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
