import { jwtVerify, SignJWT } from 'jose';
import type { Store } from '../metadata/index.ts';
import { createToken, hashToken, type Secrets } from './secrets.ts';

export const sessionCookie = 'powerset_session';

export interface Session {
  readonly userId: number;
  readonly csrfToken: string;
  readonly idHash: string;
}

/** Browser sessions (kept in the store, so that they survive a restart and can be ended) and bearer tokens. */
export interface Sessions {
  start(userId: number): Promise<{ readonly token: string; readonly expires: Date }>;
  find(token: string): Promise<Session | undefined>;
  end(session: Session): Promise<void>;
  endAllOf(userId: number): Promise<void>;
  signToken(userId: number, kind: 'access' | 'refresh'): Promise<string>;
  /** The user of a bearer token, or undefined when it is not ours or has ended. */
  readToken(token: string, kind: 'access' | 'refresh'): Promise<number | undefined>;
  removeExpired(): Promise<void>;
}

interface SessionsOptions {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly sessionHours: number;
}

const hourMs = 3_600_000;
const tokenHours = { access: 1, refresh: 720 } as const;

export function createSessions(options: SessionsOptions): Sessions {
  const { store, secrets, now } = options;
  return {
    start: (userId) => startSession(options, userId),
    find: (token) => findSession(options, token),
    end: async (session) => {
      await store.deleteFrom('sessions').where('id_hash', '=', session.idHash).execute();
    },
    endAllOf: async (userId) => {
      await store.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
    signToken: (userId, kind) =>
      new SignJWT({ kind })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + tokenHours[kind] * hourMs))
        .sign(secrets.tokenKey),
    readToken: createTokenReader(options),
    removeExpired: async () => {
      await store.deleteFrom('sessions').where('expires_on', '<', now().toISOString()).execute();
    },
  };
}

async function startSession({ store, now, sessionHours }: SessionsOptions, userId: number) {
  const token = createToken();
  const created = now();
  const expires = new Date(created.getTime() + sessionHours * hourMs);
  await store
    .insertInto('sessions')
    .values({
      id_hash: hashToken(token),
      user_id: userId,
      csrf_token: createToken(),
      created_on: created.toISOString(),
      expires_on: expires.toISOString(),
    })
    .execute();
  return { token, expires };
}

async function findSession({ store, now, sessionHours }: SessionsOptions, token: string): Promise<Session | undefined> {
  const idHash = hashToken(token);
  const row = await store.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
  const time = now().getTime();
  if (!row || Date.parse(row.expires_on) <= time) return undefined;
  const isHalfUsed = Date.parse(row.expires_on) - time < (sessionHours * hourMs) / 2;
  if (isHalfUsed) {
    const expires = new Date(time + sessionHours * hourMs).toISOString();
    await store.updateTable('sessions').set({ expires_on: expires }).where('id_hash', '=', idHash).execute();
  }
  return { userId: row.user_id, csrfToken: row.csrf_token, idHash };
}

interface ReadToken {
  readonly userId: number;
  readonly kind: string;
  readonly expiresMs: number;
}

const maxRead = 2000;

/** Checks a token's signature once; until it ends the same text needs no second look. */
function createTokenReader({ secrets, now }: SessionsOptions): Sessions['readToken'] {
  const read = new Map<string, ReadToken>();
  const find = async (token: string): Promise<ReadToken | undefined> => {
    const known = read.get(token);
    if (known) return known;
    const found = await verifyToken({ secrets, now }, token);
    if (!found) return undefined;
    if (read.size >= maxRead) read.clear();
    read.set(token, found);
    return found;
  };
  return async (token, kind) => {
    const found = await find(token);
    return found && found.kind === kind && found.expiresMs > now().getTime() ? found.userId : undefined;
  };
}

async function verifyToken(
  { secrets, now }: Pick<SessionsOptions, 'secrets' | 'now'>,
  token: string,
): Promise<ReadToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKey, { algorithms: ['HS256'], currentDate: now() });
    const userId = Number(payload.sub);
    if (!Number.isInteger(userId) || payload.exp === undefined) return undefined;
    return { userId, kind: String(payload.kind), expiresMs: payload.exp * 1000 };
  } catch {
    return undefined;
  }
}
