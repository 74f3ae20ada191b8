import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_multi',
  name: 'deck.gl Multiple Layers',
  description: 'Lays the maps of several charts over each other on one ground.',
  category: 'Map',
  tags: ['deckGL', 'Multi-Layers'],
  searchWords: ['map', 'layers', 'overlay'],
  behaviors: [],
};
