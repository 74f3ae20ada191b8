/** Of what held everybody up, refused too much, or said too little. */
const wide = 'apps/server/src/features/datasets/wide-datasets.test.ts';

export const gapFeatures = [
  {
    test: wide,
    title: 'keeps nobody waiting while it is made',
    what: 'the store gives nobody a turn between its statements',
    file: 'apps/server/src/metadata/store.ts',
    find: 'const turnMs = 2;',
    put: 'const turnMs = 2000;',
  },
  {
    test: 'apps/web/src/api/shown-page.test.ts',
    title: 'counts without them on whatever page they stand',
    what: 'a list counts rows of its other pages that wait to be deleted',
    file: 'apps/web/src/api/shown-page.ts',
    find: ' - waiting(others);',
    put: ';',
  },
];
