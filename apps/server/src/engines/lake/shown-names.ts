/** What the engine would take for a pattern, and what no terminal prints. */
const unreadableName = /[*?[\]\p{Cc}]/u;
/** Of tables whose logs say which files count. */
export const logFolders: ReadonlySet<string> = new Set(['_delta_log']);
const longestName = 200;
const longestPath = 900;

/** Whether the engine can be told a name at all. */
export function isReadableName(name: string): boolean {
  return !unreadableName.test(name);
}

/** Whether a file or folder counts: not those that writers hide. */
export function isShownName(name: string, folder: string): boolean {
  if (!isReadableName(name)) return false;
  if (logFolders.has(name)) return true;
  // A log's own files begin so.
  const isLog = logFolders.has(folder);
  return !name.startsWith('.') && (isLog || !name.startsWith('_'));
}

/** The same for each part of a path that somebody else wrote, which also names a copy here. */
export function isShownPath(path: string): boolean {
  const parts = path.split('/');
  const isPlain = (part: string, index: number) =>
    part !== '' && Buffer.byteLength(part) <= longestName && isShownName(part, parts[index - 1] ?? '');
  return path.length <= longestPath && !path.includes('\\') && parts.every(isPlain);
}
