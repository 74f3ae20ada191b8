import { type GivenRoles, type RoleNames, toRoleNames } from './role-settings.ts';

/** How people sign in at an OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Last part of the address to which people come back. */
  readonly name: string;
  readonly label: string;
  readonly scopes: string;
  readonly userNameClaim: string;
  readonly rolesClaim: string | null;
  readonly roleNames: RoleNames;
  readonly defaultRoles: readonly string[];
  readonly syncsRoles: boolean;
  readonly createsUsers: boolean;
  readonly trustsUserNames: boolean;
}

/** The same as the settings give it, one by one. */
export interface GivenOidc {
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  readonly oidcClientSecret: string | null;
  readonly oidcName: string;
  readonly oidcLabel: string;
  readonly oidcScopes: string;
  readonly oidcUserNameClaim: string;
  readonly oidcRolesClaim: string | null;
  readonly oidcRoles: GivenRoles | null;
  readonly oidcDefaultRoles: readonly string[];
  readonly oidcSyncsRoles: boolean;
  readonly oidcCreatesUsers: boolean;
  readonly oidcTrustsUserNames: boolean;
}

/** Null where no provider is named; else the settings, or what is wrong with them. */
export function readOidcSettings(given: GivenOidc): OidcSettings | { readonly wrong: string } | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcName: name, oidcScopes: scopes } = given;
  if (!issuer) return null;
  if (!isProviderAddress(issuer))
    return {
      wrong:
        'POWERSET_OIDC_ISSUER (--oidc-issuer) must be an address like https://login.example.com/realms/ours; only one on this machine may begin with http.',
    };
  if (!clientId) return { wrong: 'POWERSET_OIDC_CLIENT_ID (--oidc-client-id) must be set with an issuer.' };
  if (!/^[\w.-]{1,60}$/.test(name))
    return { wrong: 'POWERSET_OIDC_NAME (--oidc-name) must be a word of letters, digits, dots and dashes.' };
  if (!scopes.split(/\s+/).includes('openid'))
    return { wrong: 'POWERSET_OIDC_SCOPES (--oidc-scopes) must name openid.' };
  return {
    ...{ issuer, clientId, name, scopes, clientSecret: given.oidcClientSecret },
    label: given.oidcLabel,
    userNameClaim: given.oidcUserNameClaim,
    rolesClaim: given.oidcRolesClaim,
    roleNames: toRoleNames(given.oidcRoles),
    defaultRoles: given.oidcDefaultRoles,
    syncsRoles: given.oidcSyncsRoles,
    createsUsers: given.oidcCreatesUsers,
    trustsUserNames: given.oidcTrustsUserNames,
  };
}

/** An address of a provider: encrypted, unless it is on this machine. */
export function isProviderAddress(text: string, form: 'plain' | 'with a query' = 'plain'): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || (url.search && form === 'plain') || url.hash) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}
