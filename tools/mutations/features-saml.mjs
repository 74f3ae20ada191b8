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
];
