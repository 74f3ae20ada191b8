/**
 * VERSIONS. What an object was with each save, the newest first: chosen from a list, compared with the version before or with what
 * is there now, and brought back.
 * In: calls of a resource, and how two of its versions are shown side by side. Out: a dialog.
 */
export { type Sides, type VersionAgainst, VersionComparison } from './VersionComparison.tsx';
export { type Versions, VersionsModal } from './VersionsModal.tsx';
export { changeWords, type VersionRow } from './version-words.ts';
