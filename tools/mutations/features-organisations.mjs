const server = 'apps/server/src';
const access = `${server}/access/large-organisations.test.ts`;
const lists = `${server}/lists/large-lists.test.ts`;

export const organisationFeatures = [
  {
    file: `${server}/metadata/migrations/0050-large-organisations.ts`,
    test: access,
    title: 'what a person owns is found by the person',
    what: 'what somebody owns is looked for among what anybody owns',
    find: "'owners', 'user_id', 'object_type', 'object_id'],",
    put: "'owners', 'object_id', 'user_id', 'object_type'],",
  },
  {
    file: `${server}/access/visibility.ts`,
    test: access,
    title: 'a page of those of most datasets is read in its order',
    what: 'charts of most datasets are gathered before a page of them is shown',
    find: '(+charts.datasource_id in',
    put: '(charts.datasource_id in',
  },
  {
    file: `${server}/access/visibility.ts`,
    test: access,
    title: 'dashboards are asked for their datasets one by one only where most',
    what: 'all dashboards are asked for their charts whoever lists them',
    find: 'if (isWide(scope) || scope.isAll) return visibleDashboards',
    put: 'return visibleDashboards',
  },
  {
    file: `${server}/access/data-scope.ts`,
    test: access,
    title: 'a person who may read two brings two',
    what: 'all datasets are read to find the two that somebody may read',
    find: 'or datasets.database_id in',
    put: 'or 1 = 1 or datasets.database_id in',
  },
  {
    file: `${server}/access/role-permissions.ts`,
    test: access,
    title: 'those who hold the same roles share what these permit',
    what: 'each person has permissions of his own',
    find: "remember(together, [...roleIds].sort((a, b) => a - b).join(' '), () => join(roleIds))",
    put: 'join(roleIds)',
  },
  {
    file: `${server}/metadata/catalog-version.ts`,
    test: access,
    title: 'nothing is forgotten when one of them comes in',
    what: 'everybody who is remembered is forgotten when somebody signs in',
    find: "users: ['last_login', 'login_count']",
    put: 'users: []',
  },
  {
    file: `${server}/lists/pages.ts`,
    test: lists,
    title: 'and how many rows there are come in one go',
    what: 'a list that looks into each row looks twice',
    find: 'Number(rows[0]?.total ?? (await countRows()))',
    put: 'await countRows()',
  },
  {
    file: `${server}/metadata/server-wording.ts`,
    test: `${server}/metadata/server-wording.test.ts`,
    title: 'does not for columns that are never empty',
    what: 'a server sorts whole tables for the newest of their rows',
    find: 'if (isNeverNull(item)) return item;',
    put: '',
  },
  {
    file: 'apps/server/src/metadata/migrations/0059-dashboard-datasets.ts',
    test: 'apps/server/src/access/dashboard-datasets.test.ts',
    title: 'who may see a dashboard follows its charts',
    what: 'a dashboard is shown by a dataset that its charts had before',
    find: 'when old.datasource_id is not new.datasource_id',
    put: 'when 0',
  },
];
