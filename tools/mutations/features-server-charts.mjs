/** Of charts on servers of other makers, and of what answers where no such server is. */
const plan = 'packages/query/src/plan';
const dialects = 'packages/sql/src/dialects';

export const serverChartFeatures = [
  {
    file: `${plan}/series-limit.ts`,
    test: `${plan}/plan-query.test.ts`,
    title: 'bear no name that hides the column which they are worked out from',
    what: 'the series that stand together keep the name of their column',
    find: '      alias: aliasFor(item.label, context.dialect, false),\n',
    put: '',
  },
  {
    file: `${plan}/totals.ts`,
    test: `${plan}/totals.test.ts`,
    title: 'are written once for all levels, or one after the other, as each dialect can',
    what: 'a key that is nothing in a level hides its column',
    find: 'return dialect.capabilities.aliasesHideColumns ? aliasFor(item.label, dialect, false) : item.alias;',
    put: 'return dialect === null ? aliasFor(item.label, dialect, false) : item.alias;',
  },
  {
    file: `${dialects}/clickhouse.ts`,
    test: `${dialects}/dialects.test.ts`,
    title: 'truncates times of any year, and in the zone of UTC, on ClickHouse',
    what: 'times before 1970 are cut as others',
    find: 'ownGrains: (nativeType) => (isWideType(nativeType) ? wideGrains : null),',
    put: 'ownGrains: () => null,',
  },
  {
    file: 'apps/server/src/engines/postgresql/bounds.ts',
    test: 'apps/server/src/engines/postgresql/bounds.test.ts',
    title: 'tells a server of another kind',
    what: 'a web server is a row that is too large',
    find: 'throw this.isForeign ?',
    put: 'throw this.limit < 0 ?',
  },
];
