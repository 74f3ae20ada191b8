import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import type { ForeignRow, TableDriver } from './reader.ts';

/** A file that another program may be writing to: it is read as it is at the first look. */
export function openFileTables(file: string): TableDriver {
  const database = new Database(`file:${pathToFileURL(file).pathname}?mode=ro`);
  database.exec('pragma query_only = on; pragma busy_timeout = 5000; begin');
  const query = async (sql: string) =>
    (database.prepare(sql).all() as readonly Readonly<Record<string, unknown>>[]).map(withBytes);
  return {
    quote,
    asText: (column) => `cast(${column} as text)`,
    query,
    listColumns: async () => {
      const rows = await query(
        "select t.name as t, c.name as c from sqlite_master as t, pragma_table_info(t.name) as c where t.type = 'table'",
      );
      return rows.map((row) => ({ table: String(row.t), column: String(row.c) }));
    },
    close: async () => {
      database.close();
    },
  };
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The driver hands out bytes as buffers without a view. */
function withBytes(row: Readonly<Record<string, unknown>>): ForeignRow {
  const entries = Object.entries(row).map(
    ([name, value]) => [name, value instanceof ArrayBuffer ? new Uint8Array(value) : value] as const,
  );
  // All else that comes is a number, a text or nothing.
  return Object.fromEntries(entries) as ForeignRow;
}
