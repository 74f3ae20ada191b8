/** Runs as an account without rights of its own: the system lets root write everywhere. */
export async function asNobodySpecial(run: () => unknown): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
