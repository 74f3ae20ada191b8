/**
 * VERSIONS. What charts, dashboards and datasets were, save by save: kept with each save, listed, read whole.
 * In: objects before and after they are changed. Out: versions; bringing one back is a save like any other.
 */
export { getVersion, keepVersion, listVersions, toWireVersion, type VersionedType } from './versions.ts';
