import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'cartodiagram',
  name: 'Cartodiagram',
  description:
    'Draws a saved chart small at each place of a map. Shows how parts or courses differ from place to place; colors of areas compare one number better.',
  category: 'Map',
  tags: ['Geo', '2D', 'Spatial', 'Experimental'],
  searchWords: ['map', 'pie map', 'charts on a map', 'geojson', 'diagram map', 'proportional symbols'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
};
