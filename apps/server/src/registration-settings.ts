/** Who may make an account without being asked in. */
export interface RegistrationSettings {
  /** Of whose addresses; null for any. */
  readonly domains: readonly string[] | null;
  readonly roles: readonly string[];
}

/** The same as the settings give it, and what it leans on. */
export interface GivenRegistration {
  readonly registrationWay: string;
  readonly registrationDomains: readonly string[];
  readonly registrationRoles: readonly string[];
  readonly smtpUrl: string | null;
  readonly publicUrl: string | null;
  readonly oidcTrustsUserNames: boolean;
  readonly ldapTrustsUserNames: boolean;
  readonly samlTrustsUserNames: boolean;
}

/** Null where administrators make all accounts; else the settings, or what is wrong with them. */
export function readRegistrationSettings(
  given: GivenRegistration,
): RegistrationSettings | { readonly wrong: string } | null {
  if (given.registrationWay === 'off') return null;
  const wrong = findWrong(given);
  if (wrong !== null) return { wrong };
  const domains = given.registrationDomains.map((domain) => domain.toLowerCase().replace(/^@/, ''));
  return { domains: domains.includes('*') ? null : domains, roles: given.registrationRoles };
}

function findWrong(given: GivenRegistration): string | null {
  const { registrationDomains: domains, registrationRoles: roles } = given;
  if (!given.smtpUrl || !given.publicUrl)
    return 'POWERSET_REGISTRATION (--registration) needs POWERSET_SMTP_URL and POWERSET_PUBLIC_URL: links go by mail.';
  if (domains.length === 0)
    return 'POWERSET_REGISTRATION_DOMAINS (--registration-domains) must say whose addresses get an account, as in example.com; * lets in everybody who has an address.';
  const strange = domains.find((domain) => domain !== '*' && !/^@?[^\s@*,]+\.[^\s@*,]+$/.test(domain));
  if (strange !== undefined)
    return `POWERSET_REGISTRATION_DOMAINS (--registration-domains) must name domains like example.com, not "${strange}".`;
  if (roles.length === 0)
    return 'POWERSET_REGISTRATION_ROLES (--registration-roles) must name a role for those who register, such as Gamma.';
  if (roles.some((role) => role.toLowerCase() === 'admin'))
    return 'POWERSET_REGISTRATION_ROLES (--registration-roles) cannot make administrators: invite them.';
  if (given.oidcTrustsUserNames || given.samlTrustsUserNames || given.ldapTrustsUserNames)
    return 'POWERSET_REGISTRATION (--registration) must be off where user names are trusted (POWERSET_OIDC_TRUST_USERNAMES, POWERSET_SAML_TRUST_USERNAMES, POWERSET_LDAP_TRUST_USERNAMES): whoever registers chooses one.';
  return null;
}
