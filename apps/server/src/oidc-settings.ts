import { type GivenRoles, type RoleNames, toRoleNames } from './role-settings.ts';

/** A provider that speaks OAuth2 alone: where it is asked, and where it says who somebody is. */
export interface PlainOauth {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
  /** Where that says what never changes of a person. */
  readonly idClaim: string;
}

/** How people sign in at an OpenID Connect provider, or at one of OAuth2. */
export interface OidcSettings {
  /** Of one of OAuth2 the origin of the page on which people sign in. */
  readonly issuer: string;
  /** Null where the issuer tells its addresses, and who somebody is in a signed token. */
  readonly plain: PlainOauth | null;
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
  readonly oidcAuthorizeUrl: string | null;
  readonly oidcTokenUrl: string | null;
  readonly oidcUserInfoUrl: string | null;
  readonly oidcIdClaim: string;
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
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcName: name } = given;
  const plain = readPlain(given);
  if (plain && 'wrong' in plain) return plain;
  if (!issuer && !plain) return null;
  if (issuer && !isProviderAddress(issuer))
    return {
      wrong:
        'POWERSET_OIDC_ISSUER (--oidc-issuer) must be an address like https://login.example.com/realms/ours; only one on this machine may begin with http.',
    };
  if (!clientId) return { wrong: 'POWERSET_OIDC_CLIENT_ID (--oidc-client-id) must be set with an issuer.' };
  if (!/^[\w.-]{1,60}$/.test(name))
    return { wrong: 'POWERSET_OIDC_NAME (--oidc-name) must be a word of letters, digits, dots and dashes.' };
  const asked = given.oidcScopes.split(/\s+/).filter(Boolean);
  if (!plain && !asked.includes('openid')) return { wrong: 'POWERSET_OIDC_SCOPES (--oidc-scopes) must name openid.' };
  return {
    ...{ plain, clientId, name, clientSecret: given.oidcClientSecret },
    issuer: plain ? new URL(plain.authorizeUrl).origin : String(issuer),
    // Only who speaks OpenID Connect knows that one; who is asked for it would answer with a token that nobody looks at.
    scopes: plain ? asked.filter((scope) => scope !== 'openid').join(' ') : given.oidcScopes,
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

/** The three addresses of a provider of OAuth2, all or none of them. */
function readPlain(given: GivenOidc): PlainOauth | { readonly wrong: string } | null {
  const { oidcAuthorizeUrl, oidcTokenUrl, oidcUserInfoUrl, oidcIdClaim: idClaim, oidcIssuer } = given;
  const addresses = [
    ['POWERSET_OIDC_AUTHORIZE_URL (--oidc-authorize-url)', oidcAuthorizeUrl, 'with a query'],
    ['POWERSET_OIDC_TOKEN_URL (--oidc-token-url)', oidcTokenUrl, 'plain'],
    ['POWERSET_OIDC_USERINFO_URL (--oidc-userinfo-url)', oidcUserInfoUrl, 'with a query'],
  ] as const;
  if (addresses.every(([, address]) => !address)) return null;
  if (oidcIssuer)
    return { wrong: 'POWERSET_OIDC_ISSUER (--oidc-issuer) tells its addresses: leave it out, or the others.' };
  for (const [setting, address, form] of addresses)
    if (!address || !isProviderAddress(address, form))
      return { wrong: `${setting} must be an address of the provider, beginning with https, as the other two.` };
  return {
    authorizeUrl: String(oidcAuthorizeUrl),
    tokenUrl: String(oidcTokenUrl),
    userInfoUrl: String(oidcUserInfoUrl),
    idClaim,
  };
}

/** An address of a provider: encrypted, unless it is on this machine. */
export function isProviderAddress(text: string, form: 'plain' | 'with a query' = 'plain'): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || (url.search && form === 'plain') || url.hash) return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}
