import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { toDnKey } from './ldap-settings.ts';

const read = (env: Readonly<Record<string, string>>) => parseConfig({ argv: [], env, root: '/nowhere' }).ldap;
const whole = {
  POWERSET_LDAP_URL: 'ldaps://ldap.example.com',
  POWERSET_LDAP_BASE_DN: 'ou=people,dc=example,dc=com',
  POWERSET_LDAP_ROLES: '{"CN=Staff, OU=groups": "Gamma, sql_lab ,", "Heads": "Alpha"}',
};

describe('the settings of a directory', () => {
  it('are none without an address, and else have the usual words where none are given', () => {
    expect(read({ POWERSET_LDAP_BASE_DN: 'dc=example' })).toBeNull();
    expect(read(whole)).toEqual({
      ...{ url: 'ldaps://ldap.example.com', startsTls: false, caFile: null, label: 'the company directory' },
      ...{ reader: null, userDn: null, baseDn: 'ou=people,dc=example,dc=com', filter: '(uid={username})' },
      attributes: { id: 'entryUUID', userName: 'uid', firstName: 'givenName', lastName: 'sn', email: 'mail' },
      groups: {
        ...{ attribute: null, baseDn: null },
        filter: '(|(member={dn})(uniqueMember={dn})(memberUid={username}))',
      },
      roleNames: { 'cn=staff,ou=groups': ['Gamma', 'sql_lab'], heads: ['Alpha'] },
      ...{ defaultRoles: [], syncsRoles: true, createsUsers: true, trustsUserNames: false, checkMinutes: 60 },
    });
  });

  it.each([
    [{ POWERSET_LDAP_URL: 'ldap.example.com' }, 'POWERSET_LDAP_URL'],
    [{ POWERSET_LDAP_URL: 'ldaps://ada:word@ldap.example.com' }, 'POWERSET_LDAP_URL'],
    [{ POWERSET_LDAP_URL: 'ldap://ldap.example.com' }, 'for everybody to read'],
    [{ POWERSET_LDAP_START_TLS: 'true' }, 'POWERSET_LDAP_START_TLS'],
    [{ POWERSET_LDAP_CA_FILE: '/nowhere/ca.pem' }, 'POWERSET_LDAP_CA_FILE'],
    [{ POWERSET_LDAP_BIND_DN: 'cn=reader' }, 'POWERSET_LDAP_BIND_PASSWORD'],
    [{ POWERSET_LDAP_USER_DN: '{username}' }, 'POWERSET_LDAP_USER_DN'],
    [{ POWERSET_LDAP_USER_DN: 'uid=ada' }, 'POWERSET_LDAP_USER_DN'],
    [{ POWERSET_LDAP_BASE_DN: '' }, 'POWERSET_LDAP_BASE_DN'],
    [{ POWERSET_LDAP_FILTER: '(uid=ada)' }, 'POWERSET_LDAP_FILTER'],
    [{ POWERSET_LDAP_FILTER: '(uid={username})(cn=*)' }, 'POWERSET_LDAP_FILTER'],
    [{ POWERSET_LDAP_FILTER: 'uid={username}' }, 'POWERSET_LDAP_FILTER'],
    [{ POWERSET_LDAP_GROUPS_FILTER: '(cn=staff)' }, 'POWERSET_LDAP_GROUPS_FILTER'],
    [{ POWERSET_LDAP_EMAIL_ATTRIBUTE: 'mail)' }, 'POWERSET_LDAP_EMAIL_ATTRIBUTE'],
    [{ POWERSET_LDAP_ROLES: '{"staff": 7}' }, 'POWERSET_LDAP_ROLES'],
  ])('are refused where they cannot be used, by their name: %o', (env, name) => {
    expect(() => read({ ...whole, ...env })).toThrow(ConfigError);
    expect(() => read({ ...whole, ...env })).toThrow(name);
  });

  it('know a group however its name is escaped', () => {
    const roles =
      '{"cn=Sales\\\\2C EU, OU=groups": "Gamma", "Müller, Söhne": "Alpha", "cn=M\\\\c3\\\\bcller,ou=groups": "Admin"}';
    const { roleNames } = read({ ...whole, POWERSET_LDAP_ROLES: roles }) ?? {};
    expect(Object.keys(roleNames ?? {})).toEqual(['cn=sales\\,eu,ou=groups', 'müller,söhne', 'cn=müller,ou=groups']);
    expect(toDnKey('CN=Sales\\, EU,ou=groups')).toBe('cn=sales\\,eu,ou=groups');
    // A blank that belongs to the name does not fall away, and nothing that was escaped ends the value.
    expect(toDnKey('cn=staff\\20,ou=a')).toBe('cn=staff\\20,ou=a');
    expect(toDnKey('cn=cn\\3dstaff\\2cou\\3da')).toBe('cn=cn\\=staff\\,ou\\=a');
  });

  it('send passwords unencrypted to this machine alone', () => {
    expect(read({ ...whole, POWERSET_LDAP_URL: 'ldap://localhost:3389' })?.url).toBe('ldap://localhost:3389');
    const encrypted = { ...whole, POWERSET_LDAP_URL: 'ldap://ldap.example.com', POWERSET_LDAP_START_TLS: 'true' };
    expect(read(encrypted)?.startsTls).toBe(true);
  });
});
