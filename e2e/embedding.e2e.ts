import type { Page } from '@playwright/test';
import { SignJWT } from 'jose';
import { type HostPage, openHostPage } from './host-page.ts';
import { expect, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';
import { reactHostScript } from './react-host.ts';

const secret = 'a secret of the journey, known to the host as well';
const filterId = 'NATIVE_FILTER-country';

let own: OwnServer;
let host: HostPage;
let uuid: string;

/** The host's own server signs tokens with the key that both know. */
function signToken(seconds: number, more: object = {}): Promise<string> {
  const claims = {
    user: { username: 'customer 7' },
    resources: [{ type: 'dashboard', id: uuid }],
    rls_rules: [{ clause: "country <> 'Spain'" }],
    type: 'guest',
    aud: 'powerset',
    ...more,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(new TextEncoder().encode(secret));
}

function positionsOf(charts: readonly number[]) {
  const tab = (id: string, row: string, text: string) => ({
    [id]: { id, type: 'TAB', children: [row], parents: ['ROOT_ID', 'TABS-1'], meta: { text } },
  });
  const row = (id: string, parent: string, chartId: number | undefined) => ({
    [id]: { id, type: 'ROW', children: [`CHART-${id}`], parents: ['ROOT_ID', 'TABS-1', parent], meta: {} },
    [`CHART-${id}`]: {
      ...{ id: `CHART-${id}`, type: 'CHART', children: [], parents: ['ROOT_ID', 'TABS-1', parent, id] },
      meta: { chartId, width: 12, height: 180 },
    },
  });
  return {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
    'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b'], parents: ['ROOT_ID'], meta: {} },
    ...tab('TAB-a', 'ROW-a', 'By channel'),
    ...tab('TAB-b', 'ROW-b', 'By country'),
    ...row('ROW-a', 'TAB-a', charts[0]),
    ...row('ROW-b', 'TAB-b', charts[1]),
  };
}

test.beforeEach(async () => {
  own = await openOwnServer({ POWERSET_GUEST_TOKEN_JWT_SECRET: secret });
  const filter = {
    ...{ id: filterId, name: 'Country', type: 'NATIVE_FILTER', filterType: 'filter_select' },
    targets: [{ datasetId: own.datasetId, column: { name: 'country' } }],
    ...{ scope: { rootPath: ['ROOT_ID'], excluded: [] }, controlValues: { multiSelect: true }, defaultDataMask: {} },
    cascadeParentIds: [],
  };
  const json_metadata = JSON.stringify({
    positions: positionsOf(own.chartIds),
    native_filter_configuration: [filter],
  });
  const saved = await own.admin.put(`/api/v1/dashboard/${own.dashboardId}`, { json_metadata });
  expect(saved.status, saved.text).toBe(200);
  const embedded = await own.admin.post(`/api/v1/dashboard/${own.dashboardId}/embedded`, { allowed_domains: [] });
  uuid = embedded.json.result.uuid;
});
test.afterEach(async () => {
  await host.close();
  await own.running.stop();
});

const allow = (...sites: readonly string[]) =>
  own.admin.put(`/api/v1/dashboard/${own.dashboardId}/embedded`, { allowed_domains: sites });
const openWith = async (page: Page, config?: object) => {
  await page.goto(`${host.origin}/${config ? `?config=${encodeURIComponent(JSON.stringify(config))}` : ''}`);
  return page.frameLocator('iframe');
};

type Board = Record<
  'getScrollSize' | 'getActiveTabs' | 'getDataMask' | 'getDashboardPermalink' | 'getChartDataPayloads',
  (argument?: unknown) => Promise<unknown>
> & { readonly setThemeMode: (mode: string) => void; readonly setThemeConfig: (config: object) => void };

/** Asks the dashboard through the library. */
const ask = (page: Page, method: keyof Board, argument?: unknown) =>
  page.evaluate(
    async ([name, given]) => {
      const board = await (window as unknown as { board: Promise<Board> }).board;
      return board[name as keyof Board](given as never) as unknown;
    },
    [method, argument] as const,
  );

test('a page of another site shows a dashboard by the published library: it asks, hears and decides how it looks', async ({
  page,
}) => {
  host = await openHostPage({ uuid, productUrl: own.url, makeToken: () => signToken(300) });
  await allow(host.origin);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  const board = await openWith(page, { emitDataMasks: true, filters: { visible: true, expanded: true } });
  const card = (name: string) => board.getByRole('article', { name });

  await test.step('it is drawn without the product around it', async () => {
    await expect(board.getByRole('heading', { level: 1 })).toHaveText('House');
    await expect(card('Pieces by channel')).toHaveAttribute('data-chart-state', 'ready');
    await expect(board.getByRole('link', { name: 'Dashboards' })).toHaveCount(0);
    await card('Pieces by channel').getByRole('button', { name: 'More actions' }).click();
    await expect(board.getByRole('menuitem', { name: 'View as table' })).toBeVisible();
    await expect(board.getByRole('menuitem', { name: /View query|Edit chart|Export|Drill/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(board.getByRole('button', { name: /Edit dashboard|Add to favorites|Share/ })).toHaveCount(0);
  });
  await test.step('the page asks for its size, tabs, what it asks, and a link', async () => {
    const size = (await ask(page, 'getScrollSize')) as { width: number; height: number };
    expect(size.width).toBe(page.viewportSize()?.width);
    // The chart is higher than the frame.
    expect(size.height).toBeGreaterThan(page.viewportSize()?.height ?? 0);
    expect(await ask(page, 'getActiveTabs')).toEqual(['TAB-a']);
    await board.getByRole('tab', { name: 'By country' }).click();
    await expect(card('Pieces by country')).toHaveAttribute('data-chart-state', 'ready');
    expect(await ask(page, 'getActiveTabs')).toEqual(['TAB-b']);
    const [chartId] = own.chartIds;
    expect(await ask(page, 'getChartDataPayloads', { chartId })).toHaveProperty(`${chartId}.queries`);
    expect(await ask(page, 'getDashboardPermalink', 'TAB-b')).toMatch(
      new RegExp(`^${host.origin}/share/[A-Za-z0-9_-]{10,}$`),
    );
  });
  await test.step('a filter offers what the token leaves, and the page hears what is chosen', async () => {
    await board.getByRole('combobox', { name: 'Country' }).click();
    const options = board.locator('[role=option][aria-posinset]');
    await expect(options).toHaveText(['France', 'Germany']);
    await options.filter({ hasText: 'France' }).click();
    await page.keyboard.press('Escape');
    await board.getByRole('button', { name: 'Apply filters' }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard.at(-1)))
      .toMatchObject({
        [filterId]: { filterState: { value: ['France'] } },
        nativeFiltersChanged: true,
        crossFiltersChanged: false,
      });
    expect(await ask(page, 'getDataMask')).toMatchObject({ [filterId]: { filterState: { value: ['France'] } } });
  });
  await test.step('a link brings the state back', async () => {
    const link = String(await ask(page, 'getDashboardPermalink', ''));
    const again = await openWith(page, { urlParams: { permalink_key: link.split('/').at(-1) } });
    await expect(again.getByRole('tab', { name: 'By country' })).toHaveAttribute('aria-selected', 'true');
    expect(await ask(page, 'getDataMask')).toMatchObject({ [filterId]: { filterState: { value: ['France'] } } });
  });
  await test.step('it is as bare, dark and German as the page wants it', async () => {
    const bare = await openWith(page, {
      ...{ hideTitle: true, hideTab: true, hideChartControls: true, filters: { visible: false } },
      urlParams: { themeMode: 'dark', locale: 'de' },
    });
    await expect(bare.getByRole('article', { name: 'Pieces by channel' })).toHaveAttribute('data-chart-state', 'ready');
    await expect(bare.getByRole('heading', { level: 1 })).toHaveCount(0);
    await expect(bare.getByRole('tab')).toHaveCount(0);
    await expect(bare.getByRole('button')).toHaveCount(0);
    await expect(bare.getByRole('combobox')).toHaveCount(0);
    await expect(bare.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(bare.locator('html')).toHaveAttribute('lang', 'de');
    await ask(page, 'setThemeMode', 'default');
    await expect(bare.locator('html')).toHaveAttribute('data-theme', 'light');
    await ask(page, 'setThemeConfig', { algorithm: 'dark', token: { colorPrimary: '#ff0055' } });
    await expect(bare.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(bare.locator('html')).toHaveCSS('--accent', '#ff0055');
  });
  expect(refused).toEqual([]);
});

test('a guest goes on with the token that the page fetches before the old one ends', async ({ page }) => {
  const tokens: string[] = [];
  const makeToken = async (time: number) => {
    const token = await signToken(time === 1 ? 9 : 300);
    tokens.push(token);
    return token;
  };
  host = await openHostPage({ uuid, productUrl: own.url, makeToken });
  const board = await openWith(page);
  await expect(board.getByRole('article', { name: 'Pieces by channel' })).toHaveAttribute('data-chart-state', 'ready');
  await expect.poll(() => host.tokensAsked()).toBe(2);
  const asked = page.waitForRequest((request) => request.url().endsWith('/chart/data/batch'));
  await board.getByRole('tab', { name: 'By country' }).click();
  expect((await asked).headers()['x-guesttoken']).toBe(tokens[1]);
  await expect(board.getByRole('article', { name: 'Pieces by country' })).toHaveAttribute('data-chart-state', 'ready');
});

test('a guest whose token has ended is told what helps, and is led nowhere that is out of reach', async ({ page }) => {
  host = await openHostPage({ uuid, productUrl: own.url, makeToken: (time) => signToken(time === 1 ? 12 : -10) });
  const board = await openWith(page);
  const card = board.getByRole('article', { name: 'Pieces by channel' });
  await expect(card).toHaveAttribute('data-chart-state', 'ready');
  await expect(board.getByText('Published')).toHaveCount(0);
  await expect(async () => {
    await board.getByRole('button', { name: 'Refresh dashboard' }).click();
    await expect(card).toHaveAttribute('data-chart-state', 'error', { timeout: 2000 });
  }).toPass();
  await expect(card.getByText(/^Load the page anew/)).toBeVisible();
  await expect(card.getByRole('link', { name: 'Edit chart' })).toHaveCount(0);
});

test('a dashboard is not shown on other sites, for tokens that are none, nor when it is embedded no more', async ({
  page,
}) => {
  let make: () => Promise<string> = () => signToken(300);
  host = await openHostPage({ uuid, productUrl: own.url, makeToken: () => make() });
  await test.step('a site that is not named gets nothing', async () => {
    await allow('https://elsewhere.example.com');
    const refusal = page.waitForResponse((answer) => answer.url().includes('/embedded/'));
    await openWith(page);
    expect((await refusal).status()).toBe(403);
    await expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
  });
  await test.step('a forged token opens nothing, and the page says so', async () => {
    await allow(host.origin);
    make = async () => `${await signToken(300)}x`;
    const board = await openWith(page);
    await expect(board.getByText('The page around this one gave no valid token')).toBeVisible();
  });
  await test.step('nor does one of another dashboard', async () => {
    make = () => signToken(300, { resources: [{ type: 'dashboard', id: crypto.randomUUID() }] });
    const board = await openWith(page);
    await expect(board.getByText('This dashboard is not shown here')).toBeVisible();
  });
  await test.step('by itself the page shows nothing', async () => {
    await page.goto(`${own.url}/embedded/${uuid}`);
    await expect(page.getByText('Opened by itself it shows nothing.')).toBeVisible();
  });
});

test('whoever may embed a dashboard names the sites, finds its name and the code, and ends it after a question', async ({
  page,
  context,
}) => {
  host = await openHostPage({ uuid, productUrl: own.url, makeToken: () => signToken(300) });
  await own.admin.delete(`/api/v1/dashboard/${own.dashboardId}/embedded`);
  await own.enter(context);
  await page.goto(own.address);
  const openDialog = async () => {
    await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Embed dashboard' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Embed dashboard' });
  await openDialog();
  await test.step('what is no site is refused beside the field', async () => {
    await dialog.getByLabel('Allowed domains').fill('shop.example.com');
    await dialog.getByRole('button', { name: 'Enable embedding' }).click();
    await expect(dialog.getByRole('alert')).toContainText('this is none: shop.example.com');
  });
  await test.step('sites are kept, and the name and the code are shown', async () => {
    await dialog.getByLabel('Allowed domains').fill(`${host.origin}/\nhttps://*.example.com`);
    await dialog.getByRole('button', { name: 'Enable embedding' }).click();
    await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeVisible();
    const { result } = (await own.admin.get(`/api/v1/dashboard/${own.dashboardId}/embedded`)).json;
    expect(result.allowed_domains).toEqual([host.origin, 'https://*.example.com']);
    await expect(dialog.locator('code').filter({ hasText: result.uuid }).first()).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'On the page' })).toContainText(`id: '${result.uuid}'`);
    const withReact = dialog.getByRole('region', { name: 'With React' });
    for (const part of [`id="${result.uuid}"`, `server="${own.url}"`]) await expect(withReact).toContainText(part);
    // What it tells to copy is there, and holds what it tells to import.
    const [, address = ''] = /curl -o EmbeddedDashboard\.tsx (\S+)/.exec((await withReact.textContent()) ?? '') ?? [];
    expect(address).toBe(`${own.url}/embedded-react.tsx`);
    expect(await (await page.request.get(address)).text()).toMatch(/^export (const|function) EmbeddedDashboard\b/m);
    await expect(dialog.getByLabel('Allowed domains')).toHaveValue(`${host.origin}\nhttps://*.example.com`);
  });
  await test.step('it ends after a question, and begins anew under another name', async () => {
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('alertdialog', { name: 'Deactivate embedding?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByRole('button', { name: 'Enable embedding' })).toBeVisible();
    expect((await own.admin.get(`/api/v1/dashboard/${own.dashboardId}/embedded`)).status).toBe(404);
  });
});

test('a page that is written with React shows it by our component: it asks, hears, changes its look and lets go', async ({
  page,
}) => {
  const tokens: string[] = [];
  const script = await reactHostScript({ uuid, productUrl: own.url });
  const makeToken = async (time: number) => {
    const token = await signToken(time <= 2 ? 14 : 300);
    tokens.push(token);
    return token;
  };
  host = await openHostPage({ uuid, productUrl: own.url, makeToken, script });
  await allow(host.origin);
  await page.goto(host.origin);
  const board = page.frameLocator('iframe[title="Board"]');
  await expect(board.getByRole('article', { name: 'Pieces by channel' })).toHaveAttribute('data-chart-state', 'ready');
  const inPage = <T>(work: (host: ReactHost) => T | Promise<T>) => page.evaluate(work as never) as Promise<T>;
  await test.step('in the language and without the title that it wants, and the page asks', async () => {
    await expect(board.locator('html')).toHaveAttribute('lang', 'de');
    await expect(board.getByRole('heading', { level: 1, name: 'House' })).toHaveCount(0);
    expect(await inPage(() => (window as unknown as ReactHost).board.handle.current.getActiveTabs())).toEqual([
      'TAB-a',
    ]);
    const link = await inPage(() =>
      (window as unknown as ReactHost).board.handle.current.getDashboardPermalink('TAB-b'),
    );
    expect(link).toMatch(new RegExp(`^${host.origin}/share/[A-Za-z0-9_-]{10,}$`));
  });
  await test.step('it changes its look without being loaded anew', async () => {
    await board.locator('html').evaluate((root) => root.setAttribute('data-seen', 'yes'));
    await inPage(() => (window as unknown as ReactHost).board.setMode('dark'));
    await expect(board.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(board.locator('html')).toHaveAttribute('data-seen', 'yes');
  });
  await test.step('goes on with the token that comes before the old one ends', async () => {
    await expect.poll(() => host.tokensAsked(), { timeout: 20_000 }).toBeGreaterThan(2);
    const asked = page.waitForRequest((request) => request.url().endsWith('/chart/data/batch'));
    await board.getByRole('tab', { name: 'By country' }).click();
    expect((await asked).headers()['x-guesttoken']).toBe(tokens.at(-1));
    expect(await inPage(() => (window as unknown as ReactHost).failed)).toEqual([]);
  });
  await test.step('and nothing of it is left once the page shows something else', async () => {
    await inPage(() => (window as unknown as ReactHost).board.setIsThere(false));
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.getByText('closed')).toBeVisible();
  });
});

interface ReactHost {
  readonly failed: readonly string[];
  readonly board: {
    readonly handle: {
      readonly current: Record<'getActiveTabs' | 'getDashboardPermalink', (anchor?: string) => Promise<unknown>>;
    };
    readonly setMode: (mode: string) => void;
    readonly setIsThere: (isThere: boolean) => void;
  };
}
