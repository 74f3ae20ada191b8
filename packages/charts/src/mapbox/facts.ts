import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'mapbox',
  name: 'MapBox',
  description: 'Gathers places that lie close together in circles, which fall apart as the map is zoomed.',
  category: 'Map',
  tags: ['Business', 'Intensity', 'Legacy', 'Density', 'Scatter', 'Transformable'],
  searchWords: ['map', 'cluster', 'points'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
