/** Of servers that speak the protocol of Trino and vanish. */
const test = 'apps/server/src/engines/trino/open.test.ts';

export const silenceFeatures = [
  {
    test,
    file: 'apps/server/src/engines/remote/bounded-requests.ts',
    title: 'is asked again over another connection for an answer that does not come',
    what: 'an answer is waited for as long as the query may take',
    find: 'if (silenceMs !== undefined) endAfter(request, silenceMs);',
    put: '',
  },
  {
    test,
    file: 'apps/server/src/engines/trino/client.ts',
    title: 'is told again to end a query until it hears it',
    what: 'a server that does not hear the end of a query is told no more',
    find: 'if (this.server.isClosed || (await tell())) return;',
    put: 'await tell();\n      return;',
  },
];
