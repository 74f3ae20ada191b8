import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_heatmap',
  name: 'deck.gl Heatmap',
  description:
    'Shows the density of places as warmth that flows together. Good to see where it is dense, not to read figures.',
  category: 'Map',
  tags: ['deckGL', 'Spatial', 'Comparison'],
  searchWords: ['map', 'density', 'hot spots'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
