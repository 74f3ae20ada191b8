/** Of connections to servers: what is said of one that fails, what is counted, and what ends with it. */
const room = 'apps/server/src/engines';
const of = (file, test) => ({ file: `${room}/${file}.ts`, test: `${room}/${test ?? file}.test.ts` });

export const connectionFeatures = [
  {
    ...of('mysql/errors'),
    title: 'names what else may keep a user out, over',
    what: 'a missing client certificate is a wrong password',
    find: 'if (sslMode !== undefined && !clientCertificate)',
    put: 'if (sslMode === undefined && !clientCertificate)',
  },
  {
    ...of('mysql/errors'),
    title: "does not match certificate's altnames",
    what: 'a certificate of another host is one that cannot be trusted',
    find: "if (/altname/i.test(message)) return 'ERR_TLS_CERT_ALTNAME_INVALID';",
    put: "if (message === '') return 'ERR_TLS_CERT_ALTNAME_INVALID';",
  },
  {
    ...of('trino/errors'),
    title: 'is asked for a client certificate by a server that asks for nothing else',
    what: 'a server that asks for certificates alone is told of passwords',
    find: "refused.challenge === null && tlsMode !== 'disable'",
    put: "refused.challenge === '' && tlsMode !== 'disable'",
  },
  {
    ...of('postgresql/errors'),
    title: 'canceling statement due to user request',
    what: 'who stops a query is a limit of its time',
    find: "if (code !== '57014' || ",
    put: "if (code === '57014' || ",
  },
  {
    ...of('clickhouse/client'),
    title: 'is asked again under an id of its own',
    what: 'a statement is repeated under the id of one that may still run',
    find: 'repeats === 0 ? question :',
    put: 'repeats >= 0 ? question :',
  },
  {
    ...of('probe'),
    title: 'tells how connections are used now',
    what: 'figures of connections are those of the last question to the server',
    find: 'readPool: () => engine?.poolFigures?.() ?? null,',
    put: 'readPool: ((known) => () => known)(engine?.poolFigures?.() ?? null),',
  },
  {
    ...of('remote/pool'),
    title: 'is closed once the last connection that is lent has come back',
    what: 'a pool is closed while somebody uses it',
    find: 'if (this.isClosed && this.count === 0) this.onEmpty();',
    put: 'if (this.isClosed) this.onEmpty();',
  },
  {
    ...of('opened-engines'),
    title: 'is waited for when it is forgotten',
    what: 'the file of an engine is free before it is closed',
    find: 'if (!engine.poolFigures) return closing;',
    put: '',
  },
  {
    ...of('tunnel/tunnel'),
    title: 'opens a key once, however often it signs in',
    what: 'a key is opened anew for each sign-in',
    find: 'this.key = reading.key;\n    return this.key;',
    put: 'return reading.key;',
  },
  {
    file: 'apps/server/src/features/sql-editor/failures.ts',
    test: 'apps/server/src/features/sql-editor/failures.test.ts',
    title: 'leaves the words to a database that has a limit of its own',
    what: 'a limit of the database is that of the SQL editor',
    find: 'error.details.driverMessage !== undefined',
    put: 'error.details.driverMessage === null',
  },
];
