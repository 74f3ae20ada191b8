import type { ChartFacts } from '@powerset/chart-kit';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'handlebars',
  name: 'Handlebars',
  description: 'Writes the rows into a Handlebars template of your own, as HTML or Markdown with your own CSS.',
  category: 'Other',
  tags: ['Report', 'Text', 'Description'],
  searchWords: ['template', 'html', 'markdown', 'custom'],
  behaviors: ['DRILL_TO_DETAIL'],
  isText: true,
};
