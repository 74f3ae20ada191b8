import { verify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { SamlSettings } from '../../../../config.ts';
import type { TextWork } from '../../../../threads/index.ts';
import { type Element, readElements } from './elements.ts';
import { escapeXml, isOwnRequest, protocol, type RequestDeps, requestMs, type Sent } from './requests.ts';

/** Under what name the provider knows whoever signed in; said again when he signs out. */
export interface NameAtProvider {
  readonly text: string;
  readonly format: string | null;
  readonly nameQualifier: string | null;
  readonly spNameQualifier: string | null;
}

/** The provider ends sessions, or says that it did. */
export type SignOutMessage = SignOutRequest | { readonly kind: 'response'; readonly isDone: boolean };

export interface SignOutRequest {
  readonly kind: 'request';
  readonly id: string;
  readonly name: string;
  /** None ends all sessions of the person. */
  readonly sessionIndexes: readonly string[];
  readonly relayState: string | null;
}

const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};
const skewMs = 60_000;
/** What an address can hold comes to no more. */
const mostBytes = 32 * 1024;
const mostRelayState = 1000;
const mostId = 300;

export interface SignOutDeps extends RequestDeps {
  readonly textWork: Pick<TextWork, 'readSamlMessage'>;
}

/** Throws for whatever is not of the provider, for us and of now; so do the two below. */
export interface Reading {
  readonly settings: SamlSettings;
  readonly deps: SignOutDeps;
  readonly signal: AbortSignal;
}

/** What came with the query of an address, as it stood there. */
export async function readSignOut({ settings, deps, signal }: Reading, query: string): Promise<SignOutMessage> {
  const sent = readSigned(query, settings.certificates);
  const text = inflateRawSync(sent.bytes, { maxOutputLength: mostBytes }).toString('utf8');
  const ownKey = settings.signOut?.key ?? '';
  const isHidden = text.includes('EncryptedID');
  const task = { text, certificates: null, isInEnvelope: false, ownKey };
  const opened = isHidden ? await deps.textWork.readSamlMessage(task, signal) : text;
  return toMessageOf(
    { settings, deps },
    { ...sent, root: readElements(opened), address: settings.signOut?.serviceUrl },
  );
}

/** What a page of the provider posted. */
export interface Posted {
  readonly SAMLRequest?: string | undefined;
  readonly SAMLResponse?: string | undefined;
  readonly RelayState?: string | undefined;
}

export async function readPostedSignOut({ settings, deps, signal }: Reading, posted: Posted): Promise<SignOutMessage> {
  const { SAMLRequest: request, SAMLResponse: response, RelayState: relayState = null } = posted;
  const sent = request ?? response;
  if (sent === undefined || (request !== undefined && response !== undefined))
    throw new Error('It is neither a request nor a response.');
  if ((relayState?.length ?? 0) > mostRelayState) throw new Error('What it wants to have back is too long.');
  const text = Buffer.from(sent, 'base64').toString('utf8');
  const root = await readInside({ settings, deps, signal }, { text, isInEnvelope: false });
  const address = settings.signOut?.serviceUrl;
  return toMessageOf({ settings, deps }, { root, relayState, address, isRequest: request !== undefined });
}

/** What the provider itself sent, past all browsers: a request in an envelope. */
export async function readSignOutEnvelope(reading: Reading, text: string): Promise<SignOutRequest> {
  const { settings } = reading;
  const root = await readInside(reading, { text, isInEnvelope: true });
  const sent = { root, relayState: null, address: settings.signOut?.backChannelUrl, isRequest: true } as const;
  const message = toMessageOf(reading, sent);
  if (message.kind !== 'request') throw new Error('It is no message that signs out.');
  return message;
}

async function readInside(
  { settings, deps, signal }: Reading,
  given: { readonly text: string; readonly isInEnvelope: boolean },
): Promise<Element> {
  const task = { ...given, certificates: settings.certificates, ownKey: settings.signOut?.key ?? '' };
  return readElements(await deps.textWork.readSamlMessage(task, signal));
}

interface Come {
  readonly root: Element;
  readonly isRequest: boolean;
  readonly relayState: string | null;
  /** Of ours, to which it came. */
  readonly address: string | undefined;
}

function toMessageOf(
  { settings, deps }: Pick<Reading, 'settings' | 'deps'>,
  { root, isRequest, relayState, address }: Come,
): SignOutMessage {
  if (root.namespace !== protocol || root.name !== (isRequest ? 'LogoutRequest' : 'LogoutResponse'))
    throw new Error('It is no message that signs out.');
  const { Version: version, Destination: destination } = root.attributes;
  if (version !== '2.0') throw new Error('It is no message of SAML 2.0.');
  if (destination === undefined || destination !== address) throw new Error('It was sent to another address.');
  if (of(root, 'Issuer')[0]?.text.trim() !== settings.issuer) throw new Error('It is of another provider.');
  checkTimes(root, deps.now());
  return isRequest ? toRequest(root, relayState) : toResponse(root, deps);
}

function toRequest(root: Element, relayState: string | null): SignOutRequest {
  const id = root.attributes.ID ?? '';
  const [name, ...more] = of(root, 'NameID');
  if (id === '' || id.length > mostId) throw new Error('It has no ID.');
  if (!name || more.length > 0) throw new Error('It names nobody, or several.');
  const indexes = root.children.filter((child) => child.namespace === protocol && child.name === 'SessionIndex');
  return {
    kind: 'request',
    id,
    relayState,
    name: name.text.trim(),
    sessionIndexes: indexes.map(({ text }) => text.trim()),
  };
}

function toResponse(root: Element, deps: RequestDeps): SignOutMessage {
  if (!isOwnRequest(deps, root.attributes.InResponseTo ?? ''))
    throw new Error('It answers no request of a moment ago.');
  const [status] = root.children.filter((child) => child.namespace === protocol && child.name === 'Status');
  const [code, ...more] = status?.children.filter(({ name }) => name === 'StatusCode') ?? [];
  // One of several that were signed out may have said no: the provider says so below a success.
  return {
    kind: 'response',
    isDone: more.length === 0 && code?.attributes.Value === success && code.children.length === 0,
  };
}

const of = (root: Element, name: string) =>
  root.children.filter((child) => child.namespace === assertionNamespace && child.name === name);

function checkTimes({ attributes }: Element, now: Date): void {
  const [issued, until] = [attributes.IssueInstant ?? '', attributes.NotOnOrAfter];
  const age = now.getTime() - timeOf(issued);
  if (!(age >= -skewMs && age < requestMs + skewMs)) throw new Error('It is not of now.');
  if (until !== undefined && !(now.getTime() - skewMs < timeOf(until))) throw new Error('It does not hold any more.');
}

function timeOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
}

interface Read {
  readonly isRequest: boolean;
  readonly bytes: Buffer;
  readonly relayState: string | null;
}

/** As the binding has it: what is signed are the parameters as they travelled, in one order. */
function readSigned(query: string, certificates: readonly string[]): Read {
  const given = new Map<string, string>();
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    if (given.has(name)) throw new Error('It says something twice.');
    given.set(name, value);
  }
  const kinds = ['SAMLRequest', 'SAMLResponse'].filter((name) => given.has(name));
  const [kind = ''] = kinds;
  if (kinds.length !== 1) throw new Error('It is neither a request nor a response.');
  const plain = (name: string) => decodeURIComponent((given.get(name) ?? '').replaceAll('+', '%20'));
  const hash = hashes[plain('SigAlg')];
  if (hash === undefined) throw new Error('It is not signed, or in a way that is not taken.');
  const parts = [kind, 'RelayState', 'SigAlg'].filter((name) => given.has(name));
  const text = Buffer.from(parts.map((name) => `${name}=${given.get(name) ?? ''}`).join('&'));
  const signature = Buffer.from(plain('Signature'), 'base64');
  if (!certificates.some((certificate) => verify(hash, text, certificate, signature)))
    throw new Error('Its signature is not of the provider.');
  const relayState = given.has('RelayState') ? plain('RelayState') : null;
  if ((relayState?.length ?? 0) > mostRelayState) throw new Error('What it wants to have back is too long.');
  return { isRequest: kind === 'SAMLRequest', bytes: Buffer.from(plain(kind), 'base64'), relayState };
}

interface Ending {
  readonly id: string;
  readonly now: Date;
  readonly name: NameAtProvider;
  readonly sessionIndex: string | null;
}

/** With what whoever signed out here signs out at the provider; null where the settings name no address for it. */
export function signOutRequest(settings: SamlSettings, { id, now, name, sessionIndex }: Ending): Sent | null {
  const { signOut } = settings;
  if (!signOut) return null;
  const said = [
    ['Format', name.format],
    ['NameQualifier', name.nameQualifier],
    ['SPNameQualifier', name.spNameQualifier],
  ].flatMap(([key, value]) => (value === null || value === undefined ? [] : [` ${key}="${escapeXml(value)}"`]));
  const index = sessionIndex === null ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`;
  const inner = `<saml:NameID${said.join('')}>${escapeXml(name.text)}</saml:NameID>${index}`;
  const xml = toMessage(settings, { name: 'LogoutRequest', id, now, attributes: '', inner, destination: signOut.url });
  return { to: signOut, kind: 'SAMLRequest', xml, key: signOut.key };
}

/** What the browser brings in answer to the provider's request. */
export function signOutAnswer(
  settings: SamlSettings,
  { id, now }: Pick<Ending, 'id' | 'now'>,
  request: { readonly id: string; readonly relayState: string | null },
): Sent | null {
  const { signOut } = settings;
  if (!signOut) return null;
  const xml = toSignedOut(settings, { id, now, answers: request.id, destination: signOut.url });
  return { to: signOut, kind: 'SAMLResponse', xml, key: signOut.key, relayState: request.relayState };
}

interface SignedOut extends Pick<Ending, 'id' | 'now'> {
  readonly answers: string;
  /** Null where the answer goes back on the connection of the request. */
  readonly destination: string | null;
}

/** Our answer to the provider's request, before it is signed. */
export function toSignedOut(settings: SamlSettings, { id, now, answers, destination }: SignedOut): string {
  const inner = `<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status>`;
  const attributes = ` InResponseTo="${escapeXml(answers)}"`;
  return toMessage(settings, { name: 'LogoutResponse', id, now, attributes, inner, destination });
}

interface Message {
  readonly destination: string | null;
  readonly name: string;
  readonly id: string;
  readonly now: Date;
  readonly attributes: string;
  readonly inner: string;
}

function toMessage({ entityId }: SamlSettings, message: Message): string {
  const { name, id, now, attributes, inner, destination } = message;
  const said = destination === null ? '' : ` Destination="${escapeXml(destination)}"`;
  return [
    `<samlp:${name} xmlns:samlp="${protocol}" xmlns:saml="${assertionNamespace}" ID="${id}" Version="2.0"`,
    ` IssueInstant="${now.toISOString()}"${said}${attributes}>`,
    `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>${inner}</samlp:${name}>`,
  ].join('');
}
