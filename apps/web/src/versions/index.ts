/**
 * VERSIONS. What an object was with each save, the newest first: chosen from a list, compared with the version before or with what
 * is there now, and brought back.
 * In: calls of a resource, and how two of its versions are shown side by side. Out: a dialog.
 */
export { AskedFigures, ComparingFigures } from './AskedFigures.tsx';
export { ChartFigures } from './ChartFigures.tsx';
export { DashboardFigures } from './DashboardFigures.tsx';
export { DatasetFigures } from './DatasetFigures.tsx';
export { FigureTable } from './FigureTable.tsx';
export { type FiguredVersions, type Sides, type VersionAgainst, VersionComparison } from './VersionComparison.tsx';
export { type Versions, VersionsModal } from './VersionsModal.tsx';
export { changeWords, type VersionRow } from './version-words.ts';
