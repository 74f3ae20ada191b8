import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Driver, Kysely, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { migrate as foundation } from './migrations/0001-foundation.ts';
import { migrate as annotations } from './migrations/0002-annotations.ts';
import { migrate as grantsFollowNames } from './migrations/0003-grants-follow-names.ts';
import { migrate as filterSets } from './migrations/0004-filter-sets.ts';
import { migrate as permissionNumbers } from './migrations/0005-permission-numbers.ts';
import { migrate as peopleAndSchemas } from './migrations/0006-people-and-schemas.ts';
import { migrate as tokenEpochs } from './migrations/0007-token-epochs.ts';
import { migrate as schedules } from './migrations/0008-schedules.ts';
import { migrate as scheduleTables } from './migrations/0009-schedule-tables.ts';
import { migrate as accessRequests } from './migrations/0010-access-requests.ts';
import { migrate as savedQueryVersions } from './migrations/0011-saved-query-versions.ts';
import { describeWayBack, takeSnapshot } from './snapshots.ts';
import type { MetadataTables } from './tables.ts';
import { createWriteCounter, type WriteCounter } from './write-counter.ts';

export type Store = Kysely<MetadataTables>;

/** One step of the store's tables to the next version. */
export interface Migration {
  readonly name: string;
  readonly migrate: (db: Kysely<unknown>) => Promise<void>;
}

export const allMigrations: readonly Migration[] = [
  { name: '0001-foundation', migrate: foundation },
  { name: '0002-annotations', migrate: annotations },
  { name: '0003-grants-follow-names', migrate: grantsFollowNames },
  { name: '0004-filter-sets', migrate: filterSets },
  { name: '0005-permission-numbers', migrate: permissionNumbers },
  { name: '0006-people-and-schemas', migrate: peopleAndSchemas },
  { name: '0007-token-epochs', migrate: tokenEpochs },
  { name: '0008-schedules', migrate: schedules },
  { name: '0009-schedule-tables', migrate: scheduleTables },
  { name: '0010-access-requests', migrate: accessRequests },
  { name: '0011-saved-query-versions', migrate: savedQueryVersions },
];

/** What datasets are made of, with all that decides who may read which of their rows, and what charts say of theirs. */
const catalogTables = [
  'charts',
  'databases',
  'datasets',
  'dataset_columns',
  'dataset_metrics',
  'owners',
  'users',
  'row_level_rules',
  'row_level_rule_roles',
  'row_level_rule_datasets',
];
const catalogCounters = new WeakMap<Store, WriteCounter>();

/** A number that changes with every write to the tables that datasets and charts are made of. */
export function catalogVersion(store: Store): number {
  return catalogCounters.get(store)?.count() ?? Number.NaN;
}

/** Why the metadata store cannot be opened, in one sentence that says what to do. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/**
 * Opens the metadata store and brings its tables up to date; a file that already has data is copied aside before it is
 * changed. `file` may be `:memory:`.
 */
export async function openStore(
  file: string,
  stamp: () => string,
  migrations: readonly Migration[] = allMigrations,
): Promise<Store> {
  const isNew = file === ':memory:' || !existsSync(file);
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = openFile(file);
  const counter = createWriteCounter(catalogTables);
  const store = new Kysely<MetadataTables>({ dialect: new StoreDialect({ database }), plugins: [counter.plugin] });
  catalogCounters.set(store, counter);
  try {
    if (!isNew) await checkWhole(store);
    await applyMigrations({ store, file, isNew, stamp, migrations });
  } catch (error) {
    await store.destroy();
    throw isDamage(error) ? damageError(file, error) : error;
  }
  return store;
}

/** A damaged page is found now, and not by whoever asks for what lies on it. */
async function checkWhole(store: Store): Promise<void> {
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(1)`.execute(store);
  const [first] = rows;
  if (first && first.quick_check !== 'ok') throw new Error('database disk image is malformed');
}

/** SQLite ends a transaction by itself when the disk is full; the rollback that follows must not hide why. */
class StoreDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection) => {
      await rollback(connection).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
      });
    };
    return driver;
  }
}

// libsql's handle has the shape that the dialect asks for but declares it more loosely.
type SqliteHandle = ConstructorParameters<typeof SqliteDialect>[0]['database'];

function openFile(file: string): SqliteHandle {
  try {
    const database = new Database(file);
    if (file !== ':memory:') chmodSync(file, 0o600);
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000;',
    );
    return database as unknown as SqliteHandle;
  } catch (error) {
    throw toStoreError(error, file);
  }
}

/** A full disk has its own words where the process ends. */
function toStoreError(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'SQLITE_FULL') return error;
  if (isDamage(error)) return damageError(file, error);
  return new StoreError(
    `${file} cannot be opened (${whyNotOpened(file) ?? message}). Mend its permissions, put a copy of it in its place, or choose another data folder with --data.`,
    { cause: error },
  );
}

/** The system's words where there are some; SQLite has a number for all that it cannot open. */
function whyNotOpened(file: string): string | undefined {
  try {
    closeSync(openSync(file, 'r+'));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

interface MigrationRun {
  readonly store: Store;
  readonly file: string;
  readonly isNew: boolean;
  readonly stamp: () => string;
  readonly migrations: readonly Migration[];
}

async function applyMigrations({ store, file, isNew, stamp, migrations }: MigrationRun): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_on text not null)`.execute(
    store,
  );
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(store);
  const names = new Set(applied.rows.map((row) => row.name));
  const unknown = [...names].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new StoreError(
      `The data folder was written by a newer version (${unknown.join(', ')}). Start that version, or another data folder.`,
    );
  }
  const pending = migrations.filter((migration) => !names.has(migration.name));
  if (pending.length === 0) return;
  if (!isNew && names.size > 0) await snapshot(store, file, stamp());
  for (const migration of pending) await apply(store, migration, stamp());
}

/** All of a step or nothing of it, whenever the process ends. */
async function apply(store: Store, { name, migrate }: Migration, stamp: string): Promise<void> {
  try {
    await store.transaction().execute(async (transaction) => {
      await migrate(transaction as unknown as Kysely<unknown>);
      await sql`insert into schema_migrations (name, applied_on) values (${name}, ${stamp})`.execute(transaction);
    });
  } catch (error) {
    throw new StoreError(
      `The data could not be brought up to date (${name}: ${(error as Error).message}). They are as they were before; the version that wrote them can go on with them.`,
      { cause: error },
    );
  }
}

async function snapshot(store: Store, file: string, stamp: string): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(store);
  takeSnapshot(file, stamp);
}

/** Closes the store; all that was written is in the one file then, which can be copied alone. */
export async function closeStore(store: Store): Promise<void> {
  // A disk that is full, or somebody who still reads, leaves the log beside the file: the next start takes it from there.
  await sql`pragma wal_checkpoint(truncate)`.execute(store).catch(() => undefined);
  await sql`pragma journal_mode = delete`.execute(store).catch(() => undefined);
  await store.destroy();
}

const damaged = /^SQLITE_(CORRUPT|NOTADB)/;

/** Whether the store's file itself is at fault. */
export function isDamage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return (
    (typeof code === 'string' && damaged.test(code)) ||
    (typeof message === 'string' && /disk image is malformed|file is not a database/.test(message))
  );
}

function damageError(file: string, error: unknown): StoreError {
  return new StoreError(`${file} is damaged (${(error as Error).message}). ${describeWayBack(file)}`, { cause: error });
}
