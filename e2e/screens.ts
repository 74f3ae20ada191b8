import type { Page } from '@playwright/test';

/** Which server a screen is taken from: with the example data, with none, or before the first administrator. */
export type ScreenServer = 'examples' | 'empty' | 'fresh';

export interface ScreenFacts {
  readonly url: string;
  /** Address of the first example dashboard. */
  readonly dashboardPath: string;
  readonly chartId: number;
  /** A chart of each type among the examples. */
  readonly chartOfType: Readonly<Record<string, number>>;
  readonly datasetId: number;
  /** The page that the terminal names at first start. */
  readonly setUpPath: string;
}

export interface Screen {
  readonly name: string;
  readonly path: string | ((facts: ScreenFacts) => string);
  /** `examples` unless said. */
  readonly server?: ScreenServer;
  readonly isSignedOut?: boolean;
  /** Only at this size; both unless said. */
  readonly only?: 'desktop' | 'phone';
  /** Steps from the opened page to the picture. */
  readonly prepare?: (page: Page) => Promise<void>;
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
  { name: 'session-ended', path: '/superset/welcome/', prepare: endSession },
  { name: 'home-empty', path: '/superset/welcome/', server: 'empty' },
  { name: 'dashboards', path: '/dashboard/list/' },
  { name: 'dashboards-empty', path: '/dashboard/list/', server: 'empty' },
  { name: 'dashboards-failing', path: '/dashboard/list/', intercept: { url: '/api/v1/dashboard/', answer: 'failure' } },
  { name: 'charts', path: '/chart/list/' },
  { name: 'charts-cards', path: '/chart/list/?viewMode=card' },
  { name: 'charts-selected', path: '/chart/list/', only: 'desktop', prepare: selectRows },
  { name: 'charts-deleted', path: '/chart/list/', prepare: deleteAndUndo },
  { name: 'charts-nothing', path: "/chart/list/?filters=(search:'no chart is called this')" },
  { name: 'charts-loading', path: '/chart/list/', intercept: { url: '/api/v1/chart/', answer: 'never' } },
  { name: 'datasets', path: '/tablemodelview/list/' },
  { name: 'databases', path: '/databaseview/list/' },
  { name: 'database-kinds', path: '/database/add/' },
  { name: 'database-connection', path: '/database/add/', prepare: choosePostgres },
  { name: 'upload', path: '/csvtodatabaseview/form' },
  { name: 'upload-preview', path: '/csvtodatabaseview/form', prepare: upload('sales.csv', raggedSales()) },
  { name: 'upload-failing', path: '/csvtodatabaseview/form', prepare: upload('empty.csv', '') },
  { name: 'dataset-editor', path: (facts) => `/tablemodelview/edit/${facts.datasetId}` },
  { name: 'new-chart', path: '/chart/add' },
  { name: 'new-dataset', path: '/dataset/add/' },
  { name: 'query-history', path: '/superset/sqllab/history/' },
  { name: 'page-not-found', path: '/no/such/page' },
  { name: 'saved-queries', path: '/savedqueryview/list/' },
  { name: 'dashboard', path: (facts) => facts.dashboardPath },
  { name: 'dashboard-edit', path: (facts) => `${facts.dashboardPath}?edit=true`, only: 'desktop' },
  {
    name: 'dashboard-filter-settings',
    path: '/superset/dashboard/sales/',
    only: 'desktop',
    prepare: openFilterSettings,
  },
  { name: 'dashboard-filters', path: '/superset/dashboard/sales/', only: 'phone', prepare: openFilterSheet },
  { name: 'dashboard-filter-sets', path: '/superset/dashboard/sales/', only: 'desktop', prepare: openFilterSets },
  { name: 'dashboard-loading', path: (facts) => facts.dashboardPath, intercept: { url: charts, answer: 'never' } },
  { name: 'dashboard-failing', path: (facts) => facts.dashboardPath, intercept: { url: charts, answer: 'failure' } },
  { name: 'explore', path: (facts) => `/explore/?slice_id=${facts.chartId}` },
  {
    name: 'explore-failing',
    path: (facts) => `/explore/?slice_id=${facts.chartId}`,
    intercept: { url: charts, answer: 'failure' },
  },
  { name: 'sql-editor', path: '/superset/sqllab/' },
  {
    name: 'sql-editor-result',
    path: '/superset/sqllab/',
    only: 'desktop',
    prepare: runSql(
      "SELECT date_trunc('week', ordered_at)::DATE AS week, channel,\n       sum(revenue) AS revenue, count(*) AS orders,\n       avg(CASE WHEN is_returned THEN 1.0 ELSE 0 END) AS return_rate\nFROM orders\nGROUP BY ALL\nORDER BY week DESC, channel",
    ),
  },
  {
    name: 'sql-editor-error',
    path: '/superset/sqllab/',
    only: 'desktop',
    prepare: runSql('select nothing_like_it from orders'),
  },
  ...exampleTypes.map((type) => ({
    name: `explore-${type}`,
    path: (facts: ScreenFacts) => `/explore/?slice_id=${facts.chartOfType[type] ?? facts.chartId}`,
    only: 'desktop' as const,
  })),
  { name: 'command-palette-search', path: '/superset/welcome/', prepare: searchInPalette },
  { name: 'command-palette', path: '/superset/welcome/', only: 'desktop', prepare: openPalette },
];

async function endSession(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.getByRole('radio', { name: 'Edited' }).click();
  await page.getByRole('dialog').waitFor();
}

async function selectRows(page: Page): Promise<void> {
  for (const row of [2, 5, 7]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
}

/** The message is taken back at the end, so that the next picture has the row. */
async function deleteAndUndo(page: Page): Promise<void> {
  await page.route('**/api/v1/chart/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: { message: 'OK' } }) : route.continue(),
  );
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function choosePostgres(page: Page): Promise<void> {
  await page.getByRole('button', { name: /PostgreSQL/ }).click();
}

function raggedSales(): string {
  const rows = Array.from(
    { length: 40 },
    (_, row) => `2026-01-${String((row % 28) + 1).padStart(2, '0')},Shop ${row % 3},${row * 7}.5`,
  );
  return [
    'day,shop,amount',
    ...rows.slice(0, 20),
    'broken,line,with,too,many,cells',
    'short',
    ...rows.slice(20),
    '',
  ].join('\n');
}

function upload(name: string, text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByLabel('Table name').or(page.getByRole('alert')).first().waitFor();
  };
}

async function openFilterSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter settings' }).click();
  await page.getByRole('menuitem', { name: 'Add/Edit Filters' }).click();
  await page.getByRole('dialog').waitFor();
}

async function openFilterSets(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter sets' }).click();
  await page.getByText('No filter sets yet').waitFor();
}

async function openFilterSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
}

async function searchInPalette(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.type('ord');
  await page
    .getByRole('option', { name: /^orders/ })
    .first()
    .waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

function runSql(sql: string): (page: Page) => Promise<void> {
  return async (page) => {
    const editor = page.locator('.cm-content').first();
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(sql);
    await page.keyboard.press('Control+Enter');
    await page.waitForLoadState('networkidle');
  };
}
