import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_multi',
  name: 'deck.gl Multiple Layers',
  description: 'Saved deck.gl charts as layers of one map, each with its own data, colors and tooltips.',
  category: 'Map',
  tags: ['deckGL', 'Multi-Layers'],
  searchWords: ['map', 'layers', 'overlay', 'combined'],
  behaviors: [],
};
