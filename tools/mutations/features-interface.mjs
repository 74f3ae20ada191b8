/** Of the interface as a whole, what no row names. */
const words = 'apps/web/src/i18n/server-words.test.ts';

export const interfaceFeatures = [
  {
    file: 'apps/web/src/api/errors.ts',
    test: words,
    title: 'is German in errors of calls',
    what: 'what the server refuses is told in its own language',
    find: 'super(serverText(parts.message));',
    put: 'super(parts.message);',
  },
  {
    file: 'apps/web/src/i18n/server-words.ts',
    test: words,
    title: 'is said in German, with what stands in it',
    what: 'sentences with gaps stay English',
    find: '.filter(([text]) => gap.test(text))',
    put: ".filter(([text]) => text === '' && gap.test(text))",
  },
];
