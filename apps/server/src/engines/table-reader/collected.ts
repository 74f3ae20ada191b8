import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openTableReader } from './open.ts';
import type { TableReader } from './reader.ts';

type CollectedValue = string | number | null;
export type CollectedRow = Readonly<Record<string, CollectedValue>>;

/** Tables that are filled row by row, in a file that nobody else reads, and then read as those of a database are. */
export interface TableCollector {
  /** False where a row of this number is there already. */
  add(table: string, row: CollectedRow): boolean;
  /** Nothing is added afterwards; the file goes with the reader. */
  read(): Promise<TableReader>;
  discard(): void;
}

/** Tables with the names of their columns; what is called `id` numbers the rows. */
export function collectTables(
  tables: Readonly<Record<string, readonly string[]>>,
  within: string = tmpdir(),
): TableCollector {
  const folder = mkdtempSync(join(within, 'powerset-collected-'));
  const file = join(folder, 'tables.db');
  const database = new Database(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off');
  for (const [table, columns] of Object.entries(tables))
    database.exec(`create table "${table}" (${columns.map(declare).join(', ')})`);
  database.exec('begin');
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const statementOf = (table: string, columns: readonly string[]) => {
    const marks = columns.map(() => '?').join(', ');
    const names = columns.map((name) => `"${name}"`).join(', ');
    const made =
      statements.get(table) ?? database.prepare(`insert or ignore into "${table}" (${names}) values (${marks})`);
    statements.set(table, made);
    return made;
  };
  const discard = () => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    add: (table, row) => {
      const columns = tables[table];
      if (!columns) throw new Error(`No table ${table} is collected.`);
      return statementOf(table, columns).run(...columns.map((name) => row[name] ?? null)).changes > 0;
    },
    read: async () => {
      database.exec('commit');
      database.close();
      const reader = await openTableReader(`sqlite:///${file}`);
      const close = async () => {
        await reader.close();
        rmSync(folder, { recursive: true, force: true });
      };
      return { ...reader, close };
    },
    discard,
  };
}

const declare = (name: string) => (name === 'id' ? '"id" integer primary key' : `"${name}"`);
