import Type from 'typebox';
import type { Operations } from '../endpoints.ts';
import { empty, raw } from './answers.ts';

const tag = 'Security';

/** A document in Base64. */
const message = Type.String({ maxLength: 90_000 });

/** Where the provider takes messages by HTTP-POST alone. */
const page = raw('text/html', 'A page that posts our message to the provider');

/** Signing in at a SAML provider, a part of the operations of security. */
export const samlSignIn = {
  startSaml: {
    id: 'security.saml_start',
    summary:
      'Sends the browser to the SAML provider, to sign in or, signed in, to connect the account; 404 without one',
    tag,
    access: 'public',
    query: Type.Object(
      { next: Type.Optional(Type.String()), connect: Type.Optional(Type.String()) },
      { additionalProperties: true },
    ),
    answers: { 200: page, 302: empty('To the provider') },
    errors: [404],
  },
  samlMetadata: {
    id: 'security.saml_metadata',
    summary: 'What a SAML provider must know of this server',
    tag,
    access: 'public',
    answers: { 200: raw('application/samlmetadata+xml', 'The metadata document') },
    errors: [404],
  },
  takeSamlAnswer: {
    id: 'security.saml_answer',
    summary: 'Where the SAML provider’s page sends its answer; the browser that began fetches it with its cookie',
    tag,
    access: 'public',
    isFromOtherSites: true,
    bodyKind: 'form',
    body: Type.Object({ SAMLResponse: Type.String({ maxLength: 350_000 }) }, { additionalProperties: true }),
    answers: { 303: empty('To where the answer is fetched, or with why it was not taken') },
    errors: [404, 429],
  },
  finishSaml: {
    id: 'security.saml_finish',
    summary: 'Lets in whom the SAML provider named to the browser that was sent there',
    tag,
    access: 'public',
    query: Type.Object({ failure: Type.Optional(Type.String()) }, { additionalProperties: true }),
    answers: { 302: empty('To where the person wanted to go, or to the sign-in page with why not') },
    errors: [404],
  },
  leaveSaml: {
    id: 'security.saml_leave',
    summary:
      'Posts to the SAML provider that whoever signed out here signs out there; once, and 404 where it is told by an address',
    tag,
    access: 'public',
    query: Type.Object({ id: Type.String({ maxLength: 100 }) }, { additionalProperties: true }),
    answers: { 200: page, 302: empty('To the sign-in page, where nobody is known to have signed out') },
    errors: [404],
  },
  samlSignOut: {
    id: 'security.saml_sign_out',
    summary:
      'Where the SAML provider signs people out (HTTP-Redirect, signed), or says how that went which began here; 404 where it does not',
    tag,
    access: 'public',
    query: Type.Object({}, { additionalProperties: true }),
    answers: { 200: page, 302: empty('To the provider with the answer, or to the sign-in page') },
    errors: [404],
  },
  takeSamlSignOut: {
    id: 'security.saml_posted_sign_out',
    summary: 'The same where the provider’s page posts it (HTTP-POST, signed); 404 where people sign out here alone',
    tag,
    access: 'public',
    isFromOtherSites: true,
    bodyKind: 'form',
    body: Type.Object(
      {
        SAMLRequest: Type.Optional(message),
        SAMLResponse: Type.Optional(message),
        RelayState: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
    answers: { 200: page, 303: empty('To the provider with the answer, or to the sign-in page') },
    errors: [404, 429],
  },
  takeSamlEnvelope: {
    id: 'security.saml_back_channel',
    summary: 'The same where the provider itself signs people out, past their browsers (SOAP, signed)',
    tag,
    access: 'public',
    isFromOtherSites: true,
    bodyKind: 'xml',
    body: Type.String({ maxLength: 65_536 }),
    answers: {
      200: raw('text/xml', 'The answer, signed, in an envelope'),
      400: raw('text/xml', 'A fault: nothing that can be believed'),
    },
    errors: [404, 429],
  },
} as const satisfies Operations;
