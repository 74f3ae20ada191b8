import type { ShownPasskey, WirePasskeyQuestion } from '@powerset/contract';
import type { TokenHolder } from '../../../access/index.ts';
import { AppError } from '../../../http/index.ts';
import type { Row, Store } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import { directoryScheme } from '../directory/index.ts';
import { type Ceremony, ceremonyMs, newCeremony, spendChallenge } from './ceremony.ts';
import { findByCredential, findPasskeys, noteUse, type Passkey, toKnownKey } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

export type EnteringServices = Pick<Services, 'store' | 'now' | 'textWork' | 'log'>;

export interface Question {
  readonly ceremony: Ceremony;
  readonly question: WirePasskeyQuestion;
}

/** Asks for a passkey: any that proves the person alone, or one of whoever has brought the right password. */
export async function askForPasskey(
  store: Store,
  { rpId }: RelyingParty,
  holder: TokenHolder | null,
): Promise<Question> {
  const keys = holder ? await findPasskeys(store, holder.id) : [];
  const ceremony = newCeremony({
    kind: holder ? 'factor' : 'enter',
    userId: holder?.id ?? null,
    // A new password ends what the one before began.
    until: String(holder?.tokenEpoch ?? ''),
    handle: '',
  });
  const question = {
    ...{ challenge: ceremony.challenge, rpId, timeout: ceremonyMs, allowCredentials: keys.map(toKnownKey) },
    userVerification: holder ? ('preferred' as const) : ('required' as const),
  };
  return { ceremony, question };
}

export interface Entering {
  readonly ceremony: Ceremony;
  readonly shown: ShownPasskey;
  readonly party: RelyingParty;
}

/** Whoever a passkey may be of, before it is looked at. */
export async function findBearer(
  store: Store,
  { id }: ShownPasskey,
): Promise<{ readonly key: Passkey; readonly person: Row<'users'> } | undefined> {
  const key = await findByCredential(store, id);
  const person = key && (await store.selectFrom('users').selectAll().where('id', '=', key.user_id).executeTakeFirst());
  return key && person ? { key, person } : undefined;
}

type Bearer = NonNullable<Awaited<ReturnType<typeof findBearer>>>;

/** Refuses whoever did not sign what this browser was asked for with a key of that person. */
export async function checkShown(
  services: EnteringServices,
  { key, person }: Bearer,
  { ceremony, shown, party }: Entering,
): Promise<void> {
  const { store, textWork, log, now } = services;
  const isOfPerson = ceremony.userId === null || ceremony.userId === person.id;
  const isSame = ceremony.kind !== 'factor' || ceremony.until === String(person.token_epoch);
  const isHandle = shown.user_handle === undefined || shown.user_handle === key.user_handle;
  if (person.is_active !== 1 || !isOfPerson || !isSame || !isHandle) throw notLetIn();
  const answer = await textWork.readShownPasskey({
    ...{ id: shown.id, clientData: shown.client_data, authenticatorData: shown.authenticator_data },
    ...{ signature: shown.signature, publicKey: key.public_key, counter: Number(key.counter) },
    expected: { ...party, challenge: ceremony.challenge, mustVerify: ceremony.kind === 'enter' },
    fairnessKey: 'passkeys',
  });
  if ('problem' in answer) {
    log.warn({ reason: answer.problem, user: person.id }, 'a passkey was not believed');
    throw notLetIn();
  }
  if (!(await spendChallenge(store, ceremony.challenge, now()))) throw notLetIn();
  if (ceremony.kind === 'enter') await refuseOfDirectory(store, person.id);
  if (!(await noteUse(services, key, answer.counter))) throw notLetIn();
}

/** Whom a directory knows it lets in or not, by the password that it has of him. */
async function refuseOfDirectory(store: Store, userId: number): Promise<void> {
  const found = await store
    .selectFrom('user_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('issuer', 'like', `${directoryScheme}%`)
    .limit(1)
    .executeTakeFirst();
  const message = 'Your password is kept in a directory: sign in with it first, then show your passkey.';
  if (found) throw new AppError('DIRECTORY_REFUSAL_ERROR', { params: { message } });
}

/** Says of no passkey whether it is known here. */
export function notLetIn(): AppError {
  return new AppError('UNAUTHENTICATED_ERROR', { extra: { reason: 'This passkey did not sign you in.' } });
}
