/** Of a server that is asked for lines over HTTP: what reaches it, and what it is believed. */
const room = 'apps/server/src/engines/druid';
const gate = { test: `${room}/grammar.test.ts`, file: `${room}/grammar.ts` };
const wire = { test: `${room}/open.test.ts`, file: `${room}/client.ts` };
const expressions = { test: gate.test, file: 'apps/server/src/engines/warehouse/grammar/expressions.ts' };

export const druidFeatures = [
  {
    ...gate,
    title: 'FROM secret --',
    what: 'two slashes begin no comment, and what follows them hides a table',
    find: '(?:--|\\/\\/)',
    put: '(?:--)',
  },
  {
    ...gate,
    title: 'Texts with backslashes',
    what: 'a text ends elsewhere than the server thinks',
    find: "[/[eE]'/y,",
    put: "[/[eE]''''/y,",
  },
  {
    ...gate,
    title: 'sys.server_properties',
    what: "the servers' settings are read",
    find: '!openSystemTables.has(table.toLowerCase())',
    put: 'openSystemTables.size === 0',
  },
  {
    ...expressions,
    title: "LOOKUP(c, 'countries')",
    what: 'a table that a text names is read without permission',
    find: 'if (naming) addNamedTable(cursor, naming);',
    put: '',
  },
  {
    ...expressions,
    title: "LOOKUP(c, 'a' || 'b')",
    what: 'the name of a table is put together where nobody sees it',
    find: "!(cursor.isSign(',', count + 1) || cursor.isSign(')', count + 1))",
    put: 'false',
  },
  {
    file: 'apps/server/src/engines/postgresql/cuts.ts',
    test: 'apps/server/src/engines/postgresql/cuts.test.ts',
    title: 'SELECT a FROM t HAVING b IN',
    what: 'two clauses of a query are told as one that stands there twice',
    find: "havingAt(state) ? 'AND    ' : 'HAVING '",
    put: "'HAVING '",
  },
  {
    file: 'apps/server/src/engines/mysql/reading/row-functions.ts',
    test: 'apps/server/src/engines/mysql/reading/members.test.ts',
    title: 'LATERAL VIEW explode(a) e AS c, secret',
    what: 'a table is taken for the name of a column',
    find: 'count < columns &&',
    put: 'count < 9 &&',
  },
  {
    ...wire,
    title: 'is not believed',
    what: 'an answer that ends too early is taken for a whole one',
    find: 'if (!isWhole) throw',
    put: 'if (!isWhole && columns === null) throw',
  },
  {
    ...wire,
    title: 'is told to end a query',
    what: 'the server goes on with what nobody waits for',
    find: "method: 'DELETE'",
    put: "method: 'GET'",
  },
  {
    ...wire,
    file: `${room}/lines.ts`,
    title: 'bounds the length of a row',
    what: 'one row fills the memory',
    find: 'if (length > largestLine)',
    put: 'if (length > largestLine * 100)',
  },
  {
    ...wire,
    file: `${room}/client.ts`,
    title: 'has its values read exactly',
    what: 'long numbers are rounded',
    find: 'JSON.parse(withQuotedNumbers(row))',
    put: 'JSON.parse(row)',
  },
];
