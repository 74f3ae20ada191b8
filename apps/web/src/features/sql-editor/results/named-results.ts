import type { PinnedResult } from './pinned-results.ts';

export interface NamedResult {
  readonly name: string;
  readonly key: string;
}

/** Pinned results as tables, one for each name: the tab's own before those of others, later ones before earlier. */
export function listNamedResults(pinned: readonly PinnedResult[], tabId: string): readonly NamedResult[] {
  const own = pinned.filter((result) => result.tabId === tabId);
  const others = pinned.filter((result) => result.tabId !== tabId);
  const byName = new Map<string, NamedResult>();
  for (const { name, query } of [...others, ...own])
    if (query.resultsKey) byName.set(name.toLowerCase(), { name, key: query.resultsKey });
  return [...byName.values()];
}

/** Those whose names a text holds that reads results as tables. */
export function nameResults(
  sql: string,
  { pinned, tabId }: { readonly pinned: readonly PinnedResult[]; readonly tabId: string },
): readonly NamedResult[] {
  if (!/\bresult\s*\(/i.test(sql)) return [];
  const text = sql.toLowerCase();
  return listNamedResults(pinned, tabId).filter(({ name }) => text.includes(quoteResult(name).toLowerCase()));
}

export function quoteResult(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
