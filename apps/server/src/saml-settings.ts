import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isProviderAddress } from './oidc-settings.ts';
import { type GivenRoles, type RoleNames, toRoleNames } from './role-settings.ts';

/** How people sign in at a SAML 2.0 identity provider. */
export interface SamlSettings {
  /** The provider's entity ID, as its assertions name it. */
  readonly issuer: string;
  readonly signIn: ProviderAddress;
  /** Any of which may have signed, so that one can follow another. */
  readonly certificates: readonly string[];
  /** With what requests are signed, and for what assertions may be encrypted; null where neither is done. */
  readonly own: OwnKey | null;
  /** Null where people sign out here alone. */
  readonly signOut: SamlSignOut | null;
  /** What we are called there. */
  readonly entityId: string;
  /** Where assertions are brought. */
  readonly consumerUrl: string;
  readonly label: string;
  /** Null where the provider chooses. */
  readonly nameIdFormat: string | null;
  readonly attributes: SamlAttributes;
  readonly roleNames: RoleNames;
  readonly defaultRoles: readonly string[];
  readonly syncsRoles: boolean;
  readonly createsUsers: boolean;
  readonly trustsUserNames: boolean;
}

/** Where the provider takes messages of ours: in the query of an address, or posted by a page. */
export interface ProviderAddress {
  readonly url: string;
  readonly binding: 'redirect' | 'post';
}

/** Signing out on both sides at once, at the provider's address for it. */
export interface SamlSignOut extends ProviderAddress {
  /** Ours, to which browsers bring messages. */
  readonly serviceUrl: string;
  /** Ours, to which the provider itself sends them. */
  readonly backChannelUrl: string;
  /** With which messages are signed, as PEM. */
  readonly key: string;
}

/** Both as PEM. */
export interface OwnKey {
  readonly key: string;
  readonly certificate: string;
}

/** Where the provider says what; null for the NameID. */
export interface SamlAttributes {
  readonly id: string | null;
  readonly userName: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Null where roles are given here. */
  readonly groups: string | null;
}

/** The same as the settings give it, one by one, and what it leans on. */
export interface GivenSaml {
  readonly publicUrl: string | null;
  readonly samlIssuer: string | null;
  readonly samlSignInUrl: string | null;
  readonly samlSignInPostUrl: string | null;
  readonly samlSignOutUrl: string | null;
  readonly samlSignOutPostUrl: string | null;
  readonly samlCertificate: string | null;
  readonly samlCertificateFile: string | null;
  readonly samlKey: string | null;
  readonly samlEntityId: string | null;
  readonly samlLabel: string;
  readonly samlNameIdFormat: string | null;
  readonly samlIdAttribute: string | null;
  readonly samlUserNameAttribute: string | null;
  readonly samlFirstNameAttribute: string;
  readonly samlLastNameAttribute: string;
  readonly samlEmailAttribute: string;
  readonly samlGroupsAttribute: string | null;
  readonly samlRoles: GivenRoles | null;
  readonly samlDefaultRoles: readonly string[];
  readonly samlSyncsRoles: boolean;
  readonly samlCreatesUsers: boolean;
  readonly samlTrustsUserNames: boolean;
}

type Wrong = { readonly wrong: string };

/** Null where no provider is named; else the settings, or what is wrong with them. */
export function readSamlSettings(given: GivenSaml): SamlSettings | Wrong | null {
  const { samlIssuer: issuer } = given;
  if (!issuer) return null;
  const origin = given.publicUrl && URL.canParse(given.publicUrl) ? new URL(given.publicUrl).origin : null;
  // For whom an assertion is must not be what a request says of itself.
  if (!origin) return { wrong: 'POWERSET_SAML_ISSUER (--saml-issuer) needs POWERSET_PUBLIC_URL (--public-url).' };
  const signIn = readAddress('POWERSET_SAML_SIGN_IN', { redirect: given.samlSignInUrl, post: given.samlSignInPostUrl });
  if (!signIn)
    return {
      wrong:
        'POWERSET_SAML_SIGN_IN_URL (--saml-sign-in-url) or POWERSET_SAML_SIGN_IN_POST_URL (--saml-sign-in-post-url) must be the provider’s address for signing in.',
    };
  if ('wrong' in signIn) return signIn;
  const certificates = readCertificates(given);
  if ('wrong' in certificates) return certificates;
  const own = readOwnKey(given.samlKey);
  if (own && 'wrong' in own) return own;
  const signOut = readSignOut(given, own, origin);
  if (signOut && 'wrong' in signOut) return signOut;
  return {
    ...{ issuer, signIn, certificates, own, signOut },
    entityId: given.samlEntityId || `${origin}/saml/metadata/`,
    consumerUrl: `${origin}/saml/acs/`,
    label: given.samlLabel,
    nameIdFormat: given.samlNameIdFormat || null,
    attributes: {
      ...{ id: given.samlIdAttribute || null, userName: given.samlUserNameAttribute || null },
      ...{ firstName: given.samlFirstNameAttribute, lastName: given.samlLastNameAttribute },
      ...{ email: given.samlEmailAttribute, groups: given.samlGroupsAttribute || null },
    },
    roleNames: toRoleNames(given.samlRoles),
    defaultRoles: given.samlDefaultRoles,
    syncsRoles: given.samlSyncsRoles,
    createsUsers: given.samlCreatesUsers,
    trustsUserNames: given.samlTrustsUserNames,
  };
}

type Bindings = Readonly<Record<ProviderAddress['binding'], string | null>>;

/** A page that posts shows for a moment, so the other way is taken where both are known. */
function readAddress(name: string, { redirect, post }: Bindings): ProviderAddress | Wrong | null {
  const option = `--${name.replace('POWERSET_', '').replaceAll('_', '-').toLowerCase()}`;
  const given = [
    { url: redirect, binding: 'redirect', called: `${name}_URL (${option}-url)`, way: 'HTTP-Redirect' },
    { url: post, binding: 'post', called: `${name}_POST_URL (${option}-post-url)`, way: 'HTTP-POST' },
  ] as const;
  const known = given.flatMap(({ url, ...rest }) => (url ? [{ url, ...rest }] : []));
  const wrong = known.find(({ url }) => !isProviderAddress(url, 'with a query'));
  if (wrong)
    return {
      wrong: `${wrong.called} must be the provider’s address for ${wrong.way}, like https://login.example.com/saml; only one on this machine may begin with http.`,
    };
  const [first] = known;
  return first ? { url: first.url, binding: first.binding } : null;
}

function readSignOut(given: GivenSaml, own: OwnKey | null, origin: string): SamlSignOut | Wrong | null {
  const { samlSignOutUrl: redirect, samlSignOutPostUrl: post } = given;
  const address = readAddress('POWERSET_SAML_SIGN_OUT', { redirect, post });
  if (!address || 'wrong' in address) return address;
  // Whoever could write such messages unsigned could sign anybody out.
  if (!own)
    return {
      wrong:
        'Signing out at the provider (POWERSET_SAML_SIGN_OUT_URL, --saml-sign-out-url) needs POWERSET_SAML_KEY (--saml-key): such messages are signed.',
    };
  return { ...address, serviceUrl: `${origin}/saml/sls/`, backChannelUrl: `${origin}/saml/sls/soap/`, key: own.key };
}

function readCertificates({ samlCertificate, samlCertificateFile }: GivenSaml): readonly string[] | Wrong {
  if (!samlCertificate === !samlCertificateFile)
    return {
      wrong:
        'Either POWERSET_SAML_CERTIFICATE (--saml-certificate) or POWERSET_SAML_CERTIFICATE_FILE (--saml-certificate-file) must hold what the provider signs with.',
    };
  const name = samlCertificateFile
    ? 'POWERSET_SAML_CERTIFICATE_FILE (--saml-certificate-file)'
    : 'POWERSET_SAML_CERTIFICATE (--saml-certificate)';
  try {
    const text = samlCertificateFile ? readFileSync(samlCertificateFile, 'utf8') : String(samlCertificate);
    const found = toPems(text);
    for (const pem of found) checkKey(new X509Certificate(pem));
    if (found.length > 0) return found;
  } catch (error) {
    return { wrong: `${name} cannot be read: ${(error as Error).message}` };
  }
  return { wrong: `${name} holds no certificate.` };
}

/** The key and its certificate stand in one text. */
function readOwnKey(text: string | null): OwnKey | Wrong | null {
  if (!text) return null;
  const name = 'POWERSET_SAML_KEY (--saml-key)';
  const [key] = text.match(/-----BEGIN (?:RSA )?PRIVATE KEY-----[\s\S]+?-----END (?:RSA )?PRIVATE KEY-----/) ?? [];
  const [certificate] = toPems(text);
  if (!key || !certificate) return { wrong: `${name} must hold a private key and its certificate, both as PEM.` };
  try {
    const known = new X509Certificate(certificate);
    checkKey(known);
    if (known.checkPrivateKey(createPrivateKey(key))) return { key, certificate };
  } catch (error) {
    return { wrong: `${name} cannot be read: ${(error as Error).message}` };
  }
  return { wrong: `${name} holds a certificate of another key.` };
}

function toPems(text: string): readonly string[] {
  const pems = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (pems) return pems;
  // As it stands in the provider's metadata.
  const plain = text.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/=]{100,}$/.test(plain)) return [];
  return [`-----BEGIN CERTIFICATE-----\n${plain.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----`];
}

function checkKey({ publicKey }: X509Certificate): void {
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (publicKey.asymmetricKeyType !== 'rsa' || bits < 2048)
    throw new Error('it must be of an RSA key of 2048 bits or more.');
}
