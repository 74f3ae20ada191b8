import { constants, createCipheriv, publicEncrypt, randomBytes, sign as signBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { readBrought, readSent } from './saml-messages.ts';

/** Keys of tests, and the certificate of the first: they open nothing. */
const ownKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCcV8ho2cM7Ro+F
AHq4gwpW+De/pJU7cXs8lwPcw0Z9eYbQKe1Tn6NRqioFFC3Y/0rscgBekXdYOUOV
QEO93Kdzpccu0mdPsuhPg+pKVmHdtNSQi/kyVXXuWW/CovGJrsRoZ9ueQ/nxS/bX
BWdRdaNFG2Haci3xKkc2sDwB/5Bug9BJ5BN7GrjRy60y+sOWaoMKZr99bMKQ7fes
Tfk7dkkPtTMJEvNUQzsuF8L0MjO+btYPXRrPSVV6jd4JNURHmYbbxczeFeWOoCrC
ZMAta4FiQ1OIzU7mnEYhgVnBSJsMyFDLr8M5PXdiUTyAHbMIN9PxIFyhYr5eP0sP
ujI3fhFzAgMBAAECggEABjM5AGd6ZZRjxquBMmYH9/D6DQCS5nuWno2CmrOnzPwP
y5uODN3s1SVBa1gkhVGCgCP5PcbZC8ehlX6p8RKaFW0CnCm97Rw0OEsL9Iy+btNo
Bp92b3eSKLSlSPu7RnGG2nkb7YfWlqojjN1q/oECy4/NbqNOjRzXHCUbDB09dhR2
QjCiYuv/ct1IbZIkkTT+z0QZWsIspwHVVcuJdK+H4L9T4C/ya4QlepJwxQGFSmbM
V428QkBTo4MUkiMWcpQmvH68DQTpAHMlNjob7fJq3d9YOePSoNMWgeJ8R1x9308M
roKT5KUUvqwvCikBYPcuYlri5FnDIBP1y08N7YcZsQKBgQDPp+88FZwcZGpdiN8V
BONQGJEZD7Gz41HFbFkgdwS8rgZ9tvqL1GH9XRoMfpHwJxqt2V/XTreSJjDG7plr
PpX1B2BO3uS+qDVY0pXgetnMBhyuj63To6MiRS6ZC17YSc9Ux3IwfeC/NASwC4Ux
8iKFny6GbjMc7UQ6zAQ3J1QhmwKBgQDAvaUydCIVZeuskFfzMCfAXTU7X7ERhEqB
rU2rI+QMNNhP6f+4OTMxiBwEVBuOXB8wjHbUl9sn6dCfNW8rgxgf/8nPL0N4hUhH
tJQN42QF52iH5IgipZldrrf+fB3YDqC62nOC2f+AKLEL4Txz4+RROOYwgCXuSWAi
8/D1ZC5ZCQKBgH3Z0pUAp89RUGGFvWX4w2dcrDubFmDmqT1UcCPL3jQX6Fkyl2A9
hHHQhiQCZaI9oN6yOnK8A2dw++jk3Fhx4uJQ6R6D2fBu8330it80tWEAZ0uoSnpU
117CvP4GNSIygZRpGBypfZeECD9FjCD8Fc4T7leM3C9w4QQdd4SRslx3AoGAXYiq
7n0lPTUk1a2GwOGRqOyStKmPiGymq5+qnW7hcHsErmNkUcaQbW0cC421gbR6/lhs
Imc/V3NEZr7LoFYSExVSnlTVbVtg5EthvgunsqXGOIxS9F1gu/HaIImjAgK3RXZV
sB6Su2MD6Dv51lO1rSTrsIW/4o+BM/Ul7jAbveECgYEAzzGLgGKVyQAfpKKMOX8W
2JbGSznCjx/DlcmL9k7oAWp1oaaGpfeuFlrqr4B87F+Gp88avanGQBR0XMMLRmVO
zrRHLXYDLRln1hV4V41tA9KX/Lhb0r9b1HH9pCBF28fEWWDsVyq3PnV06x82IBc3
f4vZ0O45MDwTkOlqfWWbMLQ=
-----END PRIVATE KEY-----`;
/** A server's own key with its certificate, as `POWERSET_SAML_KEY` takes them. */
export const samlOwnKey = () => `${ownKey}\n${samlCertificate}`;
export const samlCertificate = `-----BEGIN CERTIFICATE-----
MIIDFzCCAf+gAwIBAgIUN08X7YJxrrR2QACVhRPQUYSYgZMwDQYJKoZIhvcNAQEL
BQAwGjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTEyOTE1MDAwNFoY
DzIxMjYxMTA1MTUwMDA0WjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wggEi
MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCcV8ho2cM7Ro+FAHq4gwpW+De/
pJU7cXs8lwPcw0Z9eYbQKe1Tn6NRqioFFC3Y/0rscgBekXdYOUOVQEO93Kdzpccu
0mdPsuhPg+pKVmHdtNSQi/kyVXXuWW/CovGJrsRoZ9ueQ/nxS/bXBWdRdaNFG2Ha
ci3xKkc2sDwB/5Bug9BJ5BN7GrjRy60y+sOWaoMKZr99bMKQ7fesTfk7dkkPtTMJ
EvNUQzsuF8L0MjO+btYPXRrPSVV6jd4JNURHmYbbxczeFeWOoCrCZMAta4FiQ1OI
zU7mnEYhgVnBSJsMyFDLr8M5PXdiUTyAHbMIN9PxIFyhYr5eP0sPujI3fhFzAgMB
AAGjUzBRMB0GA1UdDgQWBBSU/oifvTAG3vWtdSe54k1RFNUZQjAfBgNVHSMEGDAW
gBSU/oifvTAG3vWtdSe54k1RFNUZQjAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4IBAQBEyJR4eglHAQtD+b9/NAX9KWLZQWU1hl4mlEoHDgyoN4KDonYB
6pHbSkFeq7BLvh4O1jH0+1fbAc91AQl78PbHNGiZcW3wskByviZJK942Mriz67W/
jCjMNEzElpy0U1/yUtghiU0I1QxvkBTo0nMOGSE2PRqWpjz+Q5GCm01bovkDcSPF
SjZ+CTA1nUWlvmoSP/92ezHrY/833S3OuFPGzNOEbZvZT+j1MhluacuKrmk+V1yr
SjDZ5xmUK24qK2eky+Tv1XOrQKAfl3ia1Yj6H55TDkCjG2RmXfNS8WUqaqRuLfVk
9CcB90NMZGh3QgQMu27X3DlJYjex9HjcM1Lu
-----END CERTIFICATE-----`;
export const strangersKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDaaSe1Re3NNrmN
rUSFb+K6kGbLOJQpO2AGkaiR+XqYZw12Ab4BDGgc1630nKrLVPIZCkODrRlqtRdp
61NUxIdjfZCJu6J5Va4q8uvxRfsqjDAGHAPScflqYPC6G28B96k71AE2t6dxKbMa
5fm5ymScSyLd4qSpE1A/7umptzbujfESAgmnzTsTHMIONowMNkUHP10ck48GVJ8E
YvFHC078CdCysThKIHzMkCGiFQE5zBKG/fpvKsFfQfHsjO7foIdMBMH8mIdk/xjJ
aNLc4X89ZLlADCuBL7/Fvm1UX0+dof5jrkaftXRqPhsQxHZhOsLJWXc5WtqigBWu
4ZlB4XaBAgMBAAECggEAB3OnAyxLnMDNO+Q5fkP+/FaI604W4AFCmXbGxZQ5dpGt
h+UvUmHV+4XwTXQ6740KZYhQHWH+iAF9twNsaGv8IozaLZjVRkaCFr0LB8RXeXAn
A05ZYwi4dcSw8eiVtP96KqxlDjTd5aKCldxa1Nfu7tYxbliZPZuHFWdVWZECssjc
z39BHzHWeAoGX6KggY2Qfblx66fgRDwNkJJOmlOWJw4MGjxNqGsNEyXH6R1kds1V
AoH/XsncExDIs7e2sM63v/AM2lF/8nSkEcDaoXNKFqop54cqzrwQjbPV74mfFAwE
Ln4pUFGAnSV5ytjnF3eG3Qfdr3oWhymm1kwzldAxAQKBgQD+ASmSJio3NAXIqRY0
fCsUn2Hf/O1yAk4ML0s4FC9Kga1+XpfzolMkDDD/XF6UL5dniMIkFcvUlouHy9tc
p4Dlw3j2GGgcCCr6SIkMome/Q4xdjDXZkdzntRMcud4gysLpcj1Nhkpmd7bqP3hT
kh/wouP7e34x0q8cYHMliG8qKQKBgQDcIGinT9aS/4xk02FbNKwoPm1UPTXsAFNO
ERmmWYkSX1FtUNi1Oy8t6M2cN13b2BUXFxPHmrfmREN+OHXCtBHUECAVz0/CYVdD
yDXTtBLC9TyWILWJlpu9wlA43IBs6lTAZB8FLil1mecGpfDHoezCDspaYsDzxi21
/fDBWNekmQKBgHZ3SFI3ppzUkJYD9q1H9DfMFjQHnR79YDVioWxoTZ4sWSSFLc2d
ubUoUnnnNN1cTPsm15VI7SYbiLwvIgJWxVFkF7h/rZ7VWGYfCnxwCn80G/VNfZgZ
5bPTyjQtpCIbL0j91QWhSnX8A73BGHexwV/UOQyDjlnib3WGrm2k8mPxAoGAbuQo
tHik2OLB4B0Yg3DSdWeVfgVj/6LeVIqKyGF8ivPXumEq+ol5KACKa/L8Zn7BiSNI
BJrtn6Ot+I0Kze4WuSTydOo9/Oc6pdvbOe4SMYKHZf3OViS4Cm00KqDyVWvrDAyk
D+EEY8kHODMqS/dHpS78Q3JST7v7VR47RbuyzqkCgYEAtFdK9Ru27HvgwzfZ+LKj
vcPM+3wiyn5aff0Yf1aUe4ojXYKVc00kqhE5FRb9opIIxNDOvG7FddJono0eBSZ1
MpCZBJPFXasjoW7BUk9uoo2V7hfsQIZpdHqOxqg6pM1LyjmfDESYAVrWEs4gwb+a
TsIzV1gAmEgnW3IxZ9uweh4=
-----END PRIVATE KEY-----`;

/** What the provider's page says, and what is wrong with it where a test wants that. */
export interface SamlAnswerParts {
  readonly requestId: string;
  readonly consumerUrl: string;
  readonly audience: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly recipient: string;
  readonly method: string;
  readonly confirmedRequestId: string | null;
  readonly assertionId: string;
  readonly now: Date;
  /** Seconds for which it holds. */
  readonly seconds: number;
  readonly hasSignIn: boolean;
  readonly sessionIndex?: string;
  readonly status: string;
  readonly key: string;
  readonly signatureAlgorithm: string;
  readonly digestAlgorithm: string;
  /** What is signed. */
  readonly signed: 'assertion' | 'response' | 'both' | 'nothing';
  /** How the signed assertion is encrypted for the holder of the first key; undefined leaves it as it is. */
  readonly encryption?: SamlEncryption;
  /** Changes the document before it is signed. */
  readonly before?: (xml: string) => string;
  /** Changes the document after it was signed, and before it is encrypted. */
  readonly after: (xml: string) => string;
}

export interface SamlEncryption {
  readonly cipher: 'aes128-gcm' | 'aes256-gcm' | 'aes256-cbc' | 'tripledes-cbc';
  readonly wrapping?: string;
  /** Changes the answer after it was encrypted. */
  readonly after?: (xml: string) => string;
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** An answer as the provider's page sends it, in Base64. */
export function makeSamlAnswer(parts: SamlAnswerParts): string {
  const assertion = parts.status === success ? assertionOf(parts) : '';
  const time = parts.now.toISOString();
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${parts.assertionId}" Version="2.0" IssueInstant="${time}" Destination="${parts.consumerUrl}" InResponseTo="${parts.requestId}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${parts.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${parts.status}"/></samlp:Status>${assertion}</samlp:Response>`;
  let xml = parts.before?.(response) ?? response;
  if (assertion === '') return Buffer.from(parts.after(xml)).toString('base64');
  if (parts.signed === 'assertion' || parts.signed === 'both') xml = sign(xml, 'Assertion', parts);
  if (parts.signed === 'response' || parts.signed === 'both') xml = sign(xml, 'Response', parts);
  return Buffer.from(encrypted(parts.after(xml), parts.encryption)).toString('base64');
}

function seal(text: string, { key, iv, isGcm }: { key: Buffer; iv: Buffer; isGcm: boolean }): Buffer {
  if (!isGcm) {
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  }
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function encrypted(xml: string, encryption: SamlEncryption | undefined): string {
  if (!encryption) return xml;
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
  const { after = (text) => text } = encryption;
  return after(xml.replace(assertion, () => hide(assertion, 'EncryptedAssertion', encryption)));
}

/** Encrypts names of people in a document, for the holder of the first key. */
export function withHiddenNames(xml: string, encryption: SamlEncryption = { cipher: 'aes256-gcm' }): string {
  return xml.replace(/<saml:NameID[^<]*<\/saml:NameID>/g, (name) => hide(name, 'EncryptedID', encryption));
}

function hide(text: string, name: 'EncryptedAssertion' | 'EncryptedID', encryption: SamlEncryption): string {
  const { cipher, wrapping = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p' } = encryption;
  const isGcm = cipher.endsWith('gcm');
  const key = randomBytes(cipher.startsWith('aes128') ? 16 : 32);
  const iv = randomBytes(isGcm ? 12 : 16);
  const bytes = seal(text, { key, iv, isGcm });
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: samlCertificate, padding, oaepHash: 'sha1' }, key).toString('base64');
  const family = isGcm ? 'http://www.w3.org/2009/xmlenc11#' : 'http://www.w3.org/2001/04/xmlenc#';
  return `<saml:${name} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${family}${cipher}"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${wrapping}"><ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/></xenc:EncryptionMethod><xenc:CipherData><xenc:CipherValue>${wrapped}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:${name}>`;
}

function assertionOf(parts: SamlAnswerParts): string {
  const from = parts.now.toISOString();
  const until = new Date(parts.now.getTime() + parts.seconds * 1000).toISOString();
  const confirmed = parts.confirmedRequestId === null ? '' : ` InResponseTo="${parts.confirmedRequestId}"`;
  const attributes = Object.entries(parts.attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('');
  const signIn = parts.hasSignIn
    ? `<saml:AuthnStatement AuthnInstant="${from}"${parts.sessionIndex === undefined ? '' : ` SessionIndex="${parts.sessionIndex}"`}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
    : '';
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a${parts.assertionId}" Version="2.0" IssueInstant="${from}"><saml:Issuer>${parts.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${parts.nameIdFormat}">${parts.nameId}</saml:NameID><saml:SubjectConfirmation Method="${parts.method}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${parts.recipient}"${confirmed}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${signIn}<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
}

type Signing = Pick<SamlAnswerParts, 'key' | 'signatureAlgorithm' | 'digestAlgorithm'>;

function sign(xml: string, name: string, parts: Signing): string {
  const { key, signatureAlgorithm, digestAlgorithm } = parts;
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  const place = `//*[local-name(.)='${name}']`;
  signed.addReference({
    xpath: place,
    digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signed.computeSignature(xml, {
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
}

/** A message that signs out, and what is wrong with it where a test wants that. */
export interface SamlSignOutParts {
  /** That of the server that gets it. */
  readonly serviceUrl: string;
  readonly id: string;
  readonly issuer: string;
  readonly now: Date;
  readonly nameId: string;
  readonly sessionIndexes: readonly string[];
  /** What a response answers; null makes a request. */
  readonly answers: string | null;
  readonly status: string;
  readonly relayState: string | null;
  readonly key: string | null;
  readonly signatureAlgorithm: string;
  /** Changes the document before it is signed. */
  readonly before: (xml: string) => string;
}

type GivenSignOut = Pick<SamlSignOutParts, 'serviceUrl'> & Partial<SamlSignOutParts>;

const wholeSignOut = (parts: GivenSignOut): SamlSignOutParts => ({
  ...{ id: `_o${randomBytes(8).toString('hex')}`, issuer: 'https://idp.example.com/saml', now: new Date() },
  ...{ nameId: '', sessionIndexes: [], answers: null, status: success, relayState: null, key: ownKey },
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  before: (xml) => xml,
  ...parts,
});

/** The same message with its signature inside, as pages post it and envelopes hold it. */
export function signedSamlSignOut(given: GivenSignOut): string {
  const parts = wholeSignOut(given);
  const { key, signatureAlgorithm } = parts;
  const xml = parts.before(signOutXml(parts));
  if (key === null) return xml;
  const digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha256';
  const [, name = ''] = /^<samlp:(\w+)/.exec(xml) ?? [];
  return sign(xml, name, { key, signatureAlgorithm, digestAlgorithm });
}

/** What a page of the provider posts. */
export function postedSamlSignOut(given: GivenSignOut, after = (xml: string) => xml): URLSearchParams {
  const { answers, relayState } = wholeSignOut(given);
  const text = Buffer.from(after(signedSamlSignOut(given))).toString('base64');
  const form = new URLSearchParams({ [answers === null ? 'SAMLRequest' : 'SAMLResponse']: text });
  if (relayState !== null) form.set('RelayState', relayState);
  return form;
}

/** What the provider sends itself. */
export const samlEnvelope = (message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${message}</S:Body></S:Envelope>`;

function signOutXml(all: SamlSignOutParts): string {
  const { answers } = all;
  const name = answers === null ? 'LogoutRequest' : 'LogoutResponse';
  const indexes = all.sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`).join('');
  const inner =
    answers === null
      ? `<saml:NameID>${all.nameId}</saml:NameID>${indexes}`
      : `<samlp:Status><samlp:StatusCode Value="${all.status}"/></samlp:Status>`;
  return `<samlp:${name} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${all.id}" Version="2.0" IssueInstant="${all.now.toISOString()}" Destination="${all.serviceUrl}"${answers === null ? '' : ` InResponseTo="${answers}"`}><saml:Issuer>${all.issuer}</saml:Issuer>${inner}</samlp:${name}>`;
}

/** The address to which a browser is sent with it. */
export function makeSamlSignOut(parts: GivenSignOut): string {
  const all = wholeSignOut(parts);
  const { answers, relayState, signatureAlgorithm } = all;
  const xml = signOutXml(all);
  const said = [
    `SAML${answers === null ? 'Request' : 'Response'}=${encodeURIComponent(deflateRawSync(all.before(xml)).toString('base64'))}`,
    ...(relayState === null ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
  ].join('&');
  if (all.key === null) return `${all.serviceUrl}?${said}`;
  const text = `${said}&SigAlg=${encodeURIComponent(signatureAlgorithm)}`;
  const hash = signatureAlgorithm.endsWith('sha1') ? 'sha1' : signatureAlgorithm.slice(-6);
  const signature = signBytes(hash, Buffer.from(text), all.key).toString('base64');
  return `${all.serviceUrl}?${text}&Signature=${encodeURIComponent(signature)}`;
}

/** A SAML provider on this machine, where whoever was named last is signed in without a question. */
export interface SamlProvider {
  readonly issuer: string;
  readonly signInUrl: string;
  readonly signOutUrl: string;
  /** Whoever comes from now on is this person; null turns everybody away. */
  readonly signIn: (nameId: string | null, attributes?: SamlAnswerParts['attributes']) => void;
  /** What the page would send in answer to a request with which a browser was sent there, by an address or a page. */
  readonly answerTo: (sent: string, change?: Partial<SamlAnswerParts>) => string;
  readonly stop: () => Promise<void>;
}

export async function startSamlProvider(): Promise<SamlProvider> {
  const issuer = 'https://idp.example.com/saml';
  let person: Pick<SamlAnswerParts, 'nameId' | 'attributes'> | null = null;
  let count = 0;
  const answerRequest = (xml: string, change: Partial<SamlAnswerParts> = {}): string => {
    const { requestId, consumerUrl, audience } = readRequest(xml);
    count += 1;
    return makeSamlAnswer({
      ...{ requestId, consumerUrl, audience, issuer, nameId: '', attributes: {} },
      ...{ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', recipient: consumerUrl },
      ...{
        method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
        confirmedRequestId: requestId,
        assertionId: `${Date.now()}${count}`,
      },
      ...{
        now: new Date(),
        seconds: 300,
        hasSignIn: true,
        key: ownKey,
        signed: 'assertion',
        after: (xml: string) => xml,
      },
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      status: person ? success : 'urn:oasis:names:tc:SAML:2.0:status:Responder',
      ...person,
      ...change,
    });
  };
  const server = createServer(async (request, response) => {
    const [, service] = /^\/(sso|slo)(\?|$)/.exec(request.url ?? '') ?? [];
    if (!service) return void response.writeHead(404).end();
    const xml = await readBrought(request);
    if (service === 'slo') return void answerSignOut(xml, response);
    const { consumerUrl } = readRequest(xml);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Signing in</title><form method="post" action="${consumerUrl}"><input type="hidden" name="SAMLResponse" value="${answerRequest(xml)}"><input type="hidden" name="RelayState" value=""></form><script>document.forms[0].submit()</script>`,
    );
  });
  await listen(server);
  // A server that listens on TCP has one.
  const { port } = server.address() as AddressInfo;
  return {
    issuer,
    // Another site than the server’s 127.0.0.1, as a provider is.
    signInUrl: `http://localhost:${port}/sso`,
    signOutUrl: `http://localhost:${port}/slo`,
    signIn: (nameId, attributes = {}) => {
      person = nameId === null ? null : { nameId, attributes };
    },
    answerTo: (sent, change) => answerRequest(readSent(sent), change),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Signs out whoever comes with a request, and says so; whoever comes with an answer is at the end of the way. */
function answerSignOut(xml: string, response: ServerResponse): void {
  const [, id] = / ID="([^"]*)"/.exec(xml) ?? [];
  const [, entityId = ''] = /<saml:Issuer>([^<]*)</.exec(xml) ?? [];
  if (!xml.includes('LogoutRequest') || id === undefined) {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Signed out</title><p>Signed out everywhere.</p>');
    return;
  }
  const serviceUrl = entityId.replace('/metadata/', '/sls/');
  response.writeHead(302, { location: makeSamlSignOut({ serviceUrl, answers: id }) }).end();
}

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, resolve));

function readRequest(xml: string) {
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    requestId: find(/ ID="([^"]*)"/),
    consumerUrl: find(/AssertionConsumerServiceURL="([^"]*)"/),
    audience: find(/<saml:Issuer>([^<]*)</),
  };
}
