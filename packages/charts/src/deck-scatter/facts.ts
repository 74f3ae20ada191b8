import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_scatter',
  name: 'deck.gl Scatterplot',
  description:
    'Points on a map, as large as a measure and colored by a category. Shows where something is, and how much of it.',
  category: 'Map',
  tags: ['deckGL', 'Comparison', 'Scatter', '2D', 'Geo', 'Intensity', 'Density'],
  searchWords: ['map', 'points', 'locations', 'bubbles', 'coordinates'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
