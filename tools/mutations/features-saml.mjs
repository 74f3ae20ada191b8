/** Of signing in at a SAML provider: no row names it. */
const room = 'apps/server/src/features/security/single-sign-on/saml';
const test = `${room}/saml.test.ts`;
const refused = 'lets nobody in';
const text = { file: 'apps/server/src/threads/saml-text.ts', test, title: refused };
const assertions = { file: `${room}/assertions.ts`, test, title: refused };

export const samlFeatures = [
  {
    file: 'apps/server/src/threads/saml-task.ts',
    test,
    title: refused,
    what: 'an assertion need not be signed itself',
    find: 'wantAssertionsSigned: true',
    put: 'wantAssertionsSigned: false',
  },
  {
    ...text,
    what: 'document types and comments are read',
    find: 'if (/<[!?]/.test(body)) return',
    put: 'if (body.length < 0) return',
  },
  {
    ...text,
    what: 'SHA-1 signs',
    find: 'if (strange !== undefined) return',
    put: 'if (strange === null) return',
  },
  {
    ...assertions,
    what: 'an assertion for another service lets in',
    find: '!one.audiences.every((names) => names.includes(entityId))',
    put: 'entityId === null',
  },
  {
    ...assertions,
    what: 'an assertion holds for ever',
    find: "if (!isWithin(now, one)) fail('it does not hold now');",
    put: '',
  },
  {
    ...assertions,
    what: 'an assertion of any provider lets in',
    find: 'if (assertion.issuer !== issuer) fail',
    put: 'if (issuer === null) fail',
  },
  {
    file: `${room}/answers.ts`,
    test,
    title: 'is taken once',
    what: 'who came is fetched a second time',
    find: '    .set({ claims: null })',
    put: '    .set({ claims: row.claims })',
  },
  {
    file: `${room}/answers.ts`,
    test,
    title: 'is taken once',
    what: 'an answer is taken a second time',
    find: 'return numInsertedOrUpdatedRows === 1n;',
    put: 'return numInsertedOrUpdatedRows !== undefined;',
  },
  {
    file: `${room}/requests.ts`,
    test,
    title: 'that nobody asked for leads nowhere',
    what: 'a request is answered however old it is',
    find: 'return age >= 0 && age < requestMs;',
    put: 'return age >= 0;',
  },
  {
    file: `${room}/sign-out-messages.ts`,
    test,
    title: 'signs nobody out',
    what: 'a stranger signs people out',
    find: 'if (!certificates.some((certificate) => verify(hash, text, certificate, signature)))',
    put: 'if (certificates.length === 0)',
  },
  {
    file: `${room}/sign-out-messages.ts`,
    test,
    title: 'signs nobody out',
    what: 'a message for another address signs people out',
    find: 'if (destination !== settings.signOut?.serviceUrl) throw',
    put: 'if (destination === null) throw',
  },
  {
    file: `${room}/sign-out-messages.ts`,
    test,
    title: 'signs nobody out',
    what: 'a message of long ago signs people out',
    find: 'if (!(age >= -skewMs && age < requestMs + skewMs)) throw',
    put: 'if (Number.isNaN(age)) throw',
  },
  {
    file: `${room}/sign-out.ts`,
    test,
    title: 'is asked for once',
    what: 'a request that was kept ends a later session',
    find: 'if (numInsertedOrUpdatedRows !== 1n) throw',
    put: 'if (numInsertedOrUpdatedRows === undefined) throw',
  },
  {
    file: `${room}/provider-sessions.ts`,
    test,
    title: 'at the provider ends its sessions here',
    what: 'sessions that the provider did not mean end',
    find: 'indexes.length === 0 || !row.session_index || indexes.includes(row.session_index)',
    put: 'row.userId > 0',
  },
];
