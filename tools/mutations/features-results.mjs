/** Of the SQL editor's server: first rows while typing, keys, charts of results, versions, the history, what is told before a run. */
const server = 'apps/server/src/features/sql-editor';
const preview = { file: `${server}/preview.ts`, test: `${server}/preview.test.ts` };
const keys = { file: `${server}/key-columns.ts`, test: `${server}/key-columns.test.ts` };
const charts = { file: `${server}/result-chart.ts`, test: `${server}/result-chart.test.ts` };
const saved = 'apps/server/src/features/saved-queries';
const versions = { file: `${saved}/versions.ts`, test: `${saved}/versions.test.ts` };
const named = { file: `${server}/named-results.ts`, test: `${server}/named-results.test.ts` };
const estimates = { file: `${server}/estimate.ts`, test: `${server}/estimate.test.ts` };
const texts = 'apps/web/src/features/sql-editor/preview/preview-text';
const typed = { file: `${texts}.ts`, test: `${texts}.test.ts` };
const runs = 'apps/server/src/features/query-runs';

export const resultFeatures = [
  {
    ...preview,
    title: 'are of what reads alone',
    what: 'what is being written runs whatever it does',
    find: "statements.length !== 1 || statement?.kind !== 'select'",
    put: 'statements.length !== 1 || !statement',
  },
  {
    ...preview,
    title: 'are for those who may run SQL and read the tables',
    what: 'first rows are shown of tables that their reader may not read',
    find: '  await assertTablesAccess(store, { user, database, tables: statement.tables, schema });\n',
    put: '',
  },
  {
    ...preview,
    title: 'go on while both slots of runs are taken',
    what: 'first rows wait for runs',
    find: '    isPreview: true,\n',
    put: '',
  },
  {
    ...preview,
    title: 'are for those who may run SQL and read the tables',
    what: 'databases of other servers are asked with each pause',
    find: 'findDatabaseKind(database.backend)?.isEmbedded !== true || ',
    put: '',
  },
  {
    ...typed,
    title: 'is the query of a WITH in which the cursor stands',
    what: 'the query of a WITH has no rows of its own',
    find: 'if (!query) return',
    put: 'if (!query || query) return',
  },
  {
    ...typed,
    title: 'is the statement at the cursor, if it reads',
    what: 'a text of any length is read with each key',
    find: 'if (sql.length > longest) return null;',
    put: '',
  },
  {
    ...keys,
    title: 'knows keys of results by the catalogue',
    what: 'what is worked out of a key counts as the key',
    find: 'return columns.length === header.columns.length ? columns : null;',
    put: 'return columns.map((one, at) => one ?? all(0).find(({ column }) => column === header.columns[at]!.name) ?? null);',
  },
  {
    ...keys,
    title: 'knows keys of results by the catalogue',
    what: 'a key of several columns leads on by one of them',
    find: 'places.every((place) => place >= 0)',
    put: 'places.some((place) => place >= 0)',
  },
  {
    ...keys,
    title: 'with each part of the key from the same row',
    what: 'one column of a key stands for all of them',
    find: 'results.cell(key, { ...place, column, from: 0, length: longestKey })',
    put: 'results.cell(key, { ...place, from: 0, length: longestKey })',
  },
  {
    ...charts,
    title: 'takes names of columns alone',
    what: 'what is no column of a result is read as SQL',
    find: 'if (name === null || columns.includes(name as string)) continue;',
    put: 'if (name !== undefined) continue;',
  },
  {
    ...charts,
    title: 'adds up all rows that a run has kept',
    what: 'a result’s chart names files of the server',
    find: "return answered.map((answer) => ({ ...answer, query: '' }));",
    put: 'return answered;',
  },
  {
    ...versions,
    title: 'are kept with each save that changes something',
    what: 'a save that changes nothing is a version',
    find: 'if (last && changed.length === 0) return;',
    put: 'if (last && changed.length < 0) return;',
  },
  {
    ...versions,
    title: 'are the last hundred',
    what: 'versions are kept without an end',
    find: ".where('number', '<=', number - mostVersions)",
    put: ".where('number', '<=', -mostVersions)",
  },
  {
    ...versions,
    title: 'count lines that came and went, moved ones not',
    what: 'a line that stands twice is counted once',
    find: 'if (left > 0) counts.set(line, left - 1);',
    put: 'if (left > 0) counts.set(line, 0);',
  },
  {
    file: `${runs}/store.ts`,
    test: `${runs}/query-runs.test.ts`,
    title: 'is searched by what was written, what ran, and what was said of it',
    what: 'errors are not searched in the history',
    find: "['sql', 'executed_sql', 'error_message', 'tab_name', 'schema']",
    put: "['sql', 'executed_sql', 'tab_name', 'schema']",
  },
  {
    file: `${server}/filter-sql.ts`,
    test: `${server}/sql-editor.test.ts`,
    title: 'has its filters put into its statement',
    what: 'a dataset asks for more than the search of the grid leaves',
    find: "if (search !== '') conditions.push(",
    put: "if (search === ' ') conditions.push(",
  },
  {
    file: 'packages/chart-kit/src/result-charts.ts',
    test: `${server}/result-chart.test.ts`,
    title: 'takes the remedies that a picture proposed',
    what: 'a remedy under the chart of a result changes nothing',
    find: '{ ...plainForm(chart, columns), ...remedies, ',
    put: '{ ...plainForm(chart, columns), ',
  },
  {
    ...estimates,
    title: 'is told of tables that its reader may read alone',
    what: 'the cost of tables that their reader may not read is told',
    find: '  await assertTablesAccess(store, { user, database, tables, schema });\n',
    put: '',
  },
  {
    ...estimates,
    title: 'is told in rows where the plan knows them',
    what: 'rows under a condition have no bound',
    find: 'if (tables.length > mostTables) return new Map();',
    put: 'if (tables.length > 0) return new Map();',
  },
  {
    file: `${server}/destructive.ts`,
    test: `${server}/sql-editor.test.ts`,
    title: 'asks before a table that is there is replaced',
    what: 'a table that is replaced is lost without a question',
    find: "one.kind !== 'REPLACE' || isThere(engine, one, schema)",
    put: "one.kind !== 'REPLACE'",
  },
  {
    ...preview,
    title: 'are ten, exact, with parameters, results and the schema of a run, and leave no trace',
    what: 'the first rows are rounded as a sample is',
    find: '    isExact: true,\n',
    put: '',
  },
  {
    ...preview,
    title: 'are ten, exact, with parameters, results and the schema of a run, and leave no trace',
    what: 'results that the text reads as tables are not found',
    find: '    results: named,\n',
    put: '',
  },
  {
    ...preview,
    title: 'are given up soon, and hold nobody’s run back',
    what: 'a text that takes long is called wrong',
    find: "isSlow ? 'slow' : 'failed'",
    put: "isSlow ? 'failed' : 'failed'",
  },
  {
    ...preview,
    title: 'are for those who may run SQL and read the tables',
    what: 'first rows are shown of databases that forbid it',
    find: ' || parseDocument(database.extra)?.disable_data_preview',
    put: '',
  },
  {
    ...charts,
    title: 'takes names of columns alone',
    what: 'a chart of a result sums nothing',
    find: "y.some(({ column, aggregate }) => column === null && aggregate !== 'COUNT')",
    put: 'y.length < 0',
  },
  {
    ...charts,
    title: 'adds up all rows that a run has kept',
    what: 'a chart of a result shows where its rows lie on the server',
    find: "{ ...answer, query: '' }",
    put: 'answer',
  },
  {
    ...versions,
    title: 'are the last hundred, keep what was written past them, and go with their query',
    what: 'what an import wrote is no version',
    file: `${saved}/service.ts`,
    find: '    await keepVersion(transaction, saved);\n',
    put: '',
  },
  {
    ...versions,
    title: 'are brought back as a new version, unless the query was saved meanwhile',
    what: 'a version is brought back over what was saved meanwhile',
    file: `${saved}/service.ts`,
    find: 'body: { ...fields, last_modified_time: lastRead }',
    put: 'body: fields',
  },
  {
    ...named,
    title: 'is read by its name, whatever its columns are called',
    what: 'results are found by capital and small letters',
    find: 'result.name.toLowerCase() === name.toLowerCase()',
    put: 'result.name === name',
  },
];
