/** Of lists of tables: what is kept of them, for whom and for how long, and what the tree shows of them. No row names them. */
const kept = 'apps/server/src/engines/kept-tables.ts';
const keptTest = 'apps/server/src/engines/kept-tables.test.ts';

export const tableFeatures = [
  {
    file: kept,
    test: 'apps/server/src/features/databases/tables-in-pages.test.ts',
    title: 'a table that was made or dropped here is shown so by the next page',
    what: 'what is kept of a schema outlives a write',
    find: 'running.finally(() => this.byDatabase.delete(databaseId))',
    put: 'running',
  },
  {
    file: kept,
    test: keptTest,
    title: 'are shown to nobody but whom the database shows them, and go with their connection',
    what: 'each sees the tables of whoever asked first',
    find: 'engine.asksAs ?? null, catalog',
    put: 'catalog',
  },
  {
    file: kept,
    test: keptTest,
    title: 'take no more room than is theirs: what was read first goes',
    what: 'whatever was read is kept until it is too old',
    find: 'weight <= mostWeight && ',
    put: '',
  },
  {
    file: kept,
    test: keptTest,
    title: 'are kept the longer the longer they take to read, to a minute',
    what: 'a schema that takes long to read is read as often as any',
    find: 'Math.max(shortestMs, timesReading * tookMs)',
    put: 'shortestMs',
  },
  {
    file: 'apps/web/src/databases/table-calls.ts',
    test: 'apps/web/src/databases/table-calls.test.ts',
    title: 'what is asked of a schema after its tree was read anew was read since then',
    what: 'a refreshed tree shows what was kept before',
    find: 'client.setQueryData(refreshKey(dbId), true);',
    put: '',
  },
  {
    file: 'apps/web/src/features/sql-editor/tree/tree-rows.ts',
    test: 'apps/web/src/features/sql-editor/editor-logic.test.ts',
    title: 'says of a schema that its tables, or the next of them, could not be read',
    what: 'a page that failed leaves the count of those that are not listed',
    find: '...(error === null ? moreRow(schema, tables.count - tables.listed.length) : failed)',
    put: '...moreRow(schema, tables.count - tables.listed.length)',
  },
];
