import type { User } from '../access/index.ts';
import { databaseOfPeople, nameOfAsker } from './asking-people.ts';
import { enterCatalog } from './catalogs.ts';
import type { Engine } from './engine.ts';
import type { PersonalDatabase } from './oauth2-client.ts';
import type { TokenSource } from './token-source.ts';

interface EnteringOptions {
  readonly tokensOf: (database: PersonalDatabase, person: User | null) => TokenSource;
  readonly onOpen?: (engine: Engine, backend: string) => Engine;
}

interface Asking {
  readonly person: User | null;
  readonly catalog: string | null;
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
