import { quoteName, reservedWords } from '../../../controls/sql-text/index.ts';

export interface Schemas {
  readonly names: readonly string[];
  /** Where the engine looks by itself; nothing where that is not known. */
  readonly own?: string | null | undefined;
}

/** Where a tab's bare names lie: in the chosen schema, else in the one where the engine looks by itself. */
export function currentSchemaOf(chosen: string | null | undefined, { names, own }: Schemas): string | null {
  if (chosen) return chosen;
  return own && names.includes(own) ? own : (names[0] ?? null);
}

/** A table's name as a tab's SQL writes it: bare in the tab's schema, with its schema elsewhere. */
export function tableNameIn(current: string | null, { schema, table }: { schema: string; table: string }): string {
  const name = quoteName(table, reservedWords);
  return schema === current ? name : `${quoteName(schema, reservedWords)}.${name}`;
}
