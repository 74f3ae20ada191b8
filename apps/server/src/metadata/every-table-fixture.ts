import { sql } from 'kysely';
import type { Store } from './tables.ts';

function valueFor({ name, dataType }: { readonly name: string; readonly dataType: string }, at: number) {
  if (/int/i.test(dataType)) return at;
  return /real/i.test(dataType) ? at + 0.25 : `${name} ${at} ä \u{1F600}`;
}

/** Steps, and what follows from other rows. */
const keptByItself = new Set(['schema_migrations', 'dashboard_datasets']);

const rowsAtOnce = 100;

/** So many rows in each table; what a row names by number is there. */
export async function fillEveryTable(store: Store, count: number): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(store);
  const tables = (await store.introspection.getTables()).filter(({ isView }) => !isView);
  await store.transaction().execute(async (transaction) => {
    for (const { name, columns } of tables.filter((table) => !keptByItself.has(table.name)))
      for (let first = 1; first <= count; first += rowsAtOnce) {
        const numbers = Array.from({ length: Math.min(rowsAtOnce, count + 1 - first) }, (_, at) => first + at);
        const rows = numbers.map((at) => sql`(${sql.join(columns.map((column) => valueFor(column, at)))})`);
        const names = sql.join(columns.map((column) => sql.id(column.name)));
        await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(rows)}`.execute(transaction);
      }
  });
  await sql`pragma foreign_keys = on`.execute(store);
}
