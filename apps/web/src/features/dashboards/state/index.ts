/**
 * STATE. What an open dashboard is: its layout with undo, filters, selections, tabs and runs, changed by pure functions, and how
 * what is drawn inside it reads them. In: what the server told, what the address says. Out: a store, and what to ask charts with.
 */
export { changeAddress, type DashboardAddress, readAddress, sharedParams } from './address.ts';
export {
  DashboardProvider,
  LookProvider,
  useDashboard,
  useDashboardLook,
  useLook,
  useOpenDashboard,
} from './dashboard-context.tsx';
export {
  type DashboardData,
  type DashboardDataset,
  datasetIdOf,
  isDraft,
  type Metadata,
  nextDraftId,
  readDashboardMetadata,
} from './dashboard-data.ts';
export {
  type DashboardFeatures,
  type DashboardState,
  hasUnsavedChanges,
  isCrossFiltering,
  layoutOf,
  openDashboard,
  topNodeOf,
} from './dashboard-state.ts';
export { createDashboardStore, type DashboardStore } from './dashboard-store.ts';
export type { Deletion, FilterDeletion, PartDeletion } from './deletion.ts';
export {
  asSaved,
  chosenIn,
  stillDeleted,
  toReturn,
  withFilterBack,
  withoutUnsaved,
} from './deletions.ts';
export { dragHandle, useDragSensors } from './drag-sensors.ts';
export { filterSetsName } from './filter-sets-name.ts';
export { makeNodeId } from './make-node-id.ts';
export type { BrushFeed, ChartAsk, ChartFeed, ChartLoader, ChartPayload, OpenDashboard } from './open-dashboard.ts';
export { customInterval, refreshChoices, refreshDelays, toCustomSeconds } from './refresh.ts';
export { silentDrag } from './silent-drag.ts';
export { toDashboardChart } from './to-dashboard-chart.ts';
export { useNotedDeletions } from './use-noted-deletions.ts';
