import type { Secrets, User } from '../access/index.ts';
import { readSecret } from './connection-secret.ts';
import { type Engine, EngineError } from './engine.ts';
import { type PersonalDatabase, toPersonalDatabase } from './oauth2-client.ts';
import type { ConnectionRow } from './opened-engines.ts';

/** Engines whose databases ask who asks. */
const databases = new WeakMap<Engine, PersonalDatabase>();

/** The database that a connection leads to, where people ask it as themselves. */
export function personalOf(
  database: ConnectionRow,
  { secrets }: { readonly secrets: Secrets },
): PersonalDatabase | null {
  return toPersonalDatabase(database, readSecret(database, secrets));
}

/** Notes whose engine it is. That a server lets nobody in who does not say who he is, is an answer. */
export function askingPeople(engine: Engine, database: PersonalDatabase): void {
  const ping = engine.ping.bind(engine);
  databases.set(engine, database);
  Object.assign(engine, {
    ping: () =>
      ping().catch((error: unknown) => {
        if (!(error instanceof EngineError) || error.details.code !== 'CONNECTION_ACCESS_DENIED_ERROR') throw error;
      }),
  });
}

/** The same of an engine that was noted. */
export function databaseOfPeople(engine: Engine): PersonalDatabase | undefined {
  return databases.get(engine);
}

/** Whoever looks or has something run as somebody else is another one: that person's tokens are for that person. */
export function nameOfAsker(person: User | null): string {
  if (!person) return 'nobody';
  const { id, viewedBy, guest, isByOtherHand = false } = person;
  return JSON.stringify([id, viewedBy?.id ?? null, guest !== undefined, isByOtherHand]);
}
