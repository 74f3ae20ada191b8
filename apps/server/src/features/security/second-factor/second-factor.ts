import type { WireNewFactor, WireSecondFactor } from '@powerset/contract';
import { isFactorRequired, type User } from '../../../access/index.ts';
import { AppError, fieldError, notFound, tooMany } from '../../../http/index.ts';
import { type Row, type RowChange, type Store, writeUnlessFull } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import { hasPasskeys, removePasskeys } from '../passkeys/index.ts';
import { findStep, hashRecoveryCode, newRecoveryCodes, newSecret, toFactorUri } from './codes.ts';

export type FactorServices = Pick<Services, 'store' | 'secrets' | 'now'>;
type Factor = Row<'second_factors'>;

/** Only who knows the password gets to guess codes: so many in a row, then one waits. A guess is right once in 300,000. */
const mostWrong = 10;
const waitMs = 15 * 60_000;
/** Codes that come at the same time are looked at one after the other. */
const tries = 5;

export const wrongCode = 'This code is wrong, has run out or was used before.';
const askToSetUp = 'A second factor is asked for here. Sign in at the page once and set yours up.';
const askForPasskey = 'Your second factor is a passkey: show it in the browser. Programs send an API key.';
const askForCode = 'Enter a code of your authenticator app, or one of your recovery codes.';

function findFactor(store: Store, userId: number): Promise<Factor | undefined> {
  return store.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Undefined for one that was begun only. */
async function findConfirmed(store: Store, userId: number): Promise<Factor | undefined> {
  const factor = await findFactor(store, userId);
  return factor?.confirmed_on ? factor : undefined;
}

const recoveryOf = ({ recovery }: Factor): readonly string[] => JSON.parse(recovery ?? '[]') as readonly string[];

export async function readFactor(
  { store, config }: Pick<Services, 'store' | 'config'>,
  user: User,
): Promise<WireSecondFactor> {
  const factor = await findConfirmed(store, user.id);
  return {
    ...{ is_on: factor !== undefined, confirmed_on: factor?.confirmed_on ?? null },
    is_required: isFactorRequired(config.requiredFactor, user) && !(await hasPasskeys(store, user.id)),
    recovery_codes_left: factor ? recoveryOf(factor).length : 0,
  };
}

/** A new secret, which counts from `confirmFactor` on; one that was begun before and not confirmed is forgotten. */
export async function beginFactor({ store, secrets }: FactorServices, user: User): Promise<WireNewFactor> {
  const secret = newSecret();
  await store.transaction().execute(async (transaction) => {
    if (await findConfirmed(transaction, user.id)) throw alreadyOn();
    await transaction.deleteFrom('second_factors').where('user_id', '=', user.id).execute();
    const row = { user_id: user.id, secret: secrets.encrypt(secret) };
    await transaction.insertInto('second_factors').values(row).execute();
  });
  return { secret, uri: toFactorUri(secret, user.username) };
}

/** Switches it on by a code of it. */
export async function confirmFactor(
  services: FactorServices,
  userId: number,
  code: string,
): Promise<readonly string[]> {
  const { store, secrets, now } = services;
  const factor = await findFactor(store, userId);
  if (!factor) throw notFound();
  if (factor.confirmed_on) throw alreadyOn();
  const step = findStep(secrets.decrypt(factor.secret), code, now());
  if (step === null) throw fieldError({ code: [wrongCode] });
  const codes = newRecoveryCodes();
  await store
    .updateTable('second_factors')
    .set({ confirmed_on: now().toISOString(), last_step: step, recovery: toRecovery(codes) })
    .where('user_id', '=', userId)
    .where('secret', '=', factor.secret)
    .execute();
  return codes;
}

const toRecovery = (codes: readonly string[]) => JSON.stringify(codes.map(hashRecoveryCode));

/** New recovery codes in place of those before. */
export async function renewRecovery({ store }: FactorServices, userId: number): Promise<readonly string[]> {
  if (!(await findConfirmed(store, userId))) throw notFound();
  const codes = newRecoveryCodes();
  const change = { recovery: toRecovery(codes) };
  await store.updateTable('second_factors').set(change).where('user_id', '=', userId).execute();
  return codes;
}

export async function removeFactor(store: Store, userId: number): Promise<void> {
  if ((await deleteFactor(store, userId)) === 0) throw notFound();
}

async function deleteFactor(store: Store, userId: number): Promise<number> {
  const gone = await store
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_on', 'is not', null)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** All that a person has to show: the password alone signs in again. */
export async function removeAllFactors(store: Store, userId: number): Promise<void> {
  const count = await store
    .transaction()
    .execute(
      async (transaction) => (await removePasskeys(transaction, userId)) + (await deleteFactor(transaction, userId)),
    );
  if (count === 0) throw notFound();
}

/** Refuses who has a second factor and does not show it; a code is taken once. */
export async function checkFactor(services: FactorServices, userId: number, code: string | undefined): Promise<void> {
  const hasApp = (await findConfirmed(services.store, userId)) !== undefined;
  const hasKeys = await hasPasskeys(services.store, userId);
  if (!hasApp && !hasKeys) return;
  const ways = { code: hasApp, passkey: hasKeys };
  if (!hasApp) throw factorError(askForPasskey, ways);
  if (code === undefined) throw factorError(askForCode, ways);
  if (!(await isCodeRight(services, userId, code))) throw factorError(wrongCode, ways);
}

/** Refuses tokens to who is asked for a second factor and has none: in a browser one is set up. */
export async function checkFactorIsThere({ accounts }: Pick<Services, 'accounts'>, userId: number): Promise<void> {
  if ((await accounts.findUser(userId))?.needsFactor) throw factorError(askToSetUp);
}

/** Whether a code is one of a person's second factor, and was not used; who guesses is made to wait. */
export async function isCodeRight(
  { store, secrets, now }: FactorServices,
  userId: number,
  code: string,
): Promise<boolean> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const factor = await findConfirmed(store, userId);
    if (!factor) return true;
    refuseGuesses(factor, now());
    const step = findStep(secrets.decrypt(factor.secret), code, now());
    const spent = spend(factor, code, step);
    const change = spent ?? { wrong_count: factor.wrong_count + 1, wrong_on: now().toISOString() };
    if (await isWritten(store, factor, change)) return spent !== null;
  }
  throw tooMany(1000);
}

/** What a right code changes, of a step of time or for recovery; null for a wrong one. */
function spend(factor: Factor, code: string, step: number | null): RowChange<'second_factors'> | null {
  if (step !== null) return step > factor.last_step ? { last_step: step, wrong_count: 0 } : null;
  const hash = hashRecoveryCode(code);
  const left = recoveryOf(factor).filter((one) => one !== hash);
  return left.length < recoveryOf(factor).length ? { recovery: JSON.stringify(left), wrong_count: 0 } : null;
}

/** Only over what was read: of two that bring the same code at once one is told that it was used. */
async function isWritten(store: Store, factor: Factor, change: RowChange<'second_factors'>): Promise<boolean> {
  let isChanged = true;
  const write = async () => {
    const { numUpdatedRows } = await store
      .updateTable('second_factors')
      .set(change)
      .where('user_id', '=', factor.user_id)
      .where('secret', '=', factor.secret)
      .where('last_step', '=', factor.last_step)
      .where('wrong_count', '=', factor.wrong_count)
      .where('recovery', '=', factor.recovery)
      .executeTakeFirst();
    isChanged = Number(numUpdatedRows) > 0;
  };
  // A full disk keeps nobody out.
  await writeUnlessFull(write);
  return isChanged;
}

function refuseGuesses({ wrong_count: count, wrong_on: last }: Factor, now: Date): void {
  const left = waitMs - (now.getTime() - Date.parse(last ?? ''));
  // Each one after the wait has its turn, and the next waits again.
  if (count >= mostWrong && left > 0) throw tooMany(left);
}

interface Ways {
  readonly code: boolean;
  readonly passkey: boolean;
}

/** Says by what the person may be proved. */
function factorError(message: string, ways?: Ways): AppError {
  return new AppError('SECOND_FACTOR_ERROR', { params: { message }, ...(ways ? { extra: { ways } } : {}) });
}

function alreadyOn(): AppError {
  return new AppError('CONFLICT_ERROR', { params: { message: 'Your second factor is on already.' } });
}
