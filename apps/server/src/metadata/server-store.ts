import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import pg from 'pg';
import { countWrites, noteForeignWrite, toldTables, untoldColumns } from './catalog-version.ts';
import { allMigrations, applyMigrations, type Migration } from './migrations.ts';
import { channel, listen, readTime } from './server-ears.ts';
import { serverWording } from './server-wording.ts';
import { StoreAway, toStoreAway } from './store-away.ts';
import type { TimeReading } from './store-clock.ts';
import { StoreError } from './store-error.ts';
import type { MetadataTables, Store } from './tables.ts';
import { noteWork } from './work-calls.ts';

/** Of this program, among whatever else holds locks on the server. */
const writersLock = 7_067_438;
const migrationLock = writersLock + 1;
const mostConnections = 10;
const connectTimeoutMs = 10_000;
/**
 * What each session asks of the server. A machine that vanishes ends nothing: without these its connections, and the lock that they
 * hold, would be the server's for hours, and whoever writes would wait. The server compiles statements that it takes for long ones,
 * for longer than any of ours runs.
 */
const sessionSettings: Readonly<Record<string, string>> = {
  jit: 'off',
  tcp_keepalives_idle: '3',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '12s',
};
/** Whoever writes, and stands still in the midst of it, keeps the others from writing for no longer. */
const longestPauseOfWriter = '60s';

export interface ServerStoreRequest {
  /** `postgresql://user:password@host:port/database`; `?schema=name` keeps the tables in a schema of their own. */
  readonly url: string;
  readonly stamp: () => string;
  readonly migrations?: readonly Migration[];
  /** Told what goes wrong between calls, such as a server that went away. */
  readonly onTrouble?: (error: Error) => void;
  /** Told what the server's clock says, before anything is stamped and every few seconds from then on. */
  readonly onTime?: (reading: TimeReading) => void;
}

/**
 * Opens the metadata store on a PostgreSQL server and brings its tables up to date; of several processes that start at once one does
 * it and the others wait. What another process writes to the catalog's tables is heard of and forgotten here.
 */
export async function openServerStore(request: ServerStoreRequest): Promise<Store> {
  const { url, stamp, migrations = allMigrations, onTrouble = () => undefined, onTime = () => undefined } = request;
  const { schema } = readAddress(url);
  const settings = serverSettings(url);
  const pool = new pg.Pool(settings);
  // A server that went away is met again by whoever asks next.
  pool.on('error', onTrouble);
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    // One that breaks while it is lent, between two statements, would end the process.
    client.on('error', onTrouble);
  });
  pool.on('remove', (client) => connected.delete(client));
  let isSilent = false;
  const dialect = new ServerDialect({ pool }, () => isSilent);
  const store = countWrites(
    (plugins) => new Kysely<MetadataTables>({ dialect, plugins: [...plugins, withoutEmptyLists, serverWording()] }),
  );
  try {
    await hearTime(pool, onTime);
    await withLock(pool, async () => {
      if (schema) await sql`create schema if not exists ${sql.id(schema)}`.execute(store);
      await applyMigrations({ store, stamp, migrations });
      await tellOthers(pool);
    });
  } catch (error) {
    await store.destroy();
    throw error instanceof StoreError ? error : unreachable(error as Error);
  }
  const ears = listen({
    settings,
    onTrouble,
    onTime,
    onWrite: (table) => noteForeignWrite(store, table),
    onWork: () => noteWork(store),
    onSilence: () => {
      isSilent = true;
      for (const client of connected) client.connection.stream.destroy();
    },
    onVoice: () => {
      isSilent = false;
    },
  });
  return withEnd(store, ears.stop);
}

/** How the server of an address is connected to. */
export function serverSettings(url: string): pg.PoolConfig {
  const { connection, schema } = readAddress(url);
  return {
    connectionString: connection,
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'powerset metadata',
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    onConnect: settle,
  };
}

/** Asked of the session, as proxies before a server take no such option of a connection; a server that knows one not does without. */
async function settle(client: pg.ClientBase): Promise<void> {
  const asked = client
    .query(
      `select set_config(key, value, false) from json_each_text($1::json) where current_setting(key, true) is not null`,
      [JSON.stringify(sessionSettings)],
    )
    .catch(() => undefined);
  // A server that answers nothing is found out by whoever watches over it.
  await Promise.race([asked, pause(connectTimeoutMs, undefined, { ref: false })]);
}

function readAddress(text: string): { readonly connection: string; readonly schema: string | null } {
  const url = new URL(text);
  const schema = url.searchParams.get('schema');
  url.searchParams.delete('schema');
  if (schema && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new StoreError(`The schema of POWERSET_METADATA_URL must be a plain name in lower case, not "${schema}".`);
  return { connection: url.toString(), schema };
}

/** The message says the host and never the password. */
function unreachable(error: Error): StoreError {
  // Of OpenSSL without the places in its source around it.
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return new StoreError(
    `The metadata cannot be opened (${reason}). Look at POWERSET_METADATA_URL and at the server that it names.`,
    { cause: error },
  );
}

/** Whole numbers and sums come as numbers, as from the embedded store. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const { INT8, NUMERIC } = pg.types.builtins;
  if (type === INT8 || type === NUMERIC) return Number;
  return pg.types.getTypeParser(type, format as 'text');
}

/**
 * Who changes several things at once does so alone, as in the embedded store: what a transaction read stays true until it has
 * written, whichever process it belongs to.
 */
class ServerDialect extends PostgresDialect {
  constructor(
    config: PostgresDialectConfig,
    private readonly isSilent: () => boolean,
  ) {
    super(config);
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      // Each would wait as long as the first did, for nothing.
      if (this.isSilent()) throw new StoreAway('The metadata server answers nothing.');
      return acquire().then(withoutNul, (error: unknown) => {
        throw toStoreAway(error);
      });
    };
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection: DatabaseConnection, settings) => {
      await begin(connection, settings);
      if (settings.accessMode === 'read only') return;
      const patience = sql`set_config('idle_in_transaction_session_timeout', ${sql.lit(longestPauseOfWriter)}, true)`;
      const lock = sql`select pg_advisory_xact_lock(${sql.lit(writersLock)}), ${patience}`;
      await connection.executeQuery(lock.compile(compiler));
    };
    return driver;
  }
}

const cleaned = new WeakSet<DatabaseConnection>();

/** The server's texts hold every character but U+0000: what is asked for with it is not there, and what is kept shows its place. */
function withoutNul(connection: DatabaseConnection): DatabaseConnection {
  if (cleaned.has(connection)) return connection;
  cleaned.add(connection);
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = <R>(query: CompiledQuery) =>
    execute<R>({ ...query, parameters: query.parameters.map(replaceNul) }).catch((error: unknown) => {
      throw toStoreAway(error);
    });
  return connection;
}

function replaceNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

/** The embedded store takes a list of nothing; the server does not. */
const withoutEmptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

const compiler = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: () => Promise.reject(new Error()) }) });

/** The first answer waits for much that is done once; the quickest of a few says best what the time is. */
const firstReadings = 4;

async function hearTime(pool: pg.Pool, onTime: (reading: TimeReading) => void): Promise<void> {
  const client = await pool.connect();
  try {
    for (let count = 0; count < firstReadings; count += 1) {
      const reading = await readTime(client);
      if (reading) onTime(reading);
    }
  } finally {
    client.release();
  }
}

async function withLock(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${migrationLock})`);
    await work();
  } finally {
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
    client.release();
  }
}

/** The server says of each statement that writes to the catalog's tables, or to what says who may do what, which connection wrote. */
async function tellOthers(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create or replace function powerset_catalog_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('${channel}', current_schema() || ' ' || pg_backend_pid() || ' ' || tg_table_name);
      return null;
    end $$`);
  for (const table of toldTables)
    await pool.query(`
      create or replace trigger powerset_catalog_changed after insert or update ${await toldColumns(pool, table)} or delete on ${table}
      for each statement execute function powerset_catalog_changed()`);
}

/** All columns but those of which nobody needs to hear. */
async function toldColumns(pool: pg.Pool, table: string): Promise<string> {
  const untold = untoldColumns[table];
  if (!untold) return '';
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2)`,
    [table, untold],
  );
  return `of ${rows.map(({ name }) => name).join(', ')}`;
}

/** Ends what belongs to the store with it. */
function withEnd(store: Store, end: () => Promise<void>): Store {
  const destroy = store.destroy.bind(store);
  store.destroy = async () => {
    await end();
    await destroy();
  };
  return store;
}
