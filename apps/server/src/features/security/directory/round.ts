import type { LdapSettings } from '../../../config.ts';
import type { Services } from '../../../services.ts';
import { type Claims, followGroups, rolesOf } from '../identities/index.ts';
import { createDirectory, type Directory, directoryIssuer } from './directory.ts';

type Deps = Pick<Services, 'store' | 'accounts' | 'sessions' | 'log' | 'now'>;

/** Looks up again and again who is known by the directory, switches off who is gone from there, and lets roles follow groups. */
export interface DirectoryRound {
  /** Begins at once. */
  start(): void;
  tick(): Promise<void>;
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** Of people that are looked up on one connection. */
const batchSize = 20;
const mostPeople = 50_000;

export function createDirectoryRound(deps: Deps, settings: LdapSettings): DirectoryRound {
  let timer: NodeJS.Timeout | null = null;
  let last = Promise.resolve();
  let isClosing = false;
  const tick = () => {
    last = last
      .then(() => lookAround(deps, settings, () => isClosing))
      .catch((error: unknown) => deps.log.error({ err: error }, 'the directory could not be asked who is gone'));
    return last;
  };
  return {
    tick,
    start: () => {
      // Who looks themselves up cannot be looked up by anybody else.
      if (settings.checkMinutes === 0 || (settings.userDn !== null && settings.reader === null)) return;
      timer = setInterval(() => void tick(), settings.checkMinutes * minuteMs).unref();
      void tick();
    },
    close: async () => {
      isClosing = true;
      if (timer) clearInterval(timer);
      await last;
    },
  };
}

interface KnownPerson {
  readonly id: number;
  readonly subject: string;
}

async function lookAround(deps: Deps, settings: LdapSettings, isClosing: () => boolean): Promise<void> {
  const known = await findKnown(deps, settings);
  const directory = createDirectory(settings);
  const gone: KnownPerson[] = [];
  const members: Member[] = [];
  for (let at = 0; at < known.length; at += batchSize) {
    if (isClosing()) return;
    const batch = known.slice(at, at + batchSize);
    const found = await directory.lookUp(batch.map(({ subject }) => subject));
    for (const person of batch) {
      const claims = found.get(person.subject);
      if (!claims) gone.push(person);
      else if (directory.tellsGroups) members.push(await toMember(deps, directory, { person, claims }));
    }
  }
  // A reader that may no longer read finds nobody, and a moved branch few.
  if (gone.length > Math.max(1, known.length / 2)) {
    deps.log.error({ gone: gone.length, known: known.length }, 'the directory knows too few people to be believed');
    return;
  }
  if (gone.length > 0) await switchOff(deps, gone);
  await bringRoles(deps, members, isClosing);
}

interface Member extends KnownPerson {
  readonly roles: readonly number[];
  readonly hasGroups: boolean;
}

interface Found {
  readonly person: KnownPerson;
  readonly claims: Claims;
}

async function toMember({ store, log }: Deps, { rules }: Directory, { person, claims }: Found): Promise<Member> {
  const groups = rules.rolesClaim === null ? [] : claims.values[rules.rolesClaim];
  const roles = await rolesOf({ store, settings: rules, log }, claims);
  return { ...person, roles, hasGroups: Array.isArray(groups) && groups.length > 0 };
}

/** Roles follow the groups of whoever does not sign in either. */
async function bringRoles(deps: Deps, members: readonly Member[], isClosing: () => boolean): Promise<void> {
  if (members.length === 0) return;
  const without = members.filter(({ roles }) => roles.length === 0).length;
  // A reader that may no longer read groups is told none of anybody's.
  if (!members.some(({ hasGroups }) => hasGroups) || without > Math.max(1, members.length / 2)) {
    deps.log.error({ without, known: members.length }, 'the directory tells too few groups to be believed');
    return;
  }
  for (const { id, roles } of members) {
    if (isClosing()) break;
    await followGroups(deps, id, roles);
  }
  deps.accounts.forget();
}

function findKnown({ store }: Deps, settings: LdapSettings): Promise<KnownPerson[]> {
  return store
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select(['users.id', 'user_identities.subject'])
    .where('user_identities.issuer', '=', directoryIssuer(settings))
    .where('users.is_active', '=', 1)
    .orderBy('users.id')
    .limit(mostPeople)
    .execute();
}

async function switchOff({ store, accounts, sessions, log }: Deps, gone: readonly KnownPerson[]): Promise<void> {
  for (const { id, subject } of gone) {
    await store.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute();
      await sessions.endAllOf(id, transaction);
    });
    log.warn({ user: id, subject }, 'somebody is gone from the directory, and was switched off');
  }
  accounts.forget();
}
