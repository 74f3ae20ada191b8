import { errors, jwtVerify, SignJWT } from 'jose';
import type { Accounts } from './accounts.ts';
import type { Guest, User } from './policy.ts';

/** What a token says of its guest, in the reference's words. */
export interface GuestClaims {
  readonly user: GuestPerson;
  readonly resources: readonly { readonly type: 'dashboard'; readonly id: string }[];
  readonly rls_rules: readonly GuestRule[];
}

export interface GuestPerson {
  readonly username?: string;
  readonly first_name?: string;
  readonly last_name?: string;
}

export interface GuestRule {
  readonly dataset?: number | string | null;
  readonly clause: string;
}

/** Tokens with which pages of other sites show embedded dashboards: made here, or elsewhere with the same key. */
export interface Guests {
  sign(claims: GuestClaims): Promise<string>;
  /** Who comes by a token; a sentence where it is refused. */
  read(token: string): Promise<User | string>;
}

interface GuestsOptions {
  readonly accounts: Pick<Accounts, 'visitorsLike'>;
  readonly key: Uint8Array;
  readonly audience: string;
  readonly lastsSeconds: number;
  readonly roleName: string;
  readonly now: () => Date;
}

/** Longer none travels in a header. */
const maxTokenLength = 12_000;
const maxRead = 2000;

interface ReadToken {
  readonly claims: GuestClaims;
  readonly expiresMs: number;
}

/** A token's signature is checked once, and whoever comes by it is one person as long as the role stays as it is. */
export function createGuests(options: GuestsOptions): Guests {
  const { accounts, key, audience, lastsSeconds, roleName, now } = options;
  const read = new Map<string, ReadToken>();
  const users = new WeakMap<ReadToken, { readonly like: User; readonly user: User }>();
  const find = async (token: string): Promise<ReadToken | string> => {
    const known = read.get(token);
    if (known) return known;
    const found = await verify(token, { key, audience, now });
    if (typeof found === 'string') return found;
    if (read.size >= maxRead) read.clear();
    read.set(token, found);
    return found;
  };
  return {
    sign: ({ user, resources, rls_rules: rules }) =>
      new SignJWT({ user, resources, rls_rules: rules, type: 'guest' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + lastsSeconds * 1000))
        .setAudience(audience)
        .sign(key),
    read: async (token) => {
      const found = token.length > maxTokenLength ? tooLong : await find(token);
      if (typeof found === 'string') return found;
      if (found.expiresMs <= now().getTime()) return ended;
      const like = await accounts.visitorsLike(roleName);
      const known = users.get(found);
      if (known?.like === like) return known.user;
      const user = toUser(found.claims, like);
      users.set(found, { like, user });
      return user;
    },
  };
}

const ended = 'The guest token has ended.';
const forged = 'The guest token is not valid.';
const elsewhere = 'The guest token is for another audience.';
const misread = 'The guest token does not say which dashboards it opens, or says it in a shape that is not read.';
const tooLong = 'The guest token is too long.';

async function verify(
  token: string,
  { key, audience, now }: Pick<GuestsOptions, 'key' | 'audience' | 'now'>,
): Promise<ReadToken | string> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience, currentDate: now() });
    const claims = payload.type === 'guest' ? readClaims(payload) : undefined;
    if (!claims || payload.exp === undefined) return misread;
    return { claims, expiresMs: payload.exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return ended;
    return error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud' ? elsewhere : forged;
  }
}

const maxListed = 100;
const maxClauseLength = 10_000;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is not understood is refused: a rule that were passed over would show more rows. */
function readClaims(payload: Readonly<Record<string, unknown>>): GuestClaims | undefined {
  const { user, resources, rls_rules: rules } = payload;
  if (!Array.isArray(resources) || !Array.isArray(rules)) return undefined;
  if (resources.length === 0 || resources.length > maxListed || rules.length > maxListed) return undefined;
  if (!resources.every(isResource) || !rules.every(isRule)) return undefined;
  return { user: readPerson(user), resources, rls_rules: rules };
}

function isResource(given: unknown): given is GuestClaims['resources'][number] {
  return isRecord(given) && given.type === 'dashboard' && typeof given.id === 'string' && uuidPattern.test(given.id);
}

function isRule(given: unknown): given is GuestRule {
  if (!isRecord(given)) return false;
  const { dataset, clause } = given;
  const isNumber = Number.isInteger(dataset) || (typeof dataset === 'string' && /^\d{1,15}$/.test(dataset));
  const isOfDataset = dataset === undefined || dataset === null || isNumber;
  return isOfDataset && typeof clause === 'string' && clause.trim() !== '' && clause.length <= maxClauseLength;
}

function readPerson(given: unknown): GuestPerson {
  const person = isRecord(given) ? given : {};
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 256) : '');
  return { username: text(person.username), first_name: text(person.first_name), last_name: text(person.last_name) };
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** What a role may add to what every guest may; it opens no data, no SQL and nothing beside the dashboard. */
const grantable = new Set([
  'can_csv on Superset',
  'can_share_dashboard on Superset',
  'can_drill on Dashboard',
  'can_view_chart_as_table on Dashboard',
  'can_get_drill_info on Dataset',
]);

function toUser({ user, resources, rls_rules: rules }: GuestClaims, like: User): User {
  const guest: Guest = {
    embeddedUuids: [...new Set(resources.map(({ id }) => id.toLowerCase()))],
    rules: rules.map(({ dataset, clause }) => ({
      datasetId: dataset === undefined || dataset === null ? null : Number(dataset),
      clause,
    })),
  };
  return {
    ...like,
    username: user.username ?? '',
    firstName: user.first_name ?? '',
    lastName: user.last_name ?? '',
    permissions: new Set([...like.permissions].filter((key) => grantable.has(key))),
    guest,
  };
}
