import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'deck_arc',
  name: 'deck.gl Arc',
  description: 'Joins two places of each row by an arc: flights, shipments, moves from one place to another.',
  category: 'Map',
  tags: ['deckGL', 'Geo', '3D', 'Relational', 'Web'],
  searchWords: ['map', 'flows', 'routes', 'connections', 'origin destination'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
