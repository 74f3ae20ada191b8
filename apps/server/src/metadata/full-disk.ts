/** Writes what nobody waits for, such as the time of a visit: a full disk does not keep people from what they came for. */
export async function writeUnlessFull(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    return false;
  }
}

function isFullDisk(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code);
}
