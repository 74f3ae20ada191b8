import { jwtVerify, SignJWT } from 'jose';
import { type Store, writeUnlessFull } from '../metadata/index.ts';
import { createToken, hashToken, type Secrets } from './secrets.ts';
import { createUnsavedSessions, type UnsavedSessions } from './unsaved-sessions.ts';

export const sessionCookie = 'powerset_session';

export interface Session {
  readonly userId: number;
  /** Whom its administrator sees the product as. */
  readonly viewedId: number | null;
  /** An identity provider did not look at who comes. */
  readonly isByPassword: boolean;
  readonly csrfToken: string;
  readonly idHash: string;
}

/** A person, and the epoch of that person's tokens: one of an earlier epoch has ended. */
export interface TokenHolder {
  readonly id: number;
  readonly tokenEpoch: number;
}

/** Who looked at who comes. */
export type SignedInBy = 'password' | 'passkey' | 'provider';

/** Where a browser is, as it says itself. */
export interface Place {
  readonly userAgent: string | null;
  readonly address: string;
}

export interface OpenSession extends Pick<Session, 'idHash'> {
  readonly createdOn: string;
  readonly lastUsedOn: string;
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** One session, or all of a person. */
type Ended = Pick<Session, 'idHash'> | Pick<Session, 'userId'>;
export type EndListener = (ended: Ended) => void;

/** Browser sessions (kept in the store, so that they survive a restart and can be ended) and bearer tokens. */
export interface Sessions {
  start(userId: number, by: SignedInBy, place?: Place): Promise<{ readonly token: string; readonly expires: Date }>;
  find(token: string, place?: Place): Promise<Session | undefined>;
  /** Those of a person that have not ended, the last used first. */
  listOf(userId: number): Promise<readonly OpenSession[]>;
  end(session: Pick<Session, 'idHash'>): Promise<void>;
  /** Shows a session what somebody else sees, or its own again; false where the session is not kept. */
  view(session: Pick<Session, 'idHash'>, userId: number | null): Promise<boolean>;
  /** Ends the person's bearer tokens, wherever they are used. */
  endTokensOf(userId: number): Promise<void>;
  /** Ends browser sessions and bearer tokens, together with what else is changed in the transaction. */
  endAllOf(userId: number, transaction: Store): Promise<void>;
  signToken(holder: TokenHolder, kind: 'access' | 'refresh'): Promise<string>;
  /** Whose a bearer token is, or undefined when it is not ours or has expired. */
  readToken(token: string, kind: 'access' | 'refresh'): Promise<TokenHolder | undefined>;
  /** Told as soon as sessions end here, and not merely by time; brings what ends the telling. */
  whenEnded(listener: EndListener): () => void;
  removeExpired(): Promise<void>;
  /** Writes what a full disk kept from being written. */
  settle(): Promise<void>;
}

interface SessionsOptions {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly sessionHours: number;
}

const hourMs = 3_600_000;
/** That a session is used is written no more often. */
const usedMs = 900_000;
const mostListed = 200;
const tokenHours = { access: 1, refresh: 720 } as const;

export function createSessions(options: SessionsOptions): Sessions {
  const { store, secrets, now } = options;
  const unsaved = createUnsavedSessions(store);
  const deps: SessionDeps = { ...options, unsaved };
  const listeners = new Set<EndListener>();
  const tell: EndListener = (ended) => {
    for (const listener of listeners) listener(ended);
  };
  return {
    start: (userId, by, place) => startSession(deps, { userId, by, place }),
    find: (token, place) => findSession(deps, token, place),
    listOf: (userId) => listSessions(deps, userId),
    end: async ({ idHash }) => {
      unsaved.end(idHash);
      tell({ idHash });
      await unsaved.settle();
    },
    view: async ({ idHash }, userId) => {
      const changed = await store
        .updateTable('sessions')
        .set({ viewed_id: userId })
        .where('id_hash', '=', idHash)
        .executeTakeFirst();
      return Number(changed.numUpdatedRows) > 0;
    },
    endTokensOf: async (userId) => {
      unsaved.endTokensOf(userId);
      await unsaved.settle();
    },
    endAllOf: async (userId, transaction) => {
      unsaved.endAllOf(userId);
      await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
      await endTokens(transaction, userId);
      tell({ userId });
    },
    signToken: ({ id, tokenEpoch }, kind) =>
      new SignJWT({ kind, epoch: tokenEpoch + unsaved.endedEpochsOf(id) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(id))
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + tokenHours[kind] * hourMs))
        .sign(secrets.tokenKey),
    readToken: createTokenReader(deps),
    whenEnded: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    removeExpired: async () => {
      await store.deleteFrom('sessions').where('expires_on', '<', now().toISOString()).execute();
    },
    settle: () => unsaved.settle(),
  };
}

async function endTokens(store: Store, userId: number): Promise<void> {
  await store
    .updateTable('users')
    .set((builder) => ({ token_epoch: builder('token_epoch', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

interface SessionDeps extends SessionsOptions {
  readonly unsaved: UnsavedSessions;
}

const maxUserAgent = 300;

const toColumns = (place: Place | undefined) => ({
  user_agent: place?.userAgent?.slice(0, maxUserAgent) ?? null,
  address: place?.address ?? null,
});

interface Starting {
  readonly userId: number;
  readonly by: SignedInBy;
  readonly place: Place | undefined;
}

async function startSession({ store, now, sessionHours, unsaved }: SessionDeps, { userId, by, place }: Starting) {
  const token = createToken();
  const created = now();
  const expires = new Date(created.getTime() + sessionHours * hourMs);
  const row = {
    id_hash: hashToken(token),
    user_id: userId,
    csrf_token: createToken(),
    created_on: created.toISOString(),
    expires_on: expires.toISOString(),
    last_used_on: created.toISOString(),
    signed_in_by: by,
    ...toColumns(place),
  };
  const isKept = await writeUnlessFull(() => store.insertInto('sessions').values(row).execute());
  // It lives as long as the process: whoever makes room on the disk has to get in first.
  if (!isKept) unsaved.start(row);
  return { token, expires };
}

async function findSession(
  { store, now, sessionHours, unsaved }: SessionDeps,
  token: string,
  place?: Place,
): Promise<Session | undefined> {
  const idHash = hashToken(token);
  if (unsaved.hasEnded(idHash)) return undefined;
  const saved = await store.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
  const row = saved ?? unsaved.find(idHash);
  const time = now().getTime();
  if (!row || Date.parse(row.expires_on) <= time) return undefined;
  const isHalfUsed = Date.parse(row.expires_on) - time < (sessionHours * hourMs) / 2;
  const isSilent = time - Date.parse(row.last_used_on ?? row.created_on) > usedMs;
  if (isHalfUsed || isSilent) {
    const change = {
      ...(isHalfUsed ? { expires_on: new Date(time + sessionHours * hourMs).toISOString() } : {}),
      ...(place ? { last_used_on: new Date(time).toISOString(), ...toColumns(place) } : {}),
    };
    if (Object.keys(change).length > 0)
      await writeUnlessFull(() => store.updateTable('sessions').set(change).where('id_hash', '=', idHash).execute());
  }
  return {
    ...{ userId: row.user_id, viewedId: row.viewed_id ?? null, csrfToken: row.csrf_token, idHash },
    isByPassword: row.signed_in_by !== 'provider',
  };
}

async function listSessions({ store, now, unsaved }: SessionDeps, userId: number): Promise<readonly OpenSession[]> {
  const rows = await store
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_on', '>', now().toISOString())
    .orderBy('last_used_on', 'desc')
    .limit(mostListed)
    .execute();
  return rows
    .filter((row) => !unsaved.hasEnded(row.id_hash))
    .map((row) => ({
      ...{ idHash: row.id_hash, createdOn: row.created_on, lastUsedOn: row.last_used_on ?? row.created_on },
      ...{ userAgent: row.user_agent, address: row.address },
    }));
}

interface ReadToken {
  readonly holder: TokenHolder;
  readonly kind: string;
  readonly expiresMs: number;
}

const maxRead = 2000;

/** Checks a token's signature once; until it ends the same text needs no second look. */
function createTokenReader({ secrets, now, unsaved }: SessionDeps): Sessions['readToken'] {
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
    if (!found || found.kind !== kind || found.expiresMs <= now().getTime()) return undefined;
    const { id, tokenEpoch } = found.holder;
    return { id, tokenEpoch: tokenEpoch - unsaved.endedEpochsOf(id) };
  };
}

async function verifyToken(
  { secrets, now }: Pick<SessionsOptions, 'secrets' | 'now'>,
  token: string,
): Promise<ReadToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKey, { algorithms: ['HS256'], currentDate: now() });
    const holder = { id: Number(payload.sub), tokenEpoch: Number(payload.epoch) };
    if (!Number.isInteger(holder.id) || payload.exp === undefined) return undefined;
    return { holder, kind: String(payload.kind), expiresMs: payload.exp * 1000 };
  } catch {
    return undefined;
  }
}
