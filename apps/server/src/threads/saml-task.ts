import { createPrivateKey } from 'node:crypto';
import { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js';
import { decryptAnswer, hasEncryptedAssertion, openName } from './saml-decryption.ts';
import { findUnsound } from './saml-text.ts';
import { TaskError } from './task-error.ts';

/** What a SAML provider's page sent. */
export interface SamlTask {
  readonly kind: 'saml';
  /** Base64, as it came. */
  readonly answer: string;
  /** Any of which may have signed. */
  readonly certificates: readonly string[];
  /** Ours, for assertions that are encrypted; null where none are. */
  readonly ownKey: string | null;
}

/** An assertion whose signature is right; whether it is for us, of now and taken once is still to be seen. */
export interface SamlAssertion {
  readonly id: string;
  readonly version: string;
  readonly issuer: string;
  readonly nameId: SamlNameId | null;
  readonly confirmations: readonly SamlConfirmation[];
  readonly conditions: readonly (Span & { readonly audiences: readonly (readonly string[])[] })[];
  /** When each statement of a sign-in says that its session ends. */
  readonly signIns: readonly (string | null)[];
  /** What the provider calls the sessions of those statements. */
  readonly sessionIndexes: readonly (string | null)[];
  readonly attributes: readonly SamlAttribute[];
  /** Of the response around it, which need not be signed. */
  readonly response: { readonly destination: string | null; readonly inResponseTo: string | null };
}

export interface SamlNameId {
  readonly text: string;
  readonly format: string | null;
  readonly nameQualifier: string | null;
  readonly spNameQualifier: string | null;
}

interface Span {
  readonly notBefore: string | null;
  readonly notOnOrAfter: string | null;
}

export interface SamlConfirmation extends Span {
  readonly method: string | null;
  readonly recipient: string | null;
  readonly inResponseTo: string | null;
}

export interface SamlAttribute {
  readonly name: string;
  readonly friendlyName: string | null;
  readonly values: readonly string[];
}

/** Null where the provider says that it let nobody in. */
export type SamlAnswer = SamlAssertion | null;

/** Looks at the signature, and tells what was signed. Throws `TaskError` for whatever is not sound. */
export async function readSamlAnswer({ answer, certificates, ownKey }: SamlTask): Promise<SamlAnswer> {
  const sent = decode(answer);
  const isEncrypted = ownKey !== null && hasEncryptedAssertion(sent);
  const xml = isEncrypted ? decryptAnswer(sent, createPrivateKey(ownKey)) : sent;
  const unsound = findUnsound(xml);
  if (unsound !== null) throw new TaskError(unsound);
  // What was looked at is what is read.
  const { profile, signed } = await check(isEncrypted ? Buffer.from(xml).toString('base64') : answer, certificates);
  if (profile === 'refused') return null;
  const assertion = all(profile, 'Assertion')[0] ?? inside(profile, 'Assertion');
  if (!assertion) throw new TaskError('It holds no assertion that is signed.');
  return { ...toFacts(assertion, xml), ...(await readHiddenName(assertion, signed, ownKey)) };
}

function decode(answer: string): string {
  const bytes = Buffer.from(answer, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TaskError('It is no text.');
  }
}

interface Checked {
  readonly profile: unknown;
  /** The text of the assertion that was signed. */
  readonly signed: string;
}

async function check(answer: string, certificates: readonly string[]): Promise<Checked> {
  const saml = new SAML({
    idpCert: [...certificates],
    // The assertion itself must be signed; times, audience and the request are looked at by who knows them.
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: false },
    ...{ acceptedClockSkewMs: -1, audience: false, validateInResponseTo: ValidateInResponseTo.never },
    ...{ issuer: 'unused', callbackUrl: 'https://unused.invalid/' },
  });
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
    return { profile: profile?.getAssertion?.(), signed: profile?.getAssertionXml?.() ?? '' };
  } catch (error) {
    if (error instanceof SamlStatusError) return { profile: 'refused', signed: '' };
    throw new TaskError((error as Error).message.slice(0, 300));
  }
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function inside(value: unknown, name: string): Node | undefined {
  const found = isNode(value) ? value[name] : undefined;
  return isNode(found) ? found : undefined;
}

function all(value: unknown, name: string): readonly Node[] {
  const found = isNode(value) ? value[name] : undefined;
  return Array.isArray(found) ? found.filter(isNode) : [];
}

function attribute(node: Node, name: string): string | null {
  const found = inside(node, '$')?.[name];
  return typeof found === 'string' ? found : null;
}

const textOf = ({ _: text }: Node): string => (typeof text === 'string' ? text.trim() : '');

const spanOf = (node: Node) => ({
  notBefore: attribute(node, 'NotBefore'),
  notOnOrAfter: attribute(node, 'NotOnOrAfter'),
});

const toNameId = (node: Node): SamlNameId => ({
  text: textOf(node),
  format: attribute(node, 'Format'),
  nameQualifier: attribute(node, 'NameQualifier'),
  spNameQualifier: attribute(node, 'SPNameQualifier'),
});

function toFacts(assertion: Node, xml: string): SamlAssertion {
  const [subject] = all(assertion, 'Subject');
  const [nameId] = all(subject, 'NameID');
  return {
    id: attribute(assertion, 'ID') ?? '',
    version: attribute(assertion, 'Version') ?? '',
    issuer: all(assertion, 'Issuer').map(textOf).join(' '),
    nameId: nameId ? toNameId(nameId) : null,
    confirmations: all(subject, 'SubjectConfirmation').map((confirmation) => {
      const [data = {}] = all(confirmation, 'SubjectConfirmationData');
      const said = { recipient: attribute(data, 'Recipient'), inResponseTo: attribute(data, 'InResponseTo') };
      return { method: attribute(confirmation, 'Method'), ...said, ...spanOf(data) };
    }),
    conditions: all(assertion, 'Conditions').map((conditions) => ({
      ...spanOf(conditions),
      audiences: all(conditions, 'AudienceRestriction').map((one) => all(one, 'Audience').map(textOf)),
    })),
    signIns: all(assertion, 'AuthnStatement').map((statement) => attribute(statement, 'SessionNotOnOrAfter')),
    sessionIndexes: all(assertion, 'AuthnStatement').map((statement) => attribute(statement, 'SessionIndex')),
    attributes: all(assertion, 'AttributeStatement')
      .flatMap((statement) => all(statement, 'Attribute'))
      .map((one) => ({
        name: attribute(one, 'Name') ?? '',
        friendlyName: attribute(one, 'FriendlyName'),
        values: all(one, 'AttributeValue').map(textOf),
      })),
    response: { destination: ofResponse(xml, 'Destination'), inResponseTo: ofResponse(xml, 'InResponseTo') },
  };
}

/** Who it is, where the provider encrypts names: read of the text that was signed. */
async function readHiddenName(
  assertion: Node,
  signed: string,
  ownKey: string | null,
): Promise<Pick<SamlAssertion, 'nameId'> | null> {
  const [subject, ...others] = all(assertion, 'Subject');
  if (!subject || all(subject, 'EncryptedID').length === 0) return null;
  if (ownKey === null) throw new TaskError('Its name is encrypted.');
  if (others.length > 0 || all(subject, 'NameID').length > 0) throw new TaskError('It names several people.');
  const opened = await parseXml2JsFromString(openName(signed, createPrivateKey(ownKey)));
  const [now] = all(inside(opened, 'Assertion'), 'Subject');
  const [name] = all(now, 'NameID');
  if (!name) throw new TaskError('What is encrypted in it is no name of its subject.');
  return { nameId: toNameId(name) };
}

/** An attribute of the outermost element, which is the only response. */
function ofResponse(xml: string, name: string): string | null {
  const [tag = ''] = /<(?:[^\s<>/:]+:)?Response\s[^<>]*>/.exec(xml) ?? [];
  const [, value] = new RegExp(`\\s${name}\\s*=\\s*["']([^"'<>&]*)["']`).exec(tag) ?? [];
  return value ?? null;
}
