/** Of engines that are reached in more than one way, and of what they tell besides rows: no row names them. */
const engines = 'apps/server/src/engines';
const linked = `${engines}/databricks/links.test.ts`;
const health = 'apps/server/src/features/database-health';
const overHttp = `${engines}/hive/http-stream.test.ts`;

export const reachFeatures = [
  {
    file: `${engines}/databricks/client.ts`,
    test: linked,
    title: 'is asked for once more and read from its storage',
    what: 'answers that are too large are refused',
    find: 'if (hasRows || question.signal.aborted || !isTooLarge(error)) throw error;',
    put: 'throw error;',
  },
  {
    file: `${engines}/databricks/links.ts`,
    test: linked,
    title: 'is asked for once more and read from its storage',
    what: 'a name of who asks is sent to the storage',
    find: '/^(?:authorization|cookie|host)$/i',
    put: '/^(?:cookie|host)$/i',
  },
  {
    file: `${engines}/databricks/json-rows.ts`,
    test: linked,
    title: 'are no whole list',
    what: 'a list that breaks off is taken for a whole one',
    find: 'return this.hasBegun && this.depth === 0;',
    put: 'return true;',
  },
  {
    file: `${engines}/hive/driver.ts`,
    test: overHttp,
    title: 'is told when a session is over',
    what: 'sessions over HTTP are left to the server',
    find: 'if (keepsSessions || this.stream instanceof HttpStream) this.left = session.sessionHandle;',
    put: '',
  },
  {
    file: `${engines}/hive/http-stream.ts`,
    test: overHttp,
    title: 'is not taken for one that answers with',
    what: 'whatever comes is handed to the driver',
    find: 'answer.length < shortestMessage || answer.readUInt16BE(0) !== messageMark',
    put: 'answer.length < 0',
  },
  {
    file: `${engines}/mssql/client.ts`,
    test: `${engines}/mssql/plan.test.ts`,
    title: 'leaves no session behind of which it is not known',
    what: 'a session that may run nothing is lent again',
    find: 'this.lender.giveBack(line, isSound && line.isOpen);',
    put: 'this.lender.giveBack(line, line.isOpen);',
  },
  {
    file: `${engines}/oracle/client.ts`,
    test: `${engines}/oracle/plan.test.ts`,
    title: 'is told step by step, and what was written for it is forgotten',
    what: 'what was written for a plan stays',
    find: 'isSound = await line.forgetPlan().then(',
    put: 'isSound = await Promise.resolve().then(',
  },
  {
    file: `${engines}/oracle/open.ts`,
    test: `${engines}/oracle/wallet.test.ts`,
    title: 'is not made without encryption',
    what: 'a wallet is passed over where nothing is encrypted',
    find: "if (tlsMode === 'disable') throw wrongWay();",
    put: '',
  },
  {
    file: `${engines}/results/shared-results.ts`,
    test: `${engines}/results/shared-results.test.ts`,
    title: 'waits no longer than a moment for a slow storage',
    what: 'whoever waits in a call waits for a slow storage',
    find: 'await Promise.race([keeping, pause(momentMs, undefined, { ref: false })]);',
    put: 'await keeping;',
  },
  {
    file: `${health}/health.ts`,
    test: `${health}/health.test.ts`,
    title: 'says why a database does not answer to those who may change it',
    what: 'whoever sees a database reads of its server',
    find: "can(user, 'can_write', 'Database') ? problem : null",
    put: 'problem',
  },
  {
    file: `${health}/health.ts`,
    test: `${health}/health.test.ts`,
    title: 'is told of databases in use',
    what: 'what nobody has used is said to answer',
    find: "{ id, state: 'unused', problem: null }",
    put: "{ id, state: 'answers', problem: null }",
  },
];
