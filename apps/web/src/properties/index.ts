/**
 * PROPERTIES. What is known of a chart or a dashboard besides what it shows: name, owners, certification. Changed from the page of the
 * object, and from lists.
 * In: a number. Out: a dialog that reads it anew, and saves at once.
 */
import { lazyPart } from '../shell/index.ts';

export const ChartPropertiesModal = lazyPart(
  async () => (await import('./ChartPropertiesModal.tsx')).ChartPropertiesModal,
);
export const DashboardPropertiesModal = lazyPart(
  async () => (await import('./DashboardPropertiesModal.tsx')).DashboardPropertiesModal,
);
