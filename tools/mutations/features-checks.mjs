/** Of what is broken, and of the secrets that come with imports: no row names the first. */
const checks = { test: 'apps/server/src/features/checks/checks.test.ts' };
const bundles = 'apps/server/src/features/bundles';
const secrets = { test: `${bundles}/database-secrets.test.ts` };

export const checkFeatures = [
  {
    ...checks,
    title: 'is not what is broken already',
    what: 'old faults are told of a change',
    file: 'apps/server/src/features/checks/find-broken.ts',
    find: 'return check(after).filter((fault) => !known.has(keyOf(fault)));',
    put: 'return check(after).filter((fault) => known || !keyOf(fault));',
  },
  {
    ...checks,
    title: 'names broken columns, unknown metrics, filters that reach nothing and what is gone',
    what: 'filters that reach no chart are not told',
    file: 'apps/server/src/checks/check-filters.ts',
    find: 'if (reachesChart(filter, around)) return broken;',
    put: 'if (reachesChart(filter, around) || broken) return broken;',
  },
  {
    ...checks,
    title: 'is told to whoever may change the dataset, for names that are texts',
    what: 'whoever reads a dataset is told what asks for it',
    file: 'apps/server/src/features/checks/routes.ts',
    find: 'await assertMayChangeDataset(user, id);',
    put: '',
  },
  {
    ...secrets,
    title: 'come beside the file by their paths, are kept sealed, and leave it again as masks',
    what: 'secrets are not put where their paths lead',
    file: `${bundles}/option-secrets.ts`,
    find: 'if (changed) document = changed;',
    put: 'if (changed) document = { ...document };',
  },
  {
    ...secrets,
    title: 'come beside the file by their paths, are kept sealed, and leave it again as masks',
    what: 'exports leave the options of databases out',
    file: `${bundles}/present.ts`,
    find: "...(secret && secret.options !== '{}' ? { masked_encrypted_extra: secret.options } : {}),",
    put: '',
  },
  {
    ...secrets,
    title: 'are refused where their path leads nowhere, or where they are no texts, and none of them is told',
    what: 'a path that leads nowhere is passed over in silence',
    file: `${bundles}/plan-databases.ts`,
    find: 'if (unknown.length > 0)',
    put: 'if (unknown.length > 99)',
  },
];
