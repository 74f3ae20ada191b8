import { createHmac, sign, timingSafeEqual } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { createToken, type Secrets } from '../../../../access/index.ts';
import type { ProviderAddress, SamlSettings, SamlSignOut } from '../../../../config.ts';

export interface RequestDeps {
  readonly secrets: Pick<Secrets, 'browserKey'>;
  readonly now: () => Date;
}

/** As long as the browser keeps what it was given. */
export const requestMs = 600_000;

/** The ID of a request: known as ours, and how old it is, without being kept anywhere. */
export function newRequestId({ secrets, now }: RequestDeps): string {
  const said = `_${createToken()}.${now().getTime().toString(36)}`;
  return `${said}.${seal(secrets, said)}`;
}

/** Whether a request of a moment ago is answered. */
export function isOwnRequest({ secrets, now }: RequestDeps, id: string): boolean {
  const [, said = '', time = '', mac = ''] = /^(_[\w-]{20,100}\.([0-9a-z]{1,12}))\.([\w-]{43})$/.exec(id) ?? [];
  if (said === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(seal(secrets, said)))) return false;
  const age = now().getTime() - Number.parseInt(time, 36);
  return age >= 0 && age < requestMs;
}

function seal({ browserKey }: RequestDeps['secrets'], said: string): string {
  return createHmac('sha256', browserKey).update(`SAML request ${said}`).digest('base64url');
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const soap = 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP';
export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** With what the browser is sent to the provider. */
export function signInRequest({ signIn, ...settings }: SamlSettings, id: string, now: Date): Sent {
  const format = settings.nameIdFormat === null ? '' : ` Format="${escapeXml(settings.nameIdFormat)}"`;
  const request = [
    `<samlp:AuthnRequest xmlns:samlp="${protocol}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0"`,
    ` IssueInstant="${now.toISOString()}" Destination="${escapeXml(signIn.url)}" ProtocolBinding="${post}"`,
    ` AssertionConsumerServiceURL="${escapeXml(settings.consumerUrl)}">`,
    `<saml:Issuer>${escapeXml(settings.entityId)}</saml:Issuer>`,
    `<samlp:NameIDPolicy${format} AllowCreate="true"/></samlp:AuthnRequest>`,
  ].join('');
  return { to: signIn, kind: 'SAMLRequest', xml: request, key: settings.own?.key ?? null };
}

/** A message of ours that a browser brings to the provider. */
export interface Sent {
  readonly to: ProviderAddress;
  readonly kind: 'SAMLRequest' | 'SAMLResponse';
  readonly xml: string;
  /** Null signs nothing. */
  readonly key: string | null;
  readonly relayState?: string | null;
}

/** The address with a message in its query. */
export function signedAddress({ to, kind, xml, key, relayState = null }: Sent): string {
  const state = relayState === null ? '' : `&RelayState=${encodeURIComponent(relayState)}`;
  const asked = `${kind}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}${state}`;
  return `${to.url}${to.url.includes('?') ? '&' : '?'}${key === null ? asked : signed(asked, key)}`;
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** As the binding has it: what is signed are the parameters as they travel. */
function signed(asked: string, key: string): string {
  const text = `${asked}&SigAlg=${encodeURIComponent(rsaSha256)}`;
  const signature = sign('sha256', Buffer.from(text), key).toString('base64');
  return `${text}&Signature=${encodeURIComponent(signature)}`;
}

/** What the provider must know of us. */
export function metadataOf({ entityId, consumerUrl, nameIdFormat, own, signOut }: SamlSettings): string {
  const format = nameIdFormat === null ? '' : `<NameIDFormat>${escapeXml(nameIdFormat)}</NameIDFormat>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(entityId)}">`,
    `<SPSSODescriptor AuthnRequestsSigned="${own !== null}" WantAssertionsSigned="true" protocolSupportEnumeration="${protocol}">`,
    ...(own ? ['signing', 'encryption'].map((use) => keyOf(use, own.certificate)) : []),
    ...(signOut ? serviceOf(signOut) : []),
    `${format}<AssertionConsumerService Binding="${post}" Location="${escapeXml(consumerUrl)}" index="0" isDefault="true"/>`,
    '</SPSSODescriptor></EntityDescriptor>',
  ].join('');
}

/** In the order in which a provider that takes several would best take them. */
function serviceOf({ serviceUrl, backChannelUrl }: SamlSignOut): readonly string[] {
  const at = (binding: string, url: string) =>
    `<SingleLogoutService Binding="${binding}" Location="${escapeXml(url)}"/>`;
  return [at(redirect, serviceUrl), at(post, serviceUrl), at(soap, backChannelUrl)];
}

function keyOf(use: string, certificate: string): string {
  const plain = certificate.replace(/-----[^-]+-----|\s/g, '');
  return `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${plain}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
}
