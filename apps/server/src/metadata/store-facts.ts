import { CompiledQuery, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import Database from 'libsql';
import pg from 'pg';
import { allMigrations } from './migrations.ts';
import { serverSettings } from './server-store.ts';
import type { MetadataTables, Store } from './tables.ts';

const hurryMs = 5000;

/** The store as it lies there, for whoever looks and changes nothing: not brought up to date, and not claimed. */
export function openForReading({ file, url }: { readonly file: string; readonly url: string | null }): Store {
  if (url === null) {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    return new Kysely<MetadataTables>({ dialect: new SqliteDialect({ database: database as never }) });
  }
  const pool = new pg.Pool({ ...serverSettings(url), max: 1, connectionTimeoutMillis: hurryMs });
  pool.on('error', () => undefined);
  return new Kysely<MetadataTables>({ dialect: new PostgresDialect({ pool }) });
}

export interface StoreFacts {
  /** Steps that a newer version took. */
  readonly unknown: readonly string[];
  /** Steps that the next start takes. */
  readonly pending: readonly string[];
}

/** How far the store's tables are; throws what keeps them from being read. */
export async function readStoreFacts(store: Store, isFile: boolean): Promise<StoreFacts> {
  if (isFile) {
    const { rows } = await store.executeQuery(CompiledQuery.raw('pragma quick_check(1)'));
    const [first] = rows as readonly { readonly quick_check?: string }[];
    if (first?.quick_check !== 'ok') throw new Error('database disk image is malformed');
  }
  const { rows } = await store.executeQuery(CompiledQuery.raw('select name from schema_migrations'));
  const taken = new Set((rows as readonly { readonly name: string }[]).map(({ name }) => name));
  const known = allMigrations.map(({ name }) => name);
  return {
    unknown: [...taken].filter((name) => !known.includes(name)),
    pending: known.filter((name) => !taken.has(name)),
  };
}
