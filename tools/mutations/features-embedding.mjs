/** Of alerts by a metric, frames of charts, readers in the action log, clocks that were ahead and encrypted assertions. */
const reports = 'apps/server/src/features/reports';
const alerts = { test: `${reports}/alerts.test.ts` };
const saml = { test: 'apps/server/src/features/security/single-sign-on/saml/saml.test.ts' };
const framing = {
  file: 'apps/server/src/features/embedded-dashboards/framing.ts',
  test: 'apps/server/src/features/embedded-dashboards/framing.test.ts',
};

export const embeddingFeatures = [
  {
    ...alerts,
    file: `${reports}/alert-metric.ts`,
    title: 'compares what a chart of it would show',
    what: 'the condition on rows is forgotten',
    find: '...(where ? { extras: { where } } : {}),',
    put: '',
  },
  {
    ...alerts,
    file: 'apps/server/src/features/datasets/change.ts',
    title: 'keeps its dataset from being deleted',
    what: 'a dataset goes although an alert asks it',
    find: "await refuseWithReports(services.store, { column: 'dataset_id', ids });",
    put: '',
  },
  {
    ...framing,
    title: 'may be framed by the sites of the settings, and nothing else may',
    what: 'every page may be framed by the sites of the settings',
    find: 'config.frameSites.length > 0 && standaloneAddress.test(url)',
    put: 'config.frameSites.length > 0',
  },
  {
    file: 'apps/server/src/features/logs/audited-calls.ts',
    test: 'apps/server/src/features/logs/audit.test.ts',
    title: 'says who opened which dashboard and chart',
    what: 'reading is not noted',
    find: "if (reads.has(id)) return 'read';",
    put: '',
  },
  {
    file: `${reports}/settle-times.ts`,
    test: `${reports}/reports.test.ts`,
    title: 'comes again at its times after a clock that was ahead',
    what: 'a time that was run before the clock was put back is run again',
    find: 'noted <= second.toISOString()',
    put: 'noted <= next.toISOString()',
  },
  {
    ...saml,
    file: 'apps/server/src/threads/saml-task.ts',
    title: 'with a comment inside',
    what: 'what was encrypted is not looked at',
    find: 'const unsound = findUnsound(xml);',
    put: 'const unsound = isEncrypted ? null : findUnsound(xml);',
  },
  {
    ...saml,
    file: 'apps/server/src/features/security/single-sign-on/saml/requests.ts',
    title: 'signs its requests',
    what: 'requests are not signed',
    find: 'key: settings.own?.key ?? null',
    put: 'key: null',
  },
];
