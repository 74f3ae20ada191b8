const untitled = /^Untitled Query (\d+)$/;

/** `Untitled Query N`, N one above the highest that is open. */
export function nextTabName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(untitled.exec(name)?.[1] ?? 0));
  return `Untitled Query ${Math.max(0, ...numbers) + 1}`;
}
