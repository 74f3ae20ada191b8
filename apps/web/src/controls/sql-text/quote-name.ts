/** A name as it stands in SQL: quoted where it must be. */
export function quoteName(name: string, keywords: ReadonlySet<string>): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !keywords.has(name.toUpperCase());
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
