import type { ChartFacts } from '@powerset/chart-kit';
import { validate } from '../shared/table-form.ts';

/** What people read of it. Apart, so that its code comes only to pages that use it. */
export const facts: ChartFacts = {
  key: 'ag-grid-table',
  name: 'Table V2',
  description: 'Shows very many rows and columns to be sorted, filtered, pinned and copied cell by cell.',
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Featured', 'Report', 'Sequential', 'Tabular'],
  searchWords: ['grid', 'interactive table', 'data grid', 'spreadsheet'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  annotationTypes: ['EVENT', 'INTERVAL'],
  isText: true,
  validate,
};
