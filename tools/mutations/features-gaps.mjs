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
  {
    test: 'apps/server/src/features/version-figures/version-figures.test.ts',
    title: 'are asked by who may change the chart and',
    what: 'anybody tries a dataset of others by its figures',
    file: 'apps/server/src/features/version-figures/routes.ts',
    find: 'if (dataset) await assertMayChange.dataset(user, Number(datasource_id));',
    put: '',
  },
  {
    test: 'apps/server/src/features/security/single-sign-on/plain-oauth.test.ts',
    title: 'is nobody where the provider does not say who that is',
    what: 'a refusal of the provider is believed to be a person',
    file: 'apps/server/src/features/security/single-sign-on/provider.ts',
    find: 'if (answer.status !== 200)',
    put: 'if (answer.status === 0)',
  },
  {
    test: 'apps/server/src/features/security/directory/directory.test.ts',
    title: 'has the roles of his groups within the hour',
    what: 'roles follow groups at sign-in alone',
    file: 'apps/server/src/features/security/directory/round.ts',
    find: 'await bringRoles(deps, members, isClosing);',
    put: '',
  },
  {
    test: 'apps/server/src/features/security/directory/directory.test.ts',
    title: 'keeps his roles where',
    what: 'a reader that may no longer read groups takes everybody’s roles',
    file: 'apps/server/src/features/security/directory/round.ts',
    find: "'the directory tells too few groups to be believed');\n    return;",
    put: "'the directory tells too few groups to be believed');",
  },
  {
    test: 'apps/server/src/http/validation.test.ts',
    title: 'names all words of a list',
    what: 'a word that is none of a list is refused without the list',
    file: 'apps/server/src/http/validation.ts',
    find: 'text === constantText ?',
    put: "text === '' ?",
  },
];
