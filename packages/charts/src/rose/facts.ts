import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'rose',
  name: 'Nightingale Rose Chart',
  description:
    'Shows values around a circle, each by the size of its sector. Good for what comes round again, such as months or hours; bars compare sizes better.',
  category: 'Ranking',
  tags: ['Legacy', 'Advanced-Analytics', 'Circular', 'Multi-Layers', 'Pattern', 'Time', 'Trend'],
  searchWords: ['coxcomb', 'polar area', 'seasons'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
};
