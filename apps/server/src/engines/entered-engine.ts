import type { User } from '../access/index.ts';
import { databaseOfPeople, nameOfAsker } from './asking-people.ts';
import { enterCatalog } from './catalogs.ts';
import type { Engine, TableSummary } from './engine.ts';
import { KeptTables } from './kept-tables.ts';
import type { PersonalDatabase } from './oauth2-client.ts';
import type { OpenedEngines } from './opened-engines.ts';
import type { TokenSource } from './token-source.ts';

interface EnteringOptions {
  readonly tokensOf: (database: PersonalDatabase, person: User | null) => TokenSource;
  readonly onOpen?: (engine: Engine, backend: string) => Engine;
}

interface Asking {
  readonly person: User | null;
  readonly catalog: string | null;
}

export interface AskedTables {
  readonly catalog: string | null;
  readonly schema: string;
  /** What began to be read longer ago will not do; without it, whatever is kept will. */
  readonly maxAgeMs?: number | undefined;
}

/** Databases by their numbers, as somebody asks them. */
export interface EnteredEngines {
  /**
   * The engine of a database; EngineError when the database is gone or cannot be reached. Where people sign in there as
   * themselves, it asks as this one; null is nobody, whom it lets read SQL and nothing of the data. What is named without a
   * catalog lies in the one that is given, or else in that of the connection.
   */
  get(databaseId: number, person: User | null, catalog?: string | null): Promise<Engine>;
  /** The tables of a schema as this one is shown them, from what was read a short time ago where that is new enough. */
  listTables(databaseId: number, person: User | null, asked: AskedTables): Promise<readonly TableSummary[]>;
}

export function enteringEngines(opened: Pick<OpenedEngines, 'get'>, options: EnteringOptions): EnteredEngines {
  const keptTables = new KeptTables(() => performance.now());
  const enter = async (databaseId: number, asking: Asking) => {
    const root = await opened.get(databaseId);
    const engine = engineFor(root, options, asking);
    keptTables.watch(engine, databaseId);
    return { root, engine };
  };
  return {
    get: async (databaseId, person, catalog = null) => (await enter(databaseId, { person, catalog })).engine,
    listTables: async (databaseId, person, { catalog, ...asked }) => {
      const { root, engine } = await enter(databaseId, { person, catalog });
      return keptTables.read(engine, { ...asked, databaseId, catalog, opened: root });
    },
  };
}

/** An opened engine as somebody asks it, in the catalog that is wanted. */
export function engineFor(engine: Engine, { onOpen, tokensOf }: EnteringOptions, { person, catalog }: Asking): Engine {
  const { entered, backend } = enterCatalog(engine, catalog);
  const database = databaseOfPeople(engine);
  const own = database && entered.as ? entered.as(tokensOf(database, person)) : entered;
  if (own === engine) return engine;
  const told = onOpen?.(own, backend) ?? own;
  return database ? Object.assign(told, { asksAs: nameOfAsker(person) }) : told;
}
