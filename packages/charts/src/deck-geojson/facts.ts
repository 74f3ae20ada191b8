import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_geojson',
  name: 'deck.gl Geojson',
  description: 'Draws the shapes that rows hold as GeoJSON, be they points, lines or areas.',
  category: 'Map',
  tags: ['deckGL', '2D'],
  searchWords: ['map', 'shapes', 'features'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
