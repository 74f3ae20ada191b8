import path from 'node:path';

/** Stored results live each in a database file of its own, as table `result`, in the order in which they came. */
export function resultFile(folder: string, resultId: string): string {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(resultId)) throw new Error(`"${resultId}" is not the id of a result`);
  return path.join(folder, `${resultId}.duckdb`);
}

export function resultCatalog(resultId: string): string {
  return `result_${resultId.replaceAll('-', '_')}`;
}
