import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_contour',
  name: 'deck.gl Contour',
  description: 'Draws lines and areas of equal density, as maps of heights do.',
  category: 'Map',
  tags: ['deckGL', 'Spatial', 'Comparison'],
  searchWords: ['map', 'isolines', 'isobands', 'heights'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
