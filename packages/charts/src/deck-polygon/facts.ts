import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_polygon',
  name: 'deck.gl Polygon',
  description: 'Fills the area that each row holds by a measure: districts, zones, cells of a grid.',
  category: 'Map',
  tags: ['deckGL', '3D', 'Multi-Dimensions', 'Geo'],
  searchWords: ['map', 'choropleth', 'areas', 'zones', 'districts'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
