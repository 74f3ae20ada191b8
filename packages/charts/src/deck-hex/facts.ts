import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_hex',
  name: 'deck.gl 3D Hexagon',
  description:
    'Counts places in hexagons of one size, colored by what they come to. Shows where there is much, without a point for each row.',
  category: 'Map',
  tags: ['deckGL', '3D', 'Geo', 'Comparison'],
  searchWords: ['map', 'hexbin', 'density', 'honeycomb'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
