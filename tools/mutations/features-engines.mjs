/** Of engines whose servers read SQL otherwise than the grammar that judges it here: no row names them. */
const postgresql = 'apps/server/src/engines/postgresql';
const cuts = { file: `${postgresql}/cuts.ts`, test: `${postgresql}/cuts.test.ts` };
const rules = { file: `${postgresql}/rules.ts`, test: `${postgresql}/cuts.test.ts` };
const postgresqlLines = `${postgresql}/members.test.ts`;
const reading = 'apps/server/src/engines/mysql/reading';
const words = { file: `${reading}/lex.ts`, test: `${reading}/members.test.ts` };
const mysqlLines = 'apps/server/src/engines/mysql/members.test.ts';

export const engineFeatures = [
  {
    ...cuts,
    title: 'is refused where a backslash would hide a table from a reader without escapes',
    what: 'a text may end behind a backslash',
    find: "if ((cuts.hasBackslashEscapes || letter !== '' || isBehindText) && plain !== escaped)",
    put: "if (letter !== '' && plain !== escaped)",
  },
  {
    ...cuts,
    title: 'is refused where two readers could cut it in two ways',
    what: 'any letter may stand before a text',
    find: 'if (!cuts.textLetters.has(low))',
    put: "if (low === '')",
  },
  {
    ...cuts,
    title: 'is refused where two readers could cut it in two ways',
    what: 'comments may stand in comments',
    find: "if (!isLine && comment.includes('/*', 2))",
    put: "if (isLine && comment.includes('/*', 2))",
  },
  {
    ...cuts,
    title: 'is refused where two readers could cut it in two ways',
    what: 'a comment may follow a sign at once',
    find: "operatorSign.test(sql[at - 1] ?? '')",
    put: "operatorSign.test('')",
  },
  {
    ...rules,
    title: 'is refused in words',
    what: 'views of sessions and statements are tables as any other',
    find: 'schema === null && redshiftSystemName.test(table.toLowerCase())',
    put: "schema === '' && redshiftSystemName.test(table)",
  },
  {
    ...rules,
    title: 'is refused in words',
    what: 'a function may be called where its name is quoted with capital letters',
    find: 'isRefusedRedshiftFunction(name.toLowerCase())',
    put: 'isRefusedRedshiftFunction(name)',
  },
  {
    ...rules,
    title: 'is refused in words',
    what: 'functions of the cluster may be called',
    find: "isRefusedCockroachFunction(name.toLowerCase()) || cockroachSchemas.has(schema?.toLowerCase() ?? ''),",
    put: 'isRefusedCockroachFunction(name.toLowerCase()) || schema === undefined,',
  },
  {
    file: `${postgresql}/families.ts`,
    test: postgresqlLines,
    title: 'takes a name before a table for a schema alone, never for another database',
    what: 'a database is read as if it were a schema',
    find: 'checksSchemas: true',
    put: 'checksSchemas: false',
  },
  {
    file: `${postgresql}/client.ts`,
    test: postgresqlLines,
    title: 'stops a query by the message of the protocol, which takes no connection',
    what: 'a query is stopped by a function that the server may not have',
    find: 'if (this.settings.family.isStoppedByMessage)',
    put: 'if (this.settings.family === undefined)',
  },
  {
    file: `${postgresql}/client.ts`,
    test: postgresqlLines,
    title: 'is asked nothing more for a query that was stopped while its transaction began',
    what: 'a query begins that was stopped before the server knew of it',
    find: 'and would begin.\n    signal?.throwIfAborted();',
    put: 'and would begin.',
  },
  {
    file: 'apps/server/src/engines/unique-names.ts',
    test: 'apps/server/src/engines/unique-names.test.ts',
    title: 'tells twenty thousand equal names apart at once',
    what: 'each of many columns of one name counts all that stand before it',
    find: 'this.last.get(key) ?? this.first - 1',
    put: 'this.first - 1',
  },
  {
    file: 'apps/server/src/engines/remote/stop-watch.ts',
    test: postgresqlLines,
    title: 'is told to stop again where it was told before it had begun',
    what: 'a message to stop that comes too early is lost',
    find: '!isOver && !isCut; ms *= 2',
    put: 'ms === againMs && !isCut; ms *= 2',
  },
  {
    file: 'apps/server/src/engines/mysql/client.ts',
    test: mysqlLines,
    title: 'is told to stop again where it was told before it had begun',
    what: 'queries of MySQL and its family are not stopped on the server',
    find: 'tell: () => this.kill(',
    put: 'tell: async () => void (',
  },
  {
    ...words,
    title: 'is refused',
    what: 'comments that TiDB runs are comments',
    find: '[MT]?!',
    put: 'M?!',
  },
  {
    ...words,
    title: 'is refused',
    what: 'a comment may end in a backslash, behind which it goes on for another reader',
    find: '|\\\\\\r?$/.test(comment)',
    put: '/.test(comment)',
  },
  {
    ...words,
    title: 'is refused',
    what: 'a letter may stand before a text',
    find: "(previous.kind === 'word' || previous.kind === 'name'))\n    throw",
    put: "previous.kind === 'number')\n    throw",
  },
  {
    file: `${reading}/rules.ts`,
    test: `${reading}/members.test.ts`,
    title: 'is refused',
    what: 'schemas of the servers themselves may be read',
    find: "...['metrics_schema', '_statistics_', '__internal_schema'],",
    put: '',
  },
  {
    file: 'apps/server/src/engines/mysql/families.ts',
    test: mysqlLines,
    title: 'begins without sessions that only read, which it has not',
    what: 'TiDB is told to read only, which it refuses',
    find: '  // It refuses the statement, as it has no sessions that only read.\n  accessSql: null,\n',
    put: '',
  },
];
