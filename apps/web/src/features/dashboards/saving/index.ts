/**
 * SAVING. Writes a dashboard, whole or one setting of it, together with what somebody else wrote meanwhile, and asks where both
 * changed the same.
 * In: the open dashboard's state. Out: the server's copy, and the state that goes on from it.
 */
export { ConflictModal } from './ConflictModal.tsx';
export { type ClashAnswer, DashboardClash } from './dashboard-clash.ts';
export { saveDrafts } from './drafts.ts';
export { SaveFailure } from './SaveFailure.tsx';
export { SaveModal } from './SaveModal.tsx';
export { toCopyBody, toMetadata } from './save-body.ts';
export { saveFilters } from './save-filters.ts';
export { isConflict, putDashboard } from './save-merged.ts';
export { onTopOf, saveMetadata } from './save-part.ts';
export { saveProblem } from './save-problem.ts';
export { useSave } from './use-save.ts';
export { VersionsModal } from './VersionsModal.tsx';
export { useReload } from './versions.ts';
