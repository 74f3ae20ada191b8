import { createToken, hashToken } from '../../../../access/index.ts';
import { writeUnlessFull } from '../../../../metadata/index.ts';
import type { Services } from '../../../../services.ts';
import type { ProviderSession } from './provider-sessions.ts';

type Deps = Pick<Services, 'store' | 'now'>;

/** The page that signed out goes on at once. */
const fetchMs = 120_000;

const hashOf = (id: string) => hashToken(`SAML leaving ${id}`);

/** Keeps what the provider calls a session that ends, for the page that says it there; null where nothing could be kept. */
export async function keepLeaving({ store, now }: Deps, session: ProviderSession): Promise<string | null> {
  const time = now();
  const id = createToken();
  const row = {
    ...{ assertion_hash: hashOf(id), request_id: hashOf(id), claims: JSON.stringify(session) },
    created_on: time.toISOString(),
    expires_on: new Date(time.getTime() + fetchMs).toISOString(),
  };
  const isKept = await writeUnlessFull(async () => {
    await store.deleteFrom('saml_answers').where('expires_on', '<=', time.toISOString()).execute();
    await store.insertInto('saml_answers').values(row).execute();
  });
  return isKept ? id : null;
}

/** The same, once. */
export async function takeLeaving({ store, now }: Deps, id: string): Promise<ProviderSession | null> {
  const kept = await store
    .selectFrom('saml_answers')
    .select('claims')
    .where('assertion_hash', '=', hashOf(id))
    .where('expires_on', '>', now().toISOString())
    .executeTakeFirst();
  if (!kept?.claims) return null;
  const { numDeletedRows } = await store
    .deleteFrom('saml_answers')
    .where('assertion_hash', '=', hashOf(id))
    .executeTakeFirst();
  // Written by `keepLeaving` alone.
  return numDeletedRows === 1n ? (JSON.parse(kept.claims) as ProviderSession) : null;
}
