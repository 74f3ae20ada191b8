/**
 * SAVING. Writes a dashboard, whole or one setting of it, and asks whose version stays when somebody else wrote it meanwhile.
 * In: the open dashboard's state. Out: the server's copy, and the state that goes on from it.
 */
export { ConflictModal } from './ConflictModal.tsx';
export { SaveFailure } from './SaveFailure.tsx';
export { SaveModal } from './SaveModal.tsx';
export { toCopyBody, toMetadata } from './save-body.ts';
export { isConflict, saveMetadata, saveOnTop } from './save-metadata.ts';
export { saveProblem } from './save-problem.ts';
export { useGuardedSave } from './use-guarded-save.tsx';
export { useSave } from './use-save.ts';
export { useReload } from './versions.ts';
