import type { SerializeOptions } from '@fastify/cookie';
import { jwtVerify, SignJWT } from 'jose';
import { createToken, hashToken, type Secrets } from '../../../access/index.ts';
import { type Store, writeUnlessFull } from '../../../metadata/index.ts';

/** What one browser was asked to have signed, and what for. */
export interface Ceremony {
  /** A key is made, or shown by whoever has brought nothing yet, or the right password. */
  readonly kind: 'add' | 'enter' | 'factor';
  readonly challenge: string;
  /** Whose it is to be; null of whoever comes. */
  readonly userId: number | null;
  /** What ends it beside time: that the session, or the password that was right, is no more. */
  readonly until: string;
  /** As WebAuthn calls the person of a key that is made. */
  readonly handle: string;
}

export const ceremonyCookie = 'powerset_passkey';
export const ceremonyMs = 5 * 60_000;

interface CeremonyDeps {
  readonly secrets: Pick<Secrets, 'browserKey'>;
  readonly now: () => Date;
}

export function newCeremony(known: Omit<Ceremony, 'challenge'>): Ceremony {
  return { ...known, challenge: createToken() };
}

/** What the browser keeps of it, so that any process can take it up; nobody else can make one. */
export async function sealCeremony({ secrets, now }: CeremonyDeps, ceremony: Ceremony): Promise<string> {
  return new SignJWT({ ...ceremony })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(ceremonyCookie)
    .setExpirationTime(new Date(now().getTime() + ceremonyMs))
    .sign(secrets.browserKey);
}

/** Undefined for whatever is none of this kind, or too old. */
export async function readCeremony(
  { secrets, now }: CeremonyDeps,
  cookie: string | undefined,
  kinds: readonly Ceremony['kind'][],
): Promise<Ceremony | undefined> {
  if (!cookie) return undefined;
  try {
    const { payload } = await jwtVerify(cookie, secrets.browserKey, {
      ...{ algorithms: ['HS256'], audience: ceremonyCookie, currentDate: now() },
    });
    const { challenge, userId, until, handle } = payload;
    const kind = kinds.find((one) => one === payload.kind);
    const isWhole = [challenge, until, handle].every((part) => typeof part === 'string');
    if (!kind || !isWhole) return undefined;
    const texts = { challenge: String(challenge), until: String(until), handle: String(handle) };
    return { kind, ...texts, userId: typeof userId === 'number' ? userId : null };
  } catch {
    return undefined;
  }
}

export function ceremonyCookieOptions(secure: boolean): SerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: ceremonyMs / 1000 };
}

/** Whether nobody has brought it before, in whichever process. A full disk keeps nobody out. */
export async function spendChallenge(store: Store, challenge: string, now: Date): Promise<boolean> {
  let isFirst = true;
  await writeUnlessFull(async () => {
    await store.deleteFrom('spent_challenges').where('expires_on', '<', now.toISOString()).execute();
    const expires = new Date(now.getTime() + ceremonyMs).toISOString();
    const written = await store
      .insertInto('spent_challenges')
      .values({ challenge_hash: hashToken(challenge), expires_on: expires })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    isFirst = Number(written.numInsertedOrUpdatedRows) > 0;
  });
  return isFirst;
}
