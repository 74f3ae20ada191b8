/** Writes what nobody waits for, such as the time of a visit: a full disk does not keep people from what they came for. */
export async function writeUnlessFull(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    if (typeof code !== 'string' || !/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) throw error;
    return false;
  }
}
