import { tableKey } from './tree-rows.ts';

/** What is unfolded in each database's tree: the tables of one are not asked of another. */
export type OpenedTrees = ReadonlyMap<number, ReadonlySet<string>>;

export interface OpenedTable {
  readonly schema: string;
  readonly table: string;
}

const nothing: ReadonlySet<string> = new Set();

export function openedIn(trees: OpenedTrees, dbId: number | null): ReadonlySet<string> {
  return (dbId === null ? undefined : trees.get(dbId)) ?? nothing;
}

export function unfold(trees: OpenedTrees, dbId: number, key: string): OpenedTrees {
  const opened = openedIn(trees, dbId);
  return opened.has(key) ? trees : new Map([...trees, [dbId, new Set([...opened, key])]]);
}

export function toggle(trees: OpenedTrees, dbId: number, key: string): OpenedTrees {
  const opened = openedIn(trees, dbId);
  if (!opened.has(key)) return unfold(trees, dbId, key);
  return new Map([...trees, [dbId, new Set([...opened].filter((other) => other !== key))]]);
}

/** The tables among unfolded keys, in schemas that are known by now: others would be asked for under no schema. */
export function openedTables(keys: Iterable<string>, schemas: readonly string[]): readonly OpenedTable[] {
  return [...keys].flatMap((key) => {
    const start = (schema: string) => tableKey(schema, '');
    const schema = schemas.find((name) => key.startsWith(start(name)));
    return schema === undefined ? [] : [{ schema, table: key.slice(start(schema).length) }];
  });
}
