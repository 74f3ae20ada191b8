const labels = 'packages/query/src/plan/label-result.ts';
const formats = 'apps/server/src/features/chart-data/datetime-formats.test.ts';
const formatted = 'packages/query/src/time/formatted-time.ts';
const formattedTest = 'packages/query/src/time/formatted-time.test.ts';
const extra = 'apps/server/src/answers/questions/extra-filters.ts';
const extraTest = 'apps/server/src/answers/questions/extra-filters.test.ts';
const roles = 'apps/server/src/features/security/role-changes.ts';
const rolesTest = 'apps/server/src/features/security/roles.test.ts';
const connection = 'apps/server/src/features/databases/connection.ts';
const warehouses = 'apps/server/src/features/databases/warehouse-databases.test.ts';
const reports = 'apps/server/src/features/reports/content.ts';
const reportsTest = 'apps/server/src/features/reports/reports.test.ts';

/** Fields that clients of the reference send, and what was once refused or let through. */
export const onceRefusedFeatures = [
  {
    file: labels,
    test: formats,
    title: 'makes times of a temporal column of texts',
    what: 'texts of results are read without their format',
    find: 'planned.textFormat ? timeReader(planned.textFormat) : readTime',
    put: 'readTime',
  },
  {
    file: 'apps/server/src/answers/prepared-questions.ts',
    test: formats,
    title: 'makes times of a temporal column of texts',
    what: 'an answer is kept when the format of its texts changes',
    find: '    main.columns.map(({ textFormat = null }) => textFormat),\n',
    put: '',
  },
  {
    file: 'apps/server/src/versions/meanings.ts',
    test: 'apps/server/src/versions/versions.test.ts',
    title: 'say nothing of what a page writes down with the first save though nobody set it',
    what: 'defaults that a page writes down are no changes',
    find: 'value ?? defaults[name]',
    put: 'value',
  },
  {
    file: 'apps/server/src/engines/oracle/kind.ts',
    test: 'apps/server/src/features/databases/guarding.test.ts',
    title: 'is asked for again where another wallet would vouch for the server',
    what: 'a wallet has a say in whom a password is sent to',
    find: "  authorityOption: 'wallet.pem',\n",
    put: '',
  },
  {
    file: 'apps/web/src/features/databases/connection-form.ts',
    test: 'apps/web/src/features/databases/connection-form.test.ts',
    title: 'marks the one input that the server means, and its message stands once, at the field',
    what: 'one input of a list of sheets is marked',
    find: '[...invalid, ...inputs]',
    put: 'invalid',
  },
  {
    file: 'apps/server/src/versions/kinds.ts',
    test: formats,
    title: 'is kept by a copy and a version',
    what: 'versions keep no format of results',
    find: "'datetime_format', ",
    put: '',
  },
  {
    file: formatted,
    test: formattedTest,
    title: 'is no time where it is written otherwise or names no day',
    what: 'the 31st of February is the 2nd of March',
    find: 'time.getUTCMonth() === m - 1 && time.getUTCDate() === d && ',
    put: '',
  },
  {
    file: extra,
    test: extraTest,
    title: 'say a query’s time under three names',
    what: 'a range beside a form leaves the chart’s own',
    find: 'val: range, isExtra: true',
    put: 'isExtra: true',
  },
  {
    file: extra,
    test: extraTest,
    title: 'are conditions of every query of the form',
    what: 'operators stay in lower case',
    find: 'op: op.toUpperCase()',
    put: 'op',
  },
  {
    file: 'apps/server/src/features/datasets/warm-up.ts',
    test: 'apps/server/src/features/chart-data/warm-up.test.ts',
    title: 'is run under the filters that are given beside it',
    what: 'the charts of a dataset are warmed without the filters that are given',
    find: 'request: withExtraFilters({ ...request, force: true }, extra)',
    put: 'request: { ...request, force: true }',
  },
  {
    file: roles,
    test: rolesTest,
    title: 'widens neither the own role nor another',
    what: 'whoever may change roles changes his own',
    find: '  if (held) throw commandError(',
    put: '  if (held && false) throw commandError(',
  },
  {
    file: roles,
    test: rolesTest,
    title: 'widens neither the own role nor another',
    what: 'whoever may change roles gives what he has not',
    find: '  if (!missing) return;',
    put: '  if (missing ?? true) return;',
  },
  {
    file: connection,
    test: warehouses,
    title: 'sends no secret that is kept to another place',
    what: 'a kept key goes wherever an option of the address leads',
    find: '.filter(([name]) => placeOptions.test(name))',
    put: '.filter(([name]) => name === "")',
  },
  {
    file: reports,
    test: reportsTest,
    title: 'draws each of several tabs that are named together',
    what: 'of several tabs the first is drawn alone',
    find: '  if (tabs.length < 2) return [state];',
    put: '  if (tabs.length > 0 || state) return [state];',
  },
];
