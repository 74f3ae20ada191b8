import { randomBytes } from 'node:crypto';
import type { Client, Entry } from 'ldapts';
import { type LdapSettings, plainEscapes, toDnKey, toGroupKey } from '../../../config.ts';
import { othersTurn } from '../../../turns/index.ts';
import type { Claims, IdentityRules } from '../identities/index.ts';
import { withConnection } from './connection.ts';
import { DirectoryError } from './words.ts';

type Ldap = typeof import('ldapts');

/** What a directory is asked. */
export interface Directory {
  /** Who gets an account, and with which roles. */
  readonly rules: IdentityRules;
  /**
   * Who somebody is whose password this is; null where it is wrong, or nobody has the name. `found` is told whom the name means
   * before the password is tried, and may throw. Throws where the directory does not answer.
   */
  check(typed: Typed, found: (subject: string) => void): Promise<Claims | null>;
  /**
   * These people with their groups, where roles follow those; without whoever is no longer there, or no longer found by any name.
   * Throws where the directory does not answer.
   */
  lookUp(subjects: readonly string[]): Promise<ReadonlyMap<string, Claims>>;
  /** Whether whoever looks people up is told the same groups as when they sign in. */
  readonly tellsGroups: boolean;
  /** Takes as long as a check of a name that nobody has; passwords of accounts that are kept here are not sent. */
  pretend(username: string): Promise<null>;
}

export interface Typed {
  readonly username: string;
  readonly password: string;
}

/** A directory that hangs holds up so many sign-ins, and no more. */
const mostAtOnce = 50;
/** More than a person can be in by design; the bytes of the line are bounded besides. */
const mostGroups = 20_000;
/** Of groups that are read, or looked at, before others have their turn. */
const pageSize = 500;
const searchSeconds = 10;
/** As the store keeps them of identity providers. */
const mostSubject = 255;

/** What answers to a name and password say no: wrong, none set, not now, against the rules of the directory. */
const refusals = new Set([49, 48, 53, 19]);

/** How what identities of a directory are kept under begins. */
export const directoryScheme = 'ldap:';

/** What identities of the directory are kept under: it may move to another address. */
export const directoryIssuer = ({ baseDn }: Pick<LdapSettings, 'baseDn'>) => `${directoryScheme}${toGroupKey(baseDn)}`;

/** The names under which identity providers say the same. */
const claimNames = { userName: 'preferred_username', groups: 'groups' } as const;

export function createDirectory(settings: LdapSettings): Directory {
  const { groups, roleNames, defaultRoles, syncsRoles, createsUsers, trustsUserNames } = settings;
  const rolesClaim = groups.attribute === null && groups.baseDn === null ? null : claimNames.groups;
  // Where people come in by themselves they read their groups themselves.
  const tellsGroups = rolesClaim !== null && syncsRoles && settings.userDn === null;
  let asking = 0;
  const ask = async <T>(work: (client: Client, ldap: Ldap) => Promise<T>): Promise<T> => {
    if (asking >= mostAtOnce) throw new DirectoryError('The directory has not answered those who asked before.');
    asking += 1;
    try {
      return await withConnection(settings, work);
    } finally {
      asking -= 1;
    }
  };
  return {
    rules: {
      ...{ userNameClaim: claimNames.userName, rolesClaim, roleNames, defaultRoles },
      ...{ syncsRoles, createsUsers, trustsUserNames },
    },
    check: (typed, found) =>
      ask(async (client, ldap) => {
        // A name without a password is nobody, to whom directories say yes.
        if (typed.password === '') return null;
        return check({ client, ldap, settings }, typed, found);
      }),
    tellsGroups,
    lookUp: (subjects) =>
      ask(async (client, ldap) => {
        const asked = { client, ldap, settings };
        await enterAsReader(asked);
        const found = new Map<string, Claims>();
        for (const subject of subjects) {
          const entry = await findKnown(asked, subject);
          const groups = entry && tellsGroups ? await toAllKeys(await findGroups(asked, entry)) : [];
          const values = { [claimNames.groups]: groups };
          if (entry) found.set(subject, { issuer: directoryIssuer(settings), subject, values });
        }
        return found;
      }),
    pretend: (username) =>
      ask(async (client, ldap) => {
        const asked = { client, ldap, settings };
        if (settings.userDn === null) {
          await enterAsReader(asked);
          await findPerson(asked, username);
        }
        return enterAsNobody(asked);
      }),
  };
}

interface Asked {
  readonly client: Client;
  readonly ldap: Ldap;
  readonly settings: LdapSettings;
}

async function check(asked: Asked, { username, password }: Typed, found: (subject: string) => void) {
  const { settings } = asked;
  if (settings.userDn === null) await enterAsReader(asked);
  else {
    found(username.normalize('NFKC').toLowerCase().replaceAll(/\s/g, ''));
    if (!(await isLetIn(asked, fillDn(settings.userDn, username), password))) return null;
  }
  const entry = await findPerson(asked, username);
  if (!entry) return settings.userDn === null ? enterAsNobody(asked) : null;
  const subject = subjectOf(entry, settings);
  found(subject);
  // Also of whoever came in under a name of his own: the filter may have found another.
  if (!(await isLetIn(asked, entry.dn, password))) return null;
  const groups = await findGroups(asked, entry);
  const values = { ...toValues(entry, settings), [claimNames.groups]: await toAllKeys(groups) };
  return { issuer: directoryIssuer(settings), subject, values };
}

/** The entry of somebody who would be found by some name: the filter may leave out who is switched off. */
async function findKnown({ client, ldap, settings }: Asked, subject: string): Promise<Entry | null> {
  const { id: attribute, userName } = settings.attributes;
  const bytes = /^(?:[0-9a-f]{2})+$/.test(subject) ? [Buffer.from(subject, 'hex')] : [];
  const isPerson = new ldap.OrFilter({
    filters: [subject, ...bytes].map((value) => new ldap.EqualityFilter({ attribute, value })),
  });
  const isFound = ldap.FilterParser.parseString(settings.filter.replaceAll('{username}', '*'));
  const { searchEntries } = await client.search(settings.baseDn, {
    ...{ scope: 'sub', sizeLimit: 1, timeLimit: searchSeconds },
    filter: new ldap.AndFilter({ filters: [isPerson, isFound] }),
    attributes: [userName, ...(settings.groups.attribute === null ? [] : [settings.groups.attribute])],
  });
  return searchEntries[0] ?? null;
}

async function enterAsReader({ client, settings: { reader } }: Asked): Promise<void> {
  if (reader) await client.bind(reader.dn, reader.password);
}

/** Nobody has this name, so nobody's account is locked by it; it takes as long as a wrong password. */
async function enterAsNobody(asked: Asked): Promise<null> {
  const name = randomBytes(12).toString('hex');
  await isLetIn(asked, `cn=${name},${asked.settings.baseDn}`, name);
  return null;
}

async function isLetIn({ client, ldap }: Asked, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ldap.ResultCodeError && refusals.has(error.code)) return false;
    throw error;
  }
}

/** The one person of the name; nobody where several have it. */
async function findPerson({ client, ldap, settings }: Asked, username: string): Promise<Entry | null> {
  const { baseDn, filter, attributes, groups } = settings;
  const { searchEntries } = await client.search(baseDn, {
    ...{ scope: 'sub', sizeLimit: 2, timeLimit: searchSeconds },
    filter: fillFilter(ldap, filter, { username }),
    attributes: [...Object.values(attributes), 'cn', ...(groups.attribute === null ? [] : [groups.attribute])],
    explicitBufferAttributes: [attributes.id],
  });
  const [first, second] = searchEntries;
  if (second) throw new DirectoryError('Several in the directory have the name; POWERSET_LDAP_FILTER must find one.');
  return first ?? null;
}

async function findGroups(asked: Asked, entry: Entry): Promise<readonly string[]> {
  const { client, ldap, settings } = asked;
  const { attribute, baseDn, filter } = settings.groups;
  const isPartial = attribute !== null && rangeOf(entry, attribute) !== null;
  // People may often read nothing of groups.
  if (settings.userDn === null && (isPartial || baseDn !== null)) await enterAsReader(asked);
  const found = attribute === null ? [] : await readAllValues(asked, entry, attribute);
  if (baseDn === null) return found;
  const username = textsOf(entry, settings.attributes.userName)[0] ?? '';
  const pages = client.searchPaginated(baseDn, {
    ...{ scope: 'sub', paged: { pageSize }, timeLimit: searchSeconds },
    filter: fillFilter(ldap, filter, { username, dn: entry.dn }),
    attributes: ['cn'],
  });
  for await (const { searchEntries } of pages) {
    found.push(...searchEntries.map(({ dn }) => dn));
    // Those that were not heard would look like groups that somebody left.
    if (found.length > mostGroups) throw new DirectoryError('The person is in more groups than are read.');
  }
  return found;
}

/** All texts of an attribute: of a long one Active Directory tells a part at once, `memberOf;range=0-1499`. */
async function readAllValues({ client, settings }: Asked, entry: Entry, attribute: string): Promise<string[]> {
  const found = [...textsOf(entry, attribute)];
  let part = rangeOf(entry, attribute);
  while (part !== null) {
    found.push(...part.values);
    if (part.next === null) break;
    if (found.length > mostGroups) throw new DirectoryError('The person is in more groups than are read.');
    const { searchEntries } = await client.search(entry.dn, {
      ...{ scope: 'base', timeLimit: searchSeconds, filter: `(${attribute}=*)` },
      attributes: [`${attribute};range=${part.next}-*`, settings.attributes.userName],
    });
    const [more] = searchEntries;
    const following = more ? rangeOf(more, attribute) : null;
    if (following === null || following.values.length === 0)
      throw new DirectoryError(`The directory told a part of ${attribute} alone.`);
    part = following;
  }
  return found;
}

interface Range {
  readonly values: readonly string[];
  /** Where the rest begins; null at the end. */
  readonly next: number | null;
}

function rangeOf(entry: Entry, attribute: string): Range | null {
  for (const key of Object.keys(entry)) {
    const [name = '', last = ''] = key.toLowerCase().split(/;range=\d+-/);
    if (name !== attribute.toLowerCase() || !/^(?:\d+|\*)$/.test(last)) continue;
    return { values: textsOf(entry, key), next: last === '*' ? null : Number(last) + 1 };
  }
  return null;
}

/** A filter with what somebody typed in it, which stays a value whatever it holds. */
function fillFilter({ escapeFilter, FilterParser }: Ldap, template: string, values: Readonly<Record<string, string>>) {
  const filled = template.replaceAll(/\{(\w+)\}/g, (gap, name: string) =>
    Object.hasOwn(values, name) ? escapeFilter`${values[name] ?? ''}` : gap,
  );
  return FilterParser.parseString(filled);
}

/** RFC 4514, 2.4: what could end a value, or begin one of another kind, is written as its number. */
function fillDn(template: string, username: string): string {
  const isDn = template.includes('=');
  const escaped = username.replaceAll(/[^\p{L}\p{N}@._-]/gu, (sign) =>
    [...Buffer.from(sign, 'utf8')].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  );
  return template.replaceAll('{username}', isDn ? escaped : username);
}

function subjectOf(entry: Entry, { attributes: { id } }: LdapSettings): string {
  const value = valuesOf(entry, id)[0];
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
  if (!bytes || bytes.length === 0 || bytes.length * 2 > mostSubject)
    throw new DirectoryError(
      `The directory says no ${id} of a person; POWERSET_LDAP_ID_ATTRIBUTE must name what it has.`,
    );
  const text = bytes.toString('latin1');
  return /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString('hex');
}

function valuesOf(entry: Entry, attribute: string): readonly (string | Buffer)[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : (entry[name] ?? []);
  return Array.isArray(value) ? value : [value];
}

function textsOf(entry: Entry, attribute: string): readonly string[] {
  return valuesOf(entry, attribute).filter((value): value is string => typeof value === 'string' && value !== '');
}

function toValues(entry: Entry, { attributes }: LdapSettings): Claims['values'] {
  const first = (attribute: string) => textsOf(entry, attribute)[0];
  return {
    [claimNames.userName]: first(attributes.userName),
    given_name: first(attributes.firstName),
    family_name: first(attributes.lastName),
    name: first('cn'),
    email: first(attributes.email),
  };
}

async function toAllKeys(groups: readonly string[]): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let at = 0; at < groups.length; at += pageSize) {
    if (at > 0) await othersTurn();
    keys.push(...groups.slice(at, at + pageSize).flatMap(toGroupKeys));
  }
  return keys;
}

/** The whole DN, and what stands first in it: `staff` of `cn=staff,ou=groups`. A name that looks like a DN stands for none. */
function toGroupKeys(dn: string): readonly string[] {
  const first = /^[^=,]+=((?:\\.|[^,+\\])*)/.exec(plainEscapes(dn))?.[1] ?? dn;
  const name = first.replaceAll(/\\(?:20|(.))/g, (_escaped, sign: string | undefined) => sign ?? ' ');
  return name.includes('=') ? [toDnKey(dn)] : [toDnKey(dn), toGroupKey(name)];
}
