import type { Secrets } from '../access/index.ts';
import type { PersonalDatabase } from '../engines/index.ts';
import type { Store } from '../metadata/index.ts';
import type { GivenTokens } from './provider.ts';

/** What is kept of a person for a database. */
export interface KeptTokens {
  readonly id: number;
  readonly version: number;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Null where the provider did not say. */
  readonly untilMs: number | null;
  /** Whether some process asks the provider for others at the moment. */
  readonly isRenewing: boolean;
}

interface Sealed {
  readonly access: string;
  readonly refresh: string | null;
  readonly untilMs: number | null;
  readonly fingerprint: string;
}

export interface KeepingDeps {
  readonly store: Store;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly now: () => Date;
}

export interface Place {
  readonly database: Pick<PersonalDatabase, 'id' | 'fingerprint'>;
  readonly userId: number;
}

/** Null where there is none for this connection; only what no key opens is forgotten. */
export async function readKept(
  { store, secrets, now }: KeepingDeps,
  { database, userId }: Place,
): Promise<KeptTokens | null> {
  const row = await store
    .selectFrom('database_user_oauth2_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('database_id', '=', database.id)
    .executeTakeFirst();
  if (!row) return null;
  const sealed = readSealed(secrets, row.secret);
  if (sealed?.fingerprint === database.fingerprint)
    return {
      ...{ id: row.id, version: row.version, accessToken: sealed.access, refreshToken: sealed.refresh },
      untilMs: sealed.untilMs,
      isRenewing: row.renewing_until !== null && row.renewing_until > now().toISOString(),
    };
  // A connection that is changed back, or that another process still has as it was, finds its tokens again.
  if (!sealed) await forgetKept(store, row);
  return null;
}

/** Null for what another key sealed. */
function readSealed(secrets: KeepingDeps['secrets'], text: string): Sealed | null {
  try {
    // Only this server writes these texts.
    return JSON.parse(secrets.decrypt(text)) as Sealed;
  } catch {
    return null;
  }
}

function seal({ secrets, now }: KeepingDeps, given: GivenTokens, fingerprint: string): string {
  const { accessToken: access, refreshToken: refresh, lastsSeconds } = given;
  const untilMs = lastsSeconds === null ? null : now().getTime() + lastsSeconds * 1000;
  return secrets.encrypt(JSON.stringify({ access, refresh, untilMs, fingerprint } satisfies Sealed));
}

/** Whoever signs in again has the newer ones. */
export async function keepTokens(deps: KeepingDeps, { database, userId }: Place, given: GivenTokens): Promise<void> {
  const stamp = deps.now().toISOString();
  const secret = seal(deps, given, database.fingerprint);
  const row = { user_id: userId, database_id: database.id, secret, version: 1, created_on: stamp, changed_on: stamp };
  await deps.store
    .insertInto('database_user_oauth2_tokens')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'database_id']).doUpdateSet(({ ref, eb }) => ({
        ...{ secret, renewing_until: null, changed_on: stamp },
        version: eb(ref('database_user_oauth2_tokens.version'), '+', 1),
      })),
    )
    .execute();
}

/** Whether this process has the renewal for itself until then; of all processes one has. */
export async function takeRenewal({ store, now }: KeepingDeps, kept: KeptTokens, lastsMs: number): Promise<boolean> {
  const time = now().getTime();
  const taken = await store
    .updateTable('database_user_oauth2_tokens')
    .set({ renewing_until: new Date(time + lastsMs).toISOString() })
    .where('id', '=', kept.id)
    .where('version', '=', kept.version)
    .where(({ eb, or }) =>
      or([eb('renewing_until', 'is', null), eb('renewing_until', '<', new Date(time).toISOString())]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** What came of a renewal; nothing where the person signed in, or out, meanwhile. */
export async function keepRenewed(
  deps: KeepingDeps,
  kept: KeptTokens,
  { given, fingerprint }: { readonly given: GivenTokens; readonly fingerprint: string },
): Promise<void> {
  const renewed = { ...given, refreshToken: given.refreshToken ?? kept.refreshToken };
  await deps.store
    .updateTable('database_user_oauth2_tokens')
    .set({
      ...{ secret: seal(deps, renewed, fingerprint), version: kept.version + 1, renewing_until: null },
      changed_on: deps.now().toISOString(),
    })
    .where('id', '=', kept.id)
    .where('version', '=', kept.version)
    .execute();
}

export async function endRenewal({ store }: KeepingDeps, { id, version }: KeptTokens): Promise<void> {
  await store
    .updateTable('database_user_oauth2_tokens')
    .set({ renewing_until: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** Only as it was read: what came meanwhile stays. */
export async function forgetKept(store: Store, { id, version }: { readonly id: number; readonly version: number }) {
  await store.deleteFrom('database_user_oauth2_tokens').where('id', '=', id).where('version', '=', version).execute();
}
