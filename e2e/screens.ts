import type { Page } from '@playwright/test';
import * as dialogSteps from './dialog-screen-steps.ts';
import type { ScreenFacts, ScreenServer } from './screen-facts.ts';
import * as steps from './screen-steps.ts';
import * as sqlSteps from './sql-screen-steps.ts';

export interface Screen {
  readonly name: string;
  readonly path: string | ((facts: ScreenFacts) => string);
  /** `examples` unless said. */
  readonly server?: ScreenServer;
  readonly isSignedOut?: boolean;
  /** Only at this size; both unless said. */
  readonly only?: 'desktop' | 'phone';
  /** Steps from the opened page to the picture. */
  readonly prepare?: (page: Page, facts: ScreenFacts) => Promise<void>;
  /** Answers to calls whose address contains `url`: never, or with a failure. */
  readonly intercept?: { readonly url: string; readonly answer: 'never' | 'failure' };
}

const charts = 'chart/data';

/** The chart types that the example dashboards show. */
const exampleTypes = [
  'table',
  'big_number',
  'pie',
  'echarts_timeseries_line',
  'echarts_timeseries_bar',
  'echarts_area',
  'pivot_table_v2',
] as const;

/** Every screen with its states. A row here is a picture in docs/screenshots, in both themes and at both sizes. */
export const screens: readonly Screen[] = [
  { name: 'set-up', path: (facts) => facts.setUpPath, server: 'fresh', isSignedOut: true },
  { name: 'sign-in', path: '/login/', isSignedOut: true },
  { name: 'home', path: '/superset/welcome/' },
  { name: 'session-ended', path: '/superset/welcome/', prepare: steps.endSession },
  { name: 'home-empty', path: '/superset/welcome/', server: 'empty' },
  { name: 'dashboards', path: '/dashboard/list/' },
  { name: 'dashboards-empty', path: '/dashboard/list/', server: 'empty' },
  { name: 'dashboards-failing', path: '/dashboard/list/', intercept: { url: '/api/v1/dashboard/', answer: 'failure' } },
  { name: 'charts', path: '/chart/list/' },
  { name: 'charts-cards', path: '/chart/list/?viewMode=card' },
  { name: 'charts-selected', path: '/chart/list/', only: 'desktop', prepare: steps.selectRows },
  { name: 'charts-deleted', path: '/chart/list/', prepare: steps.deleteAndUndo },
  { name: 'charts-nothing', path: "/chart/list/?filters=(search:'no chart is called this')" },
  { name: 'charts-loading', path: '/chart/list/', intercept: { url: '/api/v1/chart/', answer: 'never' } },
  { name: 'datasets', path: '/tablemodelview/list/' },
  { name: 'databases', path: '/databaseview/list/' },
  { name: 'database-kinds', path: '/database/add/' },
  { name: 'database-connection', path: '/database/add/', prepare: steps.choosePostgres },
  { name: 'upload', path: '/csvtodatabaseview/form' },
  { name: 'upload-preview', path: '/csvtodatabaseview/form', prepare: steps.upload('sales.csv', steps.raggedSales()) },
  { name: 'upload-failing', path: '/csvtodatabaseview/form', prepare: steps.upload('empty.csv', '') },
  { name: 'dataset-editor', path: (facts) => `/tablemodelview/edit/${facts.datasetId}` },
  {
    name: 'dataset-editor-columns',
    path: (facts) => `/tablemodelview/edit/${facts.datasetId}`,
    prepare: steps.openColumns,
  },
  { name: 'users', path: '/users/list/' },
  { name: 'own-account', path: '/user_info/' },
  { name: 'api-key-new', path: '/user_info/', prepare: steps.openNewApiKey },
  { name: 'action-log', path: '/actionlog/list/' },
  { name: 'groups', path: '/list_groups/' },
  { name: 'group-new', path: '/list_groups/', prepare: steps.openNewGroup },
  { name: 'roles', path: '/roles/list/' },
  { name: 'role-new', path: '/roles/list/', prepare: steps.openNewRole },
  { name: 'annotation-layers', path: '/annotationlayer/list/' },
  { name: 'css-templates', path: '/csstemplatemodelview/list/' },
  { name: 'trash', path: '/trash/list/' },
  { name: 'themes', path: '/theme/list/' },
  { name: 'theme-new', path: '/theme/list/', prepare: steps.openNewTheme },
  { name: 'tags', path: '/superset/tags/' },
  { name: 'annotation-layer-new', path: '/annotationlayer/list/', server: 'empty', prepare: steps.openNewLayer },
  { name: 'api', path: '/swagger/v1' },
  { name: 'new-chart', path: '/chart/add' },
  { name: 'new-dataset', path: '/dataset/add/' },
  { name: 'query-history', path: '/superset/sqllab/history/' },
  { name: 'page-not-found', path: '/no/such/page' },
  { name: 'saved-queries', path: '/savedqueryview/list/' },
  { name: 'dashboard', path: (facts) => facts.dashboardPath },
  {
    name: 'dashboard-edit',
    path: (facts) => `${facts.dashboardPath}?edit=true`,
    only: 'desktop',
    prepare: steps.showAllCharts,
  },
  {
    name: 'dashboard-edit-dragging',
    path: (facts) => `${facts.dashboardPath}?edit=true`,
    only: 'desktop',
    prepare: steps.dragChart,
  },
  {
    name: 'dashboard-edit-new-chart',
    path: '/dashboard/new/',
    only: 'desktop',
    prepare: steps.beginChartOnCanvas,
  },
  { name: 'dashboard-first', path: '/dashboard/new/', only: 'desktop', prepare: steps.proposeDashboard },
  {
    name: 'dashboard-filter-settings',
    path: '/superset/dashboard/sales/',
    only: 'desktop',
    prepare: steps.openFilterSettings,
  },
  { name: 'dashboard-tooltip', path: '/superset/dashboard/sales/', prepare: steps.showTooltip },
  { name: 'dashboard-cross-filtered', path: '/superset/dashboard/sales/', prepare: steps.crossFilter },
  { name: 'page-forbidden', path: '/users/list/', server: 'team', prepare: steps.enterAsReader },
  { name: 'access-ask', path: (facts) => facts.dashboardPath, server: 'team', prepare: steps.askForAccess },
  {
    name: 'access-requests',
    path: (facts) => facts.dashboardPath,
    server: 'team',
    prepare: steps.openAccessRequests,
  },
  { name: 'dashboard-filters', path: '/superset/dashboard/sales/', only: 'phone', prepare: steps.openFilterSheet },
  { name: 'dashboard-filter-sets', path: '/superset/dashboard/sales/', prepare: steps.openFilterSets },
  { name: 'dashboard-menu', path: (facts) => facts.dashboardPath, prepare: steps.openChartMenu },
  { name: 'dashboard-rows', path: (facts) => facts.dashboardPath, prepare: steps.openChartRows },
  { name: 'dashboard-properties', path: (facts) => facts.dashboardPath, prepare: steps.openProperties },
  { name: 'dashboard-embedding', path: (facts) => facts.dashboardPath, prepare: dialogSteps.openEmbedding },
  { name: 'alert-new', path: '/alert/list/', prepare: dialogSteps.writeAlert },
  { name: 'dashboard-nothing', path: steps.pathToNothing },
  {
    name: 'dashboard-conflict',
    path: (facts) => facts.dashboardPath,
    server: 'team',
    prepare: steps.saveAfterSomebody,
  },
  {
    name: 'dashboard-edit-conflict',
    path: (facts) => `${facts.dashboardPath}?edit=true`,
    server: 'team',
    only: 'desktop',
    prepare: steps.saveLayoutAfterSomebody,
  },
  { name: 'dashboard-loading', path: (facts) => facts.dashboardPath, intercept: { url: charts, answer: 'never' } },
  { name: 'dashboard-failing', path: (facts) => facts.dashboardPath, intercept: { url: charts, answer: 'failure' } },
  { name: 'explore', path: (facts) => `/explore/?slice_id=${facts.chartId}` },
  {
    name: 'explore-gallery',
    path: (facts) => `/explore/?slice_id=${facts.chartId}`,
    prepare: steps.openGallery,
  },
  {
    name: 'explore-save',
    path: (facts) => `/explore/?slice_id=${facts.chartId}`,
    prepare: steps.openSaveDialog,
  },
  {
    name: 'explore-metric',
    path: (facts) => `/explore/?slice_id=${facts.chartId}`,
    prepare: steps.openMetricEditor,
  },
  {
    name: 'explore-time-range',
    path: (facts) => `/explore/?slice_id=${facts.chartId}`,
    prepare: steps.openTimeRange,
  },
  {
    name: 'explore-failing',
    path: (facts) => `/explore/?slice_id=${facts.chartId}`,
    intercept: { url: charts, answer: 'failure' },
  },
  { name: 'explore-notes', path: (facts) => steps.pathToSeries(facts, steps.notes) },
  { name: 'explore-panels', path: (facts) => steps.pathToSeries(facts, { panel_by: 'country', groupby: [] }) },
  { name: 'sql-editor', path: '/superset/sqllab/' },
  {
    name: 'sql-editor-result',
    path: '/superset/sqllab/',
    only: 'desktop',
    prepare: sqlSteps.runSql(
      "SELECT date_trunc('week', ordered_at)::DATE AS week, channel,\n       sum(revenue) AS revenue, count(*) AS orders,\n       avg(CASE WHEN is_returned THEN 1.0 ELSE 0 END) AS return_rate\nFROM orders\nGROUP BY ALL\nORDER BY week DESC, channel",
    ),
  },
  {
    name: 'sql-editor-statements',
    path: '/superset/sqllab/',
    prepare: sqlSteps.runSql(
      "SELECT channel, count(*) AS orders FROM orders GROUP BY 1;\nSELECT 'x'::INTEGER AS broken",
    ),
  },
  { name: 'sql-editor-preview', path: '/superset/sqllab/', prepare: sqlSteps.writeSql },
  { name: 'sql-editor-chart', path: '/superset/sqllab/', prepare: sqlSteps.drawResult },
  { name: 'sql-editor-column', path: '/superset/sqllab/', only: 'desktop', prepare: sqlSteps.openColumn },
  { name: 'sql-editor-comparison', path: '/superset/sqllab/', only: 'desktop', prepare: sqlSteps.compareResults },
  { name: 'sql-editor-parameters', path: '/superset/sqllab/', prepare: sqlSteps.fillParameters },
  { name: 'sql-editor-history', path: '/superset/sqllab/', prepare: sqlSteps.searchHistory },
  { name: 'sql-editor-versions', path: '/superset/sqllab/', prepare: sqlSteps.openVersions },
  { name: 'sql-editor-value', path: '/superset/sqllab/', only: 'desktop', prepare: sqlSteps.openValue },
  { name: 'sql-editor-plan', path: '/superset/sqllab/', only: 'desktop', prepare: sqlSteps.openPlan },
  { name: 'schedules', path: '/schedule/list/' },
  {
    name: 'sql-editor-conflict',
    path: '/superset/sqllab/',
    server: 'team',
    only: 'desktop',
    prepare: sqlSteps.saveQueryAfterSomebody,
  },
  {
    name: 'sql-editor-error',
    path: '/superset/sqllab/',
    only: 'desktop',
    prepare: sqlSteps.runSql('select nothing_like_it from orders'),
  },
  ...exampleTypes.map((type) => ({
    name: `explore-${type}`,
    path: (facts: ScreenFacts) => `/explore/?slice_id=${facts.chartOfType[type] ?? facts.chartId}`,
    only: 'desktop' as const,
  })),
  { name: 'menu', path: '/superset/welcome/', only: 'phone', prepare: steps.openDrawer },
  { name: 'account-menu', path: '/superset/welcome/', prepare: steps.openAccountMenu },
  { name: 'shortcuts', path: '/superset/welcome/', only: 'desktop', prepare: steps.openShortcuts },
  { name: 'command-palette-search', path: '/superset/welcome/', prepare: steps.searchInPalette },
  { name: 'command-palette', path: '/superset/welcome/', only: 'desktop', prepare: steps.openPalette },
];
