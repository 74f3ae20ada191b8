import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely';
import Database from 'libsql';
import { othersTurn } from '../turns/index.ts';
import { countWrites } from './catalog-version.ts';
import { allMigrations, applyMigrations, type Migration } from './migrations.ts';
import { describeWayBack, takeSnapshot } from './snapshots.ts';
import { StoreError } from './store-error.ts';
import type { MetadataTables, Store } from './tables.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

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
  const dialect = new StoreDialect(database, file);
  const store = countWrites((plugins) => new Kysely<MetadataTables>({ dialect, plugins: [...plugins] }));
  try {
    if (!isNew) await checkWhole(store);
    const keepCopy = isNew ? undefined : () => snapshot(store, file, stamp());
    await applyMigrations({ store, stamp, migrations, keepCopy });
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
  private readonly handle: SqliteHandle;
  private readonly log: WriteAheadLog | null;

  constructor(handle: SqliteHandle, file: string) {
    super({ database: handle });
    this.handle = handle;
    this.log = file === ':memory:' ? null : new WriteAheadLog(file, (text) => void handle.prepare(text).all([]));
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    const written = { isSo: false };
    driver.acquireConnection = async () => withTurns(await acquire(), { handle: this.handle, written });
    if (this.log) bringToDisk(driver, { log: this.log, written });
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = async (connection) => {
      await rollback(connection).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
      });
    };
    return driver;
  }
}

/** Whether something was written since the connection was lent. */
interface Written {
  isSo: boolean;
}

/** Whoever wrote hears of it when it lies on the disk; others have the connection by then. */
function bringToDisk(
  driver: Driver,
  { log, written }: { readonly log: WriteAheadLog; readonly written: Written },
): void {
  const release = driver.releaseConnection.bind(driver);
  driver.releaseConnection = async (connection) => {
    const { isSo } = written;
    written.isSo = false;
    const folds = isSo && log.isLong;
    try {
      if (folds) await log.fold();
    } finally {
      await release(connection);
    }
    if (isSo && !folds) await log.sync();
  };
  const destroy = driver.destroy.bind(driver);
  driver.destroy = async () => {
    await destroy();
    await log.close();
  };
}

/** Rows are read and written on the thread that answers everybody: after so much of that others have their turn. */
const turnMs = 2;
const withTheirTurns = new WeakSet<DatabaseConnection>();

function withTurns(
  connection: DatabaseConnection,
  { handle, written }: { readonly handle: SqliteHandle; readonly written: Written },
): DatabaseConnection {
  if (withTheirTurns.has(connection)) return connection;
  withTheirTurns.add(connection);
  const stretch = openStretch();
  connection.executeQuery = async <R>(query: CompiledQuery) => {
    stretch.begin();
    written.isSo ||= !readsOnly.test(query.sql);
    try {
      return await execute<R>({ handle, query, stretch });
    } finally {
      if (stretch.lastsMs() > turnMs) await othersTurn();
    }
  };
  return connection;
}

/** Statements that leave the file as it is, or only say where a transaction begins and ends. */
const readsOnly = /^\s*(?:select|pragma|explain|begin|commit|rollback|savepoint|release)\b/i;

interface Execution {
  readonly handle: SqliteHandle;
  readonly query: CompiledQuery;
  readonly stretch: ReturnType<typeof openStretch>;
}

/** Nobody else uses the connection meanwhile, so that a statement may be left open while others have their turn. */
async function execute<R>({ handle, query, stretch }: Execution): Promise<QueryResult<R>> {
  const statement = handle.prepare(query.sql);
  if (!statement.reader) {
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { numAffectedRows: toBigInt(changes), insertId: toBigInt(lastInsertRowid), rows: [] };
  }
  const rows: R[] = [];
  // Whoever wrote the query says what its rows are.
  for (const row of statement.iterate(query.parameters) as IterableIterator<R>) {
    rows.push(row);
    if (rows.length % rowsPerLook !== 0 || stretch.lastsMs() <= turnMs) continue;
    await othersTurn();
    stretch.begin();
  }
  return { rows };
}

/** As many as the driver fetches together. */
const rowsPerLook = 100;

const toBigInt = (value: number | bigint | null | undefined) => (value == null ? undefined : BigInt(value));

/**
 * How long this thread is at it without a break: the wording of a statement takes as long as the statement, and stands between
 * two of them.
 */
function openStretch() {
  let startedAt: number | null = null;
  return {
    begin: () => {
      if (startedAt !== null) return;
      startedAt = performance.now();
      // Comes with the next round of the loop, in which others have been heard.
      setImmediate(() => {
        startedAt = null;
      });
    },
    lastsMs: () => (startedAt === null ? 0 : performance.now() - startedAt),
  };
}

// libsql's handle has the shape that the dialect asks for but declares it more loosely.
type SqliteHandle = SqliteDatabase;

function openFile(file: string): SqliteHandle {
  try {
    const database = new Database(file);
    if (file !== ':memory:') chmodSync(file, 0o600);
    database.exec('pragma journal_mode = wal; pragma foreign_keys = on; pragma busy_timeout = 5000;');
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

async function snapshot(store: Store, file: string, stamp: string): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(store);
  takeSnapshot(file, stamp);
}

/** Closes the store; all that was written is in the one file then, which can be copied alone. */
export async function closeStore(store: Store): Promise<void> {
  if (store.getExecutor().adapter instanceof SqliteAdapter) await foldLog(store);
  await store.destroy();
}

async function foldLog(store: Store): Promise<void> {
  // A disk that is full, or somebody who still reads, leaves the log beside the file: the next start takes it from there.
  await sql`pragma wal_checkpoint(truncate)`.execute(store).catch(() => undefined);
  await sql`pragma journal_mode = delete`.execute(store).catch(() => undefined);
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
