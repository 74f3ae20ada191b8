import type { Logger } from 'pino';
import type { Secrets } from '../access/index.ts';
import type { Config } from '../config.ts';
import type { Row, Store } from '../metadata/index.ts';
import { type Engine, EngineError } from './engine.ts';

/** Every connected database's engine, opened at first use and shared by all. */
export interface Engines {
  /** The engine of a database; EngineError when the database is gone or cannot be reached. */
  get(databaseId: number): Promise<Engine>;
  /** Closes a database's engine, because its connection changed or it was deleted. */
  forget(databaseId: number): Promise<void>;
  close(): Promise<void>;
}

export interface EnginesOptions {
  readonly config: Config;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: Logger;
}

type OpenEngine = (database: Row<'databases'>, options: EnginesOptions) => Promise<Engine>;

/** By backend, as the connection's URI names it. */
const openers: Readonly<Record<string, OpenEngine>> = {};

export function createEngines(options: EnginesOptions): Engines {
  const opened = new Map<number, Promise<Engine>>();
  const open = async (databaseId: number) => {
    const database = await options.store
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', databaseId)
      .executeTakeFirst();
    if (!database) throw unavailable('The database no longer exists.');
    const opener = openers[database.backend];
    if (!opener) throw unavailable(`No engine for ${database.backend} is installed.`);
    return opener(database, options);
  };
  return {
    get: (databaseId) => {
      const found = opened.get(databaseId);
      if (found) return found;
      const opening = open(databaseId);
      opened.set(databaseId, opening);
      opening.catch(() => opened.delete(databaseId));
      return opening;
    },
    forget: async (databaseId) => {
      const found = opened.get(databaseId);
      opened.delete(databaseId);
      await (await found?.catch(() => undefined))?.close();
    },
    close: async () => {
      const engines = await Promise.allSettled(opened.values());
      opened.clear();
      await Promise.allSettled(
        engines.map((engine) => (engine.status === 'fulfilled' ? engine.value.close() : undefined)),
      );
    },
  };
}

function unavailable(message: string): EngineError {
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message });
}
