import type { TableListItem } from '@powerset/contract';

/** What is known of a schema's tables by now: the first of them by name, and how many there are. */
export interface SchemaTables {
  readonly listed: readonly TableListItem[];
  readonly count: number;
}

export interface TablesPage {
  readonly count: number;
  readonly result: readonly TableListItem[];
}

/** The pages that were read, to the first that was not; nothing before there is one. */
export function joinPages(pages: readonly (TablesPage | undefined)[]): SchemaTables | undefined {
  const end = pages.indexOf(undefined);
  const read = (end < 0 ? pages : pages.slice(0, end)) as readonly TablesPage[];
  const last = read.at(-1);
  // A table that was made between two pages stands on both.
  const unique = new Map(read.flatMap(({ result }) => result.map((table) => [table.value, table] as const)));
  return last && { listed: [...unique.values()], count: Math.max(last.count, unique.size) };
}
