import type { OfflineFile } from '@powerset/contract';

declare global {
  /** What lies in the file, put there by its first script. */
  var powersetFile: OfflineFile | undefined;
  /** Maps by the path under which the charts look for them. */
  var powersetMaps: Readonly<Record<string, () => Promise<unknown>>> | undefined;
}

/** Whether this page is one that was opened as a file. */
export const isOfflineFile = (): boolean => globalThis.powersetFile !== undefined;

/** The file that this page is. */
export function offlineFile(): OfflineFile {
  if (!globalThis.powersetFile) throw new Error('This page is no file of a dashboard.');
  return globalThis.powersetFile;
}
