import { existsSync } from 'node:fs';
import { type GivenRoles, type RoleNames, toRoleNames } from './role-settings.ts';

/** How people sign in by the name and password that a directory (LDAP) knows of them. */
export interface LdapSettings {
  /** `ldap://` or `ldaps://`, with a port where it is another than usual. */
  readonly url: string;
  readonly startsTls: boolean;
  readonly caFile: string | null;
  readonly label: string;
  /** By whom people are looked up; null for nobody in particular. */
  readonly reader: { readonly dn: string; readonly password: string } | null;
  /** What a person signs in under, with `{username}`; null where he is looked up first. */
  readonly userDn: string | null;
  readonly baseDn: string;
  /** Finds a person, by `{username}`. */
  readonly filter: string;
  readonly attributes: LdapAttributes;
  readonly groups: LdapGroups;
  /** Names of the roles that a group stands for, by its name or whole DN. */
  readonly roleNames: RoleNames;
  readonly defaultRoles: readonly string[];
  readonly syncsRoles: boolean;
  readonly createsUsers: boolean;
  readonly trustsUserNames: boolean;
  /** How often who is known is looked up again; 0 for never. */
  readonly checkMinutes: number;
}

export interface LdapAttributes {
  readonly id: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface LdapGroups {
  /** The attribute in which a person's groups stand; null where they do not. */
  readonly attribute: string | null;
  /** Below which groups are searched; null where they are not. */
  readonly baseDn: string | null;
  /** Finds the groups of a person, by `{dn}` or `{username}`. */
  readonly filter: string;
}

/** The same as the settings give it, one by one. */
export interface GivenLdap {
  readonly ldapUrl: string | null;
  readonly ldapStartsTls: boolean;
  readonly ldapCaFile: string | null;
  readonly ldapLabel: string;
  readonly ldapBindDn: string | null;
  readonly ldapBindPassword: string | null;
  readonly ldapUserDn: string | null;
  readonly ldapBaseDn: string | null;
  readonly ldapFilter: string;
  readonly ldapIdAttribute: string;
  readonly ldapUserNameAttribute: string;
  readonly ldapFirstNameAttribute: string;
  readonly ldapLastNameAttribute: string;
  readonly ldapEmailAttribute: string;
  readonly ldapGroupsAttribute: string | null;
  readonly ldapGroupsBaseDn: string | null;
  readonly ldapGroupsFilter: string;
  readonly ldapRoles: GivenRoles | null;
  readonly ldapDefaultRoles: readonly string[];
  readonly ldapSyncsRoles: boolean;
  readonly ldapCreatesUsers: boolean;
  readonly ldapTrustsUserNames: boolean;
  readonly ldapCheckMinutes: number;
}

/** Null where no directory is named; else the settings, or what is wrong with them. */
export function readLdapSettings(given: GivenLdap): LdapSettings | { readonly wrong: string } | null {
  const { ldapUrl: url, ldapBaseDn: baseDn } = given;
  if (!url) return null;
  const wrong = findWrong(given, url);
  if (wrong !== null) return { wrong };
  return {
    ...{
      url,
      startsTls: given.ldapStartsTls,
      caFile: given.ldapCaFile || null,
      label: given.ldapLabel,
      baseDn: baseDn ?? '',
    },
    reader: given.ldapBindDn ? { dn: given.ldapBindDn, password: given.ldapBindPassword ?? '' } : null,
    userDn: given.ldapUserDn || null,
    filter: given.ldapFilter,
    attributes: {
      ...{ id: given.ldapIdAttribute, userName: given.ldapUserNameAttribute, email: given.ldapEmailAttribute },
      ...{ firstName: given.ldapFirstNameAttribute, lastName: given.ldapLastNameAttribute },
    },
    groups: {
      attribute: given.ldapGroupsAttribute || null,
      baseDn: given.ldapGroupsBaseDn || null,
      filter: given.ldapGroupsFilter,
    },
    // A name alone is none that is escaped.
    roleNames: toRoleNames(given.ldapRoles, (group) => (group.includes('=') ? toDnKey(group) : toGroupKey(group))),
    defaultRoles: given.ldapDefaultRoles,
    syncsRoles: given.ldapSyncsRoles,
    createsUsers: given.ldapCreatesUsers,
    trustsUserNames: given.ldapTrustsUserNames,
    checkMinutes: given.ldapCheckMinutes,
  };
}

/** Directories do not tell `CN=Staff, DC=example` from `cn=staff,dc=example`, so neither does what stands for roles. */
export function toGroupKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s*([,=])\s*/g, '$1');
}

/** The same of a whole DN: `cn=Sales\2C EU` is `cn=Sales\, EU`, as directories write it in the one way or the other. */
export function toDnKey(dn: string): string {
  return toGroupKey(plainEscapes(dn));
}

/** RFC 4514, 2.4: bytes that are written as numbers, as the signs that they are. */
export function plainEscapes(dn: string): string {
  return dn.replaceAll(/(?:\\[0-9a-fA-F]{2})+/g, (numbers) =>
    Buffer.from(numbers.replaceAll('\\', ''), 'hex')
      .toString('utf8')
      .replaceAll(/["#+,;<=>\\]/g, '\\$&')
      // A plain one at an end would be none.
      .replaceAll(' ', '\\20'),
  );
}

function findWrong(given: GivenLdap, url: string): string | null {
  return findWrongAddress(given, url) ?? findWrongReader(given) ?? findWrongSearch(given);
}

function findWrongAddress({ ldapStartsTls, ldapCaFile }: GivenLdap, address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isKnown = url !== null && ['ldap:', 'ldaps:'].includes(url.protocol) && url.hostname !== '';
  if (!isKnown || url.username || url.password || url.search || !['', '/'].includes(url.pathname))
    return 'POWERSET_LDAP_URL (--ldap-url) must be an address like ldaps://ldap.example.com, with nothing behind the port.';
  if (url.protocol === 'ldaps:' && ldapStartsTls)
    return 'POWERSET_LDAP_START_TLS (--ldap-start-tls) belongs to an address that begins with ldap:, not ldaps:.';
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'ldap:' && !ldapStartsTls && !isHere)
    return 'POWERSET_LDAP_URL (--ldap-url) would send passwords for everybody to read: begin it with ldaps:, or set POWERSET_LDAP_START_TLS.';
  if (ldapCaFile && !existsSync(ldapCaFile))
    return `POWERSET_LDAP_CA_FILE (--ldap-ca-file) names no file: "${ldapCaFile}".`;
  return null;
}

function findWrongReader({ ldapBindDn, ldapBindPassword, ldapUserDn }: GivenLdap): string | null {
  // Directories take a name without a password for nobody, and say yes.
  if (ldapBindDn && !ldapBindPassword)
    return 'POWERSET_LDAP_BIND_PASSWORD (--ldap-bind-password) must be set with POWERSET_LDAP_BIND_DN.';
  if (ldapUserDn && (!ldapUserDn.includes('{username}') || ldapUserDn === '{username}'))
    return 'POWERSET_LDAP_USER_DN (--ldap-user-dn) must hold {username}, as in uid={username},ou=people,dc=example,dc=com or {username}@example.com.';
  return null;
}

function findWrongSearch(given: GivenLdap): string | null {
  if (!given.ldapBaseDn)
    return 'POWERSET_LDAP_BASE_DN (--ldap-base-dn) must say below what people are found, as in ou=people,dc=example,dc=com.';
  if (!isFilter(given.ldapFilter) || !given.ldapFilter.includes('{username}'))
    return 'POWERSET_LDAP_FILTER (--ldap-filter) must be a filter with {username}, as in (uid={username}).';
  const finds = ['{dn}', '{username}'].some((gap) => given.ldapGroupsFilter.includes(gap));
  if (!isFilter(given.ldapGroupsFilter) || !finds)
    return 'POWERSET_LDAP_GROUPS_FILTER (--ldap-groups-filter) must be a filter with {dn} or {username}, as in (member={dn}).';
  const named = [
    ['POWERSET_LDAP_ID_ATTRIBUTE (--ldap-id-attribute)', given.ldapIdAttribute],
    ['POWERSET_LDAP_USERNAME_ATTRIBUTE (--ldap-username-attribute)', given.ldapUserNameAttribute],
    ['POWERSET_LDAP_FIRST_NAME_ATTRIBUTE (--ldap-first-name-attribute)', given.ldapFirstNameAttribute],
    ['POWERSET_LDAP_LAST_NAME_ATTRIBUTE (--ldap-last-name-attribute)', given.ldapLastNameAttribute],
    ['POWERSET_LDAP_EMAIL_ATTRIBUTE (--ldap-email-attribute)', given.ldapEmailAttribute],
    ['POWERSET_LDAP_GROUPS_ATTRIBUTE (--ldap-groups-attribute)', given.ldapGroupsAttribute || 'memberOf'],
  ] as const;
  const strange = named.find(([, attribute]) => !/^[A-Za-z][A-Za-z0-9.-]{0,63}$/.test(attribute));
  return strange ? `${strange[0]} must be the name of an attribute, not "${strange[1]}".` : null;
}

/** Whether its brackets enclose one condition; the rest is read when it is asked with. */
function isFilter(text: string): boolean {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    const isAtEnd = at === [...text].length - 1;
    if (depth < 0 || (depth === 0) !== isAtEnd) return false;
  }
  return text !== '';
}
