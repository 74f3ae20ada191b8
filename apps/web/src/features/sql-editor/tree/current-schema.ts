import { quoteName, reservedWords } from '../../../controls/sql-text/index.ts';

/** Where a tab's bare names lie: in the chosen schema, else in the one where engines look by themselves. */
export function currentSchemaOf(chosen: string | null | undefined, schemas: readonly string[]): string | null {
  return chosen || (['main', 'public', 'default'].find((name) => schemas.includes(name)) ?? schemas[0] ?? null);
}

/** A table's name as a tab's SQL writes it: bare in the tab's schema, with its schema elsewhere. */
export function tableNameIn(current: string | null, { schema, table }: { schema: string; table: string }): string {
  const name = quoteName(table, reservedWords);
  return schema === current ? name : `${quoteName(schema, reservedWords)}.${name}`;
}
