import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const read = (env: Readonly<Record<string, string>>) => parseConfig({ argv: [], env, root: '/nowhere' }).oidc;
const whole = {
  POWERSET_OIDC_ISSUER: 'https://login.example.com/realms/ours',
  POWERSET_OIDC_CLIENT_ID: 'bi',
  POWERSET_OIDC_ROLES: '{"staff": "Gamma, sql_lab ,", "none": ""}',
  POWERSET_OIDC_DEFAULT_ROLES: 'Gamma,Alpha',
};

describe('the settings of an identity provider', () => {
  it('are none without an issuer, and else have the usual words where none are given', () => {
    expect(read({})).toBeNull();
    expect(read({ POWERSET_OIDC_CLIENT_ID: 'bi' })).toBeNull();
    expect(read(whole)).toEqual({
      ...{ issuer: 'https://login.example.com/realms/ours', clientId: 'bi', clientSecret: null, name: 'oidc' },
      plain: null,
      ...{ label: 'single sign-on', scopes: 'openid profile email', userNameClaim: 'preferred_username' },
      ...{
        rolesClaim: null,
        createsUsers: true,
        trustsUserNames: false,
        syncsRoles: true,
        defaultRoles: ['Gamma', 'Alpha'],
      },
      roleNames: { staff: ['Gamma', 'sql_lab'], none: [] },
    });
  });

  it.each([
    [{ POWERSET_OIDC_ISSUER: 'http://login.example.com' }, 'POWERSET_OIDC_ISSUER'],
    [{ POWERSET_OIDC_ISSUER: 'login.example.com' }, 'POWERSET_OIDC_ISSUER'],
    [{ POWERSET_OIDC_ISSUER: 'https://name:word@login.example.com' }, 'POWERSET_OIDC_ISSUER'],
    [{ POWERSET_OIDC_CLIENT_ID: '' }, 'POWERSET_OIDC_CLIENT_ID'],
    [{ POWERSET_OIDC_NAME: 'a/b' }, 'POWERSET_OIDC_NAME'],
    [{ POWERSET_OIDC_SCOPES: 'profile' }, 'POWERSET_OIDC_SCOPES'],
    [{ POWERSET_OIDC_ROLES: '{"staff": 7}' }, 'POWERSET_OIDC_ROLES'],
  ])('are refused where they cannot be used, by their name: %o', (env, name) => {
    expect(() => read({ ...whole, ...env })).toThrow(ConfigError);
    expect(() => read({ ...whole, ...env })).toThrow(name);
  });

  const github = {
    POWERSET_OIDC_AUTHORIZE_URL: 'https://git.example.com/login/oauth/authorize?prompt=login',
    POWERSET_OIDC_TOKEN_URL: 'https://git.example.com/login/oauth/access_token',
    POWERSET_OIDC_USERINFO_URL: 'https://api.git.example.com/user',
    POWERSET_OIDC_CLIENT_ID: 'bi',
  };

  it('are three addresses of one that speaks OAuth2 alone, who is not asked for what he does not know', () => {
    expect(read(github)).toMatchObject({
      issuer: 'https://git.example.com',
      scopes: 'profile email',
      plain: { userInfoUrl: 'https://api.git.example.com/user', idClaim: 'id' },
    });
    expect(read({ ...github, POWERSET_PASSWORD_SIGN_IN: 'false' })).not.toBeNull();
    for (const name of ['POWERSET_OIDC_AUTHORIZE_URL', 'POWERSET_OIDC_TOKEN_URL', 'POWERSET_OIDC_USERINFO_URL'])
      for (const wrong of ['', 'http://git.example.com/a', 'https://name:word@git.example.com/a'])
        expect(() => read({ ...github, [name]: wrong })).toThrow(name);
    expect(() => read({ ...whole, ...github })).toThrow('leave it out, or the others');
  });

  it('take names of roles that hold commas as a list', () => {
    const roles = { POWERSET_OIDC_ROLES: '{"staff": ["Sales, EU", "Gamma"], "cn=a,dc=b": "Alpha"}' };
    expect(read({ ...whole, ...roles })?.roleNames).toEqual({ staff: ['Sales, EU', 'Gamma'], 'cn=a,dc=b': ['Alpha'] });
    for (const wrong of ['[]', '{"a": [7]}', '{"a": {}}', 'null', '{'])
      expect(() => read({ ...whole, POWERSET_OIDC_ROLES: wrong })).toThrow('must be JSON with roles for each group');
  });

  it('leave passwords on, and switch them off where a provider lets people in', () => {
    const takesPasswords = (env: Readonly<Record<string, string>>) =>
      parseConfig({ argv: [], env, root: '/nowhere' }).takesPasswords;
    const off = { POWERSET_PASSWORD_SIGN_IN: 'false' };
    expect([takesPasswords({}), takesPasswords(whole), takesPasswords({ ...whole, ...off })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => takesPasswords(off)).toThrow(ConfigError);
    expect(() => takesPasswords(off)).toThrow('POWERSET_PASSWORD_SIGN_IN');
  });

  it('may name a provider of this machine without TLS', () => {
    expect(read({ ...whole, POWERSET_OIDC_ISSUER: 'http://127.0.0.1:9000' })?.issuer).toBe('http://127.0.0.1:9000');
  });
});
