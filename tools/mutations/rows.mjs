/** Rows whose tests once stayed green without them, or were named by tests of something else. */
const web = 'apps/web/src';
const server = 'apps/server/src';

export const strengthenedRows = [
  {
    row: 'TBL-011',
    what: 'a panel says nothing of metadata that cannot be read',
    file: `${web}/features/sql-editor/panels.ts`,
    find: 'toasts.danger(failingActions.tableMetadata());',
    put: '',
  },
  {
    row: 'SQL-009',
    what: 'a shared query opens a tab without its text',
    file: `${web}/features/sql-editor/use-opening.ts`,
    find: '...(shared.sql === null ? {} : { sql: shared.sql }),',
    put: '',
  },
  {
    row: 'ERR-006',
    what: 'messages keep their gaps',
    file: `${web}/api/messages.ts`,
    find: 'return template.replace(/%s/g',
    put: 'return template.replace(/%z/g',
  },
  {
    row: 'DSH-038',
    what: 'dashboards that say nothing are refreshed by themselves',
    file: `${web}/features/dashboards/state/dashboard-state.ts`,
    find: 'metadata.refresh_frequency ?? 0',
    put: 'metadata.refresh_frequency ?? 30',
  },
  {
    row: 'DST-003',
    what: 'a dataset forbids no metric of one’s own',
    file: `${web}/features/explore/model/metric-edit.ts`,
    find: 'value.disallow_adhoc_metrics === true',
    put: 'false',
  },
  {
    row: 'CTL-034',
    what: 'a table of rows shows metrics that were left in its form as such',
    file: 'packages/charts/src/shared/table-columns.ts',
    find: 'new Set(isRaw ? [] : form.metrics.map(metricLabel))',
    put: 'new Set(form.metrics.map(metricLabel))',
  },
  {
    row: 'API-062',
    what: 'a second star of one person is an error',
    file: `${server}/favorites/favorites.ts`,
    find: ".onConflict((conflict) => conflict.columns(['user_id', 'object_type', 'object_id']).doNothing())",
    put: '',
  },
  {
    row: 'SQL-001',
    what: 'a closed tab leads to the last of the row, not to the one shown before',
    file: `${web}/features/sql-editor/tabs/editor-state.ts`,
    find: 'history: state.history.filter((other) => other !== id),',
    put: 'history: [],',
  },
  {
    row: 'DSH-053',
    what: 'a deletion does not say what was deleted',
    file: `${web}/api/messages.ts`,
    find: "fillGaps(t('Deleted: %s'), name)",
    put: "fillGaps(t('Deleted: %s'), '', name)",
  },
  {
    row: 'DSH-048',
    what: 'the chart picker finds no type by its name',
    file: `${server}/features/charts/store.ts`,
    find: "'charts.description', 'charts.viz_type']",
    put: "'charts.description']",
  },
  {
    row: 'API-030',
    what: 'a dashboard can be published and not hidden',
    file: `${server}/features/dashboards/service.ts`,
    find: "typeof body.published === 'boolean'",
    put: 'body.published === true',
  },
  {
    row: 'ASY-002',
    what: 'an event ends the wait of whoever waits longest',
    file: `${web}/api/async-jobs.ts`,
    find: 'waiting.get(event.job_id)?.finish(event);',
    put: '[...waiting.values()][0]?.finish(event);',
  },
  {
    row: 'TIM-029',
    what: 'a quantity of a range may be zero',
    file: `${web}/controls/time-range/time-range.ts`,
    find: '[+-]?[1-9]\\d*',
    put: '[+-]?\\d+',
  },
  {
    row: 'FBX-006',
    what: 'several default values are converted like one',
    file: `${web}/features/dashboards/filters/filter-boxes.ts`,
    find: "if (multiple) return defaultValue.split(';');",
    put: '',
  },
];
