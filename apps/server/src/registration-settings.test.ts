import { describe, expect, it } from 'vitest';
import { type GivenRegistration, readRegistrationSettings } from './registration-settings.ts';

const given: GivenRegistration = {
  registrationWay: 'email',
  registrationDomains: ['Example.com', '@example.org'],
  registrationRoles: ['Gamma', 'sql_lab'],
  smtpUrl: 'smtp://mail.example.com',
  publicUrl: 'https://bi.example.com',
  oidcTrustsUserNames: false,
  ldapTrustsUserNames: false,
  samlTrustsUserNames: false,
};

describe('the settings of registration', () => {
  it('are off unless they are said, and name domains and roles', () => {
    expect(readRegistrationSettings({ ...given, registrationWay: 'off', registrationDomains: [] })).toBeNull();
    expect(readRegistrationSettings(given)).toEqual({
      domains: ['example.com', 'example.org'],
      roles: ['Gamma', 'sql_lab'],
    });
    expect(readRegistrationSettings({ ...given, registrationDomains: ['*'] })).toMatchObject({ domains: null });
  });

  it.each([
    [{ smtpUrl: null }, 'POWERSET_SMTP_URL'],
    [{ publicUrl: null }, 'POWERSET_PUBLIC_URL'],
    [{ registrationDomains: [] }, 'POWERSET_REGISTRATION_DOMAINS'],
    [{ registrationDomains: ['*.example.com'] }, 'not "*.example.com"'],
    [{ registrationDomains: ['ada@example.com'] }, 'not "ada@example.com"'],
    [{ registrationRoles: [] }, 'POWERSET_REGISTRATION_ROLES'],
    [{ registrationRoles: ['Gamma', 'admin'] }, 'cannot make administrators'],
    [{ oidcTrustsUserNames: true }, 'user names are trusted'],
    [{ ldapTrustsUserNames: true }, 'user names are trusted'],
    [{ samlTrustsUserNames: true }, 'user names are trusted'],
  ])('are refused with %j', (change, words) => {
    expect(readRegistrationSettings({ ...given, ...change })).toEqual({ wrong: expect.stringContaining(words) });
  });
});
