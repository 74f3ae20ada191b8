import { setTimeout as pause } from 'node:timers/promises';
import { catalogVersion, parseDocument, type Row, type Store } from '../metadata/index.ts';
import { type Engine, EngineError } from './engine.ts';
import { findDatabaseKind } from './kinds.ts';

/** What is known of a connection, whether or not it is saved. */
export type ConnectionRow = Pick<Row<'databases'>, 'database_name' | 'backend' | 'sqlalchemy_uri' | 'secret'> &
  Partial<Pick<Row<'databases'>, 'id' | 'ssh_host_key' | 'extra'>>;

/** Whoever changes a connection waits no longer for what runs on it. */
const mostClosingMs = 1000;

/** Engines that are open, each by the number of its database. */
export interface OpenedEngines {
  /** The engine of a database as its connection is now, whichever process changed it. */
  get(databaseId: number): Promise<Engine>;
  has(databaseId: number): boolean;
  /** What kept databases from being opened when they were last wanted. */
  failures(): ReadonlyMap<number, unknown>;
  forget(databaseId: number): Promise<void>;
  /** Forgets all, and brings those that are to be closed. */
  takeAll(): readonly Promise<Engine>[];
}

interface Opened {
  readonly connection: Promise<string>;
  readonly engine: Promise<Engine>;
  /** As of when the connection was last looked at. */
  version: number;
}

interface OpenedOptions {
  readonly store: Store;
  readonly open: (database: ConnectionRow) => Promise<Engine>;
}

export function createOpenedEngines({ store, open }: OpenedOptions): OpenedEngines {
  const opened = new Map<number, Opened>();
  const failures = new Map<number, unknown>();
  const begin = (databaseId: number): Opened => {
    const version = catalogVersion(store);
    const row = readConnection(store, databaseId);
    const started = { version, connection: row.then(toText), engine: row.then(open) };
    opened.set(databaseId, started);
    started.connection.catch(() => undefined);
    started.engine.then(
      () => failures.delete(databaseId),
      (error: unknown) => {
        if (opened.get(databaseId) !== started) return;
        opened.delete(databaseId);
        failures.set(databaseId, error);
      },
    );
    return started;
  };
  const forget = async (databaseId: number) => {
    const found = opened.get(databaseId);
    opened.delete(databaseId);
    failures.delete(databaseId);
    const engine = await found?.engine.catch(() => undefined);
    if (engine) await closeEngine(engine);
  };
  /** Whether what was opened is what the connection says now; who cannot look goes on with what there is. */
  const isAsNow = async (databaseId: number, found: Opened): Promise<boolean> => {
    const version = catalogVersion(store);
    if (found.version === version) return true;
    // Others go on with it while one looks.
    found.version = version;
    try {
      const now = await readConnection(store, databaseId).then(toText, goneAsText);
      return now === (await found.connection);
    } catch {
      found.version = Number.NaN;
      return true;
    }
  };
  return {
    get: async (databaseId) => {
      const found = opened.get(databaseId) ?? begin(databaseId);
      if (await isAsNow(databaseId, found)) return found.engine;
      // Another may have opened it anew meanwhile.
      if (opened.get(databaseId) !== found) return (opened.get(databaseId) ?? begin(databaseId)).engine;
      // What runs there may take long to end, and is not waited for.
      void forget(databaseId).catch(() => undefined);
      return begin(databaseId).engine;
    },
    has: (databaseId) => opened.has(databaseId),
    failures: () => failures,
    forget,
    takeAll: () => {
      const engines = [...opened.values()].map(({ engine }) => engine);
      opened.clear();
      return engines;
    },
  };
}

/** A file is free only once its engine is closed; what runs on a server may take as long as it is allowed to. */
async function closeEngine(engine: Engine): Promise<void> {
  const closing = engine.close();
  if (!engine.poolFigures) return closing;
  const patience = pause(mostClosingMs, undefined, { ref: false });
  await Promise.race([closing, patience]);
}

async function readConnection(store: Store, databaseId: number): Promise<ConnectionRow> {
  const database = await store.selectFrom('databases').selectAll().where('id', '=', databaseId).executeTakeFirst();
  if (!database) throw new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message: 'The database no longer exists.' });
  return database;
}

/** What of a connection says which server is asked, and as whom. */
function toText({ backend, sqlalchemy_uri: uri, secret, extra }: ConnectionRow): string {
  return JSON.stringify([backend, uri, secret, ...readToldExtra({ backend, extra })]);
}

/** What an engine is opened with besides, so that it stays open where anything else of it changes. */
function readToldExtra({ backend, extra }: Pick<ConnectionRow, 'backend' | 'extra'>): readonly unknown[] {
  const { findExtraProblem, readsOtherCatalogs } = findDatabaseKind(backend) ?? {};
  if (findExtraProblem) return [extra];
  return readsOtherCatalogs ? [parseDocument(extra)?.allow_multi_catalog === true] : [];
}

function goneAsText(error: unknown): string {
  if (error instanceof EngineError) return 'gone';
  throw error;
}
