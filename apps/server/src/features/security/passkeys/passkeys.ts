import { type NewPasskey, passkeyTransports, type WirePasskey } from '@powerset/contract';
import { createToken, hasFactor, isFactorRequired, type User } from '../../../access/index.ts';
import { AppError, commandError, notFound } from '../../../http/index.ts';
import { type Row, type Store, writeUnlessFull } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';

export type Passkey = Row<'passkeys'>;

export const mostPasskeys = 20;

/** In the order in which they were added; never more than one person may have. */
export function findPasskeys(store: Store, userId: number): Promise<readonly Passkey[]> {
  return store
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(mostPasskeys)
    .execute();
}

export async function hasPasskeys(store: Store, userId: number): Promise<boolean> {
  const row = await store.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

export function findByCredential(store: Store, credentialId: string): Promise<Passkey | undefined> {
  return store.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export const toWirePasskey = ({ id, name, created_on, last_used_on }: Passkey): WirePasskey => ({
  ...{ id, name, created_on, last_used_on: last_used_on ?? null },
});

/** What a browser is told of a key, so that it asks the right authenticator. */
export function toKnownKey({ credential_id: id, transports }: Passkey) {
  const known = JSON.parse(transports) as readonly unknown[];
  return {
    ...{ id, type: 'public-key' as const },
    transports: passkeyTransports.filter((transport) => known.includes(transport)),
  };
}

/** The same for all keys of a person, so that an authenticator knows whom it has one of already. */
export const handleOf = (keys: readonly Passkey[]): string => keys[0]?.user_handle ?? createToken();

export function refuseMore(keys: readonly Passkey[]): void {
  if (keys.length >= mostPasskeys) throw commandError(`There are ${mostPasskeys} passkeys already. Remove one first.`);
}

interface Addition {
  readonly userId: number;
  readonly handle: string;
  readonly made: { readonly id: string; readonly publicKey: string; readonly counter: number };
  readonly body: Pick<NewPasskey, 'name' | 'transports'>;
}

export async function addPasskey(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { userId, handle, made, body }: Addition,
): Promise<WirePasskey> {
  return store.transaction().execute(async (transaction) => {
    refuseMore(await findPasskeys(transaction, userId));
    if (await findByCredential(transaction, made.id))
      throw new AppError('CONFLICT_ERROR', { params: { message: 'This passkey is here already.' } });
    const row = await transaction
      .insertInto('passkeys')
      .values({
        ...{ user_id: userId, name: body.name.trim(), credential_id: made.id, public_key: made.publicKey },
        ...{ user_handle: handle, counter: made.counter, created_on: now().toISOString() },
        transports: JSON.stringify(body.transports ?? []),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toWirePasskey(row);
  });
}

export async function removePasskey(
  { store, config }: Pick<Services, 'store' | 'config'>,
  user: User,
  id: number,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('passkeys')
      .where('user_id', '=', user.id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (Number(gone.numDeletedRows) === 0) throw notFound();
    if (isFactorRequired(config.requiredFactor, user) && !(await hasFactor(transaction, user.id)))
      throw commandError('A second factor is asked for here: yours stays on.');
  });
}

/** How many of a person were removed. */
export async function removePasskeys(store: Store, userId: number): Promise<number> {
  const gone = await store.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Notes that a key was used; false where it was used meanwhile, or is gone. */
export async function noteUse(
  { store, now }: Pick<Services, 'store' | 'now'>,
  key: Passkey,
  counter: number,
): Promise<boolean> {
  let isNoted = true;
  // A full disk keeps nobody out.
  await writeUnlessFull(async () => {
    const { numUpdatedRows } = await store
      .updateTable('passkeys')
      .set({ counter, last_used_on: now().toISOString() })
      .where('id', '=', key.id)
      .where('counter', '=', key.counter)
      .executeTakeFirst();
    isNoted = Number(numUpdatedRows) > 0;
  });
  return isNoted;
}
