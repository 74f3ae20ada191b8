import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'country_map',
  name: 'Country Map',
  description:
    'Colors the parts of one country, its states or provinces, by a metric. The parts are named by their ISO 3166-2 codes.',
  category: 'Map',
  tags: ['2D', 'Comparison', 'Geo', 'Range', 'Report', 'Stacked'],
  searchWords: ['choropleth', 'states', 'provinces', 'regions', 'geography'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
