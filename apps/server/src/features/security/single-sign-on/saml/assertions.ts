import type { SamlSettings } from '../../../../config.ts';
import type { SamlAssertion } from '../../../../threads/index.ts';
import { type Claims, checkGroupsAreTold, type IdentityRules } from '../../identities/index.ts';
import type { ProviderSession } from './provider-sessions.ts';

/** Before the names of SAML providers in the table of identities: an OpenID Connect provider may have the same one. */
export const samlScheme = 'saml:';

const skewMs = 60_000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const maxSubject = 255;
/** What Entra ID says in place of more groups than it tells. */
const groupsLink = 'http://schemas.microsoft.com/claims/groups.link';

/** Who came, and in answer to what. */
export interface Arrival {
  readonly claims: Claims;
  /** By what the provider ends the session; null where it says nobody's name. */
  readonly session: ProviderSession | null;
  readonly assertionId: string;
  readonly requestId: string;
}

/** Throws for whatever is not for us, not of now, or not of somebody who can be known again. */
export function readArrival(settings: SamlSettings, assertion: SamlAssertion, now: Date): Arrival {
  const { consumerUrl, issuer } = settings;
  const { response } = assertion;
  if (assertion.version !== '2.0' || assertion.id === '') fail('it is no assertion of SAML 2.0');
  if (assertion.issuer !== issuer) fail(`it is of ${assertion.issuer.slice(0, 200)}`);
  if (response.destination !== null && response.destination !== '' && response.destination !== consumerUrl)
    fail('it was sent to another address');
  checkConditions(settings, assertion, now);
  if (assertion.signIns.length === 0) fail('it says of nobody that he signed in');
  if (assertion.signIns.some((end) => end !== null && !isBefore(now, end))) fail('the session at the provider is over');
  const requestId = findConfirmed(settings, assertion, now);
  if (response.inResponseTo !== requestId) fail('its response answers another request');
  if (assertion.attributes.some(({ name }) => name === groupsLink))
    checkGroupsAreTold({ _claim_names: { groups: groupsLink } }, toRules(settings));
  const { nameId: name, sessionIndexes } = assertion;
  const session = name && { name, index: sessionIndexes[0] ?? null };
  return { claims: toClaims(settings, assertion), session, assertionId: assertion.id, requestId };
}

function fail(why: string): never {
  throw new Error(`The assertion is not taken: ${why}.`);
}

function checkConditions({ entityId }: SamlSettings, { conditions }: SamlAssertion, now: Date): void {
  const [one, ...more] = conditions;
  if (!one || more.length > 0) fail('it has no conditions, or several');
  if (!isWithin(now, one)) fail('it does not hold now');
  if (one.audiences.length === 0 || !one.audiences.every((names) => names.includes(entityId)))
    fail('it is for another');
}

/** The request that a bearer of the assertion answers, here and now. */
function findConfirmed({ consumerUrl }: SamlSettings, { confirmations }: SamlAssertion, now: Date): string {
  const found = confirmations.find(
    (one) =>
      one.method === bearer &&
      one.recipient === consumerUrl &&
      one.notOnOrAfter !== null &&
      isWithin(now, one) &&
      one.inResponseTo,
  );
  return found?.inResponseTo ?? fail('nobody is confirmed as its bearer here and now, in answer to a request');
}

interface Span {
  readonly notBefore: string | null;
  readonly notOnOrAfter: string | null;
}

const isWithin = (now: Date, { notBefore, notOnOrAfter }: Span): boolean =>
  (notBefore === null || now.getTime() + skewMs >= timeOf(notBefore)) &&
  (notOnOrAfter === null || isBefore(now, notOnOrAfter));

const isBefore = (now: Date, end: string): boolean => now.getTime() - skewMs < timeOf(end);

/** Times of SAML are in UTC; what is none is never now. */
function timeOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
}

function toClaims({ issuer, attributes }: SamlSettings, { nameId, attributes: said }: SamlAssertion): Claims {
  const valuesOf = (name: string): readonly string[] =>
    said.filter((one) => one.name === name || one.friendlyName === name).flatMap(({ values }) => values);
  const isPassing = nameId === null || nameId.format === transient;
  const [subject = ''] = attributes.id === null ? [isPassing ? '' : nameId.text] : valuesOf(attributes.id);
  if (subject === '') fail('it names nobody who could be known again');
  if (subject.length > maxSubject) fail('the name of the person is too long');
  const names = attributes.userName === null ? [nameId?.text ?? ''] : valuesOf(attributes.userName);
  return {
    issuer: `${samlScheme}${issuer}`,
    subject,
    values: {
      username: names,
      given_name: valuesOf(attributes.firstName)[0],
      family_name: valuesOf(attributes.lastName)[0],
      email: valuesOf(attributes.email)[0],
      ...(attributes.groups === null ? {} : { groups: valuesOf(attributes.groups) }),
    },
  };
}

/** How accounts and roles follow from such claims. */
export function toRules({
  attributes,
  roleNames,
  defaultRoles,
  syncsRoles,
  createsUsers,
  trustsUserNames,
}: SamlSettings): IdentityRules {
  return {
    userNameClaim: 'username',
    rolesClaim: attributes.groups === null ? null : 'groups',
    ...{ roleNames, defaultRoles, syncsRoles, createsUsers, trustsUserNames },
  };
}
