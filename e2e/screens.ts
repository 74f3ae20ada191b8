import type { Page } from '@playwright/test';

/** Which server a screen is taken from: with the example data, with none, or before the first administrator. */
export type ScreenServer = 'examples' | 'empty' | 'fresh';

export interface ScreenFacts {
  readonly url: string;
  /** Address of the first example dashboard. */
  readonly dashboardPath: string;
  readonly chartId: number;
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

/** Every screen with its states. A row here is a picture in docs/screenshots, in both themes and at both sizes. */
export const screens: readonly Screen[] = [
  { name: 'set-up', path: (facts) => facts.setUpPath, server: 'fresh', isSignedOut: true },
  { name: 'sign-in', path: '/login/', isSignedOut: true },
  { name: 'home', path: '/superset/welcome/' },
  { name: 'home-empty', path: '/superset/welcome/', server: 'empty' },
  { name: 'dashboards', path: '/dashboard/list/' },
  { name: 'dashboards-empty', path: '/dashboard/list/', server: 'empty' },
  { name: 'dashboards-failing', path: '/dashboard/list/', intercept: { url: '/api/v1/dashboard/', answer: 'failure' } },
  { name: 'charts', path: '/chart/list/' },
  { name: 'charts-loading', path: '/chart/list/', intercept: { url: '/api/v1/chart/', answer: 'never' } },
  { name: 'datasets', path: '/tablemodelview/list/' },
  { name: 'databases', path: '/databaseview/list/' },
  { name: 'saved-queries', path: '/savedqueryview/list/' },
  { name: 'dashboard', path: (facts) => facts.dashboardPath },
  { name: 'dashboard-edit', path: (facts) => `${facts.dashboardPath}?edit=true`, only: 'desktop' },
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
  { name: 'command-palette', path: '/superset/welcome/', only: 'desktop', prepare: openPalette },
];

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
