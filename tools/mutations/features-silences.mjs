/** Of servers that speak the protocol of Trino and vanish, and of what browsers do not give a page without TLS. */
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
  {
    file: 'apps/web/src/features/sql-editor/SqlEditorPage.tsx',
    test: 'packages/ui/src/new-uuid.test.ts',
    title: 'is what pages use, as is copyText, since a page without TLS has neither of the browser’s own',
    what: 'a tab of the editor needs a page with TLS',
    find: 'newUuid()',
    put: 'crypto.randomUUID()',
  },
  {
    file: 'apps/web/src/api/client.ts',
    test: 'apps/web/src/api/client.test.ts',
    title: 'asks a chart’s question once more whose process ended, and nothing that changes',
    what: 'charts stay empty whose process was killed',
    find: 'return answer.status === badGateway ? ask() : answer;',
    put: 'return answer;',
  },
];
