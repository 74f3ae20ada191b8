/**
 * FIRST. A dashboard's first charts and filters, and a single new chart, proposed by rules from the columns of a dataset.
 * In: a dataset and what is known of its values. Out: charts, the rows that they stand in, and filters.
 */
import { lazyPart } from '../../../../shell/index.ts';

export { DatasetSelect } from './DatasetSelect.tsx';
export { loadDataset } from './dataset-facts.ts';
export { draftCharts } from './make-dashboard.ts';
export { proposeDashboard } from './propose-dashboard.ts';
export const FirstDashboardModal = lazyPart(
  async () => (await import('./FirstDashboardModal.tsx')).FirstDashboardModal,
);
