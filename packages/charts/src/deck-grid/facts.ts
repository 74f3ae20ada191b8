import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_grid',
  name: 'deck.gl Grid',
  description:
    'Counts places in squares of one size, colored by what they come to. Tilted, each square is as high as its value.',
  category: 'Map',
  tags: ['deckGL', '3D', 'Comparison'],
  searchWords: ['map', 'squares', 'density', 'columns'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
