import { hashToken } from '../../../../access/index.ts';
import { writeUnlessFull } from '../../../../metadata/index.ts';
import type { Services } from '../../../../services.ts';
import type { NameAtProvider } from './sign-out-messages.ts';

type Deps = Pick<Services, 'store'>;

/** What the provider calls the person and the session that it began. */
export interface ProviderSession {
  readonly name: NameAtProvider;
  readonly index: string | null;
}

const longest = 1000;
/** Of one person’s, which one message ends. */
const mostEnded = 1000;

const hashOf = (issuer: string, name: string) => hashToken(`SAML name ${issuer} ${name}`);

/** Notes what the provider calls a session of ours, where it can be called by it. */
export async function noteSession(
  { store }: Deps,
  idHash: string,
  { issuer, session }: { readonly issuer: string; readonly session: ProviderSession },
): Promise<void> {
  const { name, index } = session;
  if (name.text === '' || name.text.length > longest || (index?.length ?? 0) > longest) return;
  const kept = await store.selectFrom('sessions').select('id_hash').where('id_hash', '=', idHash).executeTakeFirst();
  // A session that a full disk kept from being written ends here alone.
  if (!kept) return;
  const row = {
    id_hash: idHash,
    name_hash: hashOf(issuer, name.text),
    name_id: JSON.stringify(name),
    session_index: index,
  };
  await writeUnlessFull(() => store.insertInto('saml_sessions').values(row).execute());
}

/** What the provider calls a session of ours; null for one that it did not begin. */
export async function findSession({ store }: Deps, idHash: string): Promise<ProviderSession | null> {
  const row = await store.selectFrom('saml_sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
  // Written by `noteSession` alone.
  return row ? { name: JSON.parse(row.name_id) as NameAtProvider, index: row.session_index ?? null } : null;
}

interface Called {
  readonly issuer: string;
  readonly name: string;
  readonly indexes: readonly string[];
}

/** Our sessions that the provider calls so; those that have no index of their own are of any. */
export async function sessionsCalled({ store }: Deps, { issuer, name, indexes }: Called) {
  const rows = await store
    .selectFrom('saml_sessions')
    .innerJoin('sessions', 'sessions.id_hash', 'saml_sessions.id_hash')
    .select(['sessions.id_hash as idHash', 'sessions.user_id as userId', 'session_index'])
    .where('name_hash', '=', hashOf(issuer, name))
    .limit(mostEnded)
    .execute();
  return rows.filter((row) => indexes.length === 0 || !row.session_index || indexes.includes(row.session_index));
}
