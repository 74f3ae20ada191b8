/** Of Impala: what a name could mean besides a table, and what its protocol says in its own way. */
const room = 'apps/server/src/engines/hive/impala';
const engine = { test: `${room}/open.test.ts` };

export const impalaFeatures = [
  {
    ...engine,
    file: `${room}/known-tables.ts`,
    title: 'is asked whether a table is one',
    what: 'a name with a schema is taken for a table unseen',
    find: 'if (schema !== null) await this.assertTable',
    put: 'if (schema === "") await this.assertTable',
  },
  {
    ...engine,
    file: `${room}/open.ts`,
    title: 'is asked without signing in',
    what: 'rows that come after an empty part are left there',
    find: 'tellsMoreRows: true',
    put: 'tellsMoreRows: false',
  },
  {
    ...engine,
    file: `${room}/open.ts`,
    title: 'is told that a session is over',
    what: 'sessions are left behind',
    find: 'keepsSessions: true',
    put: 'keepsSessions: false',
  },
  {
    ...engine,
    file: `${room}/grammar.ts`,
    title: 'is refused',
    what: 'two backticks are read as one within a name',
    find: "names: { sign: '`', isDoubled: false }",
    put: "names: { sign: '`', isDoubled: true }",
  },
];
