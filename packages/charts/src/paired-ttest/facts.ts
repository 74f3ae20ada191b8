import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'paired_ttest',
  name: 'Paired t-test Table',
  description:
    'Tests over time whether groups differ from one of them by more than chance: lift, p-value, significance.',
  category: 'Correlation',
  tags: ['Legacy', 'Statistical', 'Tabular'],
  searchWords: ['experiment', 'significance', 'a/b test', 'p-value'],
  behaviors: ['DRILL_TO_DETAIL', 'DRILL_BY'],
  isText: true,
};
