/** Of moving over by the interface, and of the calls that the reference has besides: no row names them. */
const source = 'apps/server/src/moving-over/api-source';
const reading = { test: `${source}/read-api.test.ts` };
const bundles = 'apps/server/src/features/bundles';

export const movingApiFeatures = [
  {
    ...reading,
    title: 'and that is said in one sentence',
    what: 'redirects are read as answers',
    file: `${source}/http.ts`,
    find: 'if (status >= 300 && status < 400) {',
    put: 'if (status > 999) {',
  },
  {
    ...reading,
    title: 'waits where the server is busy, as long as it wishes, and signs in again when the token has run out',
    what: 'a token that has run out is not made anew',
    file: `${source}/client.ts`,
    find: 'answer.status === 401 && turn === 0 && (await renew(own))',
    put: 'answer.status === 999 && turn === 0 && (await renew(own))',
  },
  {
    ...reading,
    title: 'is read page by page, and again the other way round where rows moved between pages meanwhile',
    what: 'what moved from page to page is not looked for',
    file: `${source}/reading.ts`,
    find: 'const mostPasses = 3;',
    put: 'const mostPasses = 1;',
  },
  {
    test: `${bundles}/export-example.test.ts`,
    title: 'leaves nothing behind of what it was made of',
    what: 'the stored rows of an example stay',
    file: `${bundles}/export-example.ts`,
    find: '    await results.deleteResult(key);\n',
    put: '',
  },
];
