/** The help and the traces. */

const traces = 'apps/server/src/traces';
const exporter = { file: `${traces}/exporter.ts`, test: `${traces}/traces.test.ts` };
const server = { file: `${traces}/trace-requests.ts`, test: `${traces}/traced-server.test.ts` };
const help = 'tools/help/help.test.ts';

export const helpFeatures = [
  {
    file: 'tools/help/links.mjs',
    test: help,
    title: 'lead to files that were written',
    what: 'links of documents are left as they are',
    find: 'if (isOutside(address)) return address;',
    put: 'return address;',
  },
  {
    file: 'tools/help/documents.mjs',
    test: help,
    title: 'drop what a document should not do',
    what: 'a document may run scripts',
    find: '  .use(rehypeSanitize);',
    put: ';',
  },
  {
    file: 'apps/server/src/http/help-files.ts',
    test: 'apps/server/src/http/help-files.test.ts',
    title: 'is served beside the application, to whoever asks',
    what: 'the help has no address of its own',
    find: '  if (!existsSync(folder)) return;',
    put: '  return;',
  },
  {
    ...exporter,
    title: 'holds a bounded number where the collector does not answer, drops the rest',
    what: 'spans wait without end where the collector is away',
    find: ' || waiting.length >= mostWaiting',
    put: '',
  },
  {
    ...exporter,
    title: 'gathers what comes one by one, also while a bundle is on its way',
    what: 'each span is a call of its own',
    find: 'sendBundles(mostInBundle)',
    put: 'sendBundles(1)',
  },
  {
    ...server,
    title: 'a request is a span of the trace that it came with, its query one below it',
    what: 'what a request came with is not read',
    find: 'traces.begin(facts, readTraceParent(headers.traceparent))',
    put: 'traces.begin(facts, null)',
  },
  {
    ...server,
    file: `${traces}/trace-engine.ts`,
    title: 'nothing of a text or value is in either',
    what: 'statements are told though the settings do not allow it',
    find: 'traces.tellsSql ?',
    put: 'traces.isOn ?',
  },
  {
    file: 'apps/server/src/features/reports/run.ts',
    test: 'apps/server/src/features/reports/report-traces.test.ts',
    title: 'a run is one trace: what is drawn and asked for it, and the webhook that gets it',
    what: 'runs of reports are no spans',
    find: "deps.services.traces.span({ name: 'run report', attributes }, async (note) => {",
    put: '(async (run: (note: (value: object) => void) => Promise<RunEnd>) => run(() => undefined))(async (note) => {',
  },
];
