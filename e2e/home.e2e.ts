import { signInWithToken, testAdmin } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

test('home shows the last changed objects, chosen by six filters that the browser keeps [LST-011] [LST-012] [LST-014]', async ({
  adminPage: page,
  api,
  server,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.route('**/api/v1/log/recent_activity/**', (route) => route.fulfill({ json: { result: [] } }));
  const recents = page.getByRole('region', { name: 'Recents' });
  await test.step('before anything was looked at, three of the five last changed', async () => {
    await page.goto('/superset/welcome/');
    await expect(recents.getByRole('listitem')).toHaveCount(3);
    await expect(recents).toContainText('Nothing viewed yet: these were edited last.');
    const q = /order_column:changed_on_delta_humanized,order_direction:desc,page:0,page_size:5/;
    for (const name of ['dashboard', 'chart'])
      expect(asked.some((url) => url.includes(`/api/v1/${name}/?q=`) && q.test(url))).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
  await test.step('six filters, each with its own question', async () => {
    await expect(recents.getByRole('radio')).toHaveText(['Viewed', 'Edited', 'Created', 'Favorite', 'Mine', 'Other']);
    const me = (await api.get('/api/v1/me/')).json.result.id;
    const questions = [
      ['Edited', `(col:changed_by,opr:rel_o_m,value:${me})`],
      ['Created', `(col:created_by,opr:rel_o_m,value:${me})`],
      ['Favorite', '(col:id,opr:chart_is_favorite,value:!t)'],
      ['Mine', `(col:owners,opr:rel_m_m,value:${me})`],
    ] as const;
    for (const [name, question] of questions) {
      await recents.getByRole('radio', { name }).click();
      await expect.poll(() => asked.some((url) => url.includes(question)), { message: name }).toBe(true);
    }
  });
  await test.step('a star puts a dashboard among the favourites, and the filter is kept', async () => {
    const { id, dashboard_title: title } = (await api.get('/api/v1/dashboard/sales')).json.result;
    await api.post(`/api/v1/dashboard/${id}/favorites/`, {});
    await recents.getByRole('radio', { name: 'Favorite' }).click();
    await page.reload();
    await expect(recents.getByRole('radio', { name: 'Favorite' })).toHaveAttribute('aria-checked', 'true');
    await expect(recents.getByRole('link', { name: title })).toBeVisible();
    await api.delete(`/api/v1/dashboard/${id}/favorites/`);
  });
  expect((await (await signInWithToken(server.url, testAdmin)).get('/api/v1/me/')).status).toBe(200);
});

test('the palette finds objects, tables and actions by keyboard alone, and remembers what was opened', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/welcome/');
  await expect(page.getByRole('heading', { name: 'Recents' })).toBeVisible();
  const find = page.getByRole('button', { name: /Search or run a command/ });
  await find.focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type('orders');
  await expect(palette.getByRole('group', { name: 'Tables' }).getByRole('option', { name: /^orders/ })).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Datasets' }).getByRole('option')).not.toHaveCount(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(find).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sales over');
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/Sales overview/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/superset\/dashboard\//);
  await page.goto('/chart/list/');
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Sales overview/]);
  await page.keyboard.type('dark theme');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Switch to the dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('what is typed while the palette is on its way stands in it, and keys of the page do not answer', async ({
  adminPage: page,
}) => {
  let release = () => {};
  const isAsked = new Promise<void>((resolve) => {
    void page.route(/AppPalette-.*\.js/, async (route) => {
      resolve();
      await new Promise<void>((done) => {
        release = done;
      });
      await route.continue();
    });
  });
  await page.goto('/superset/welcome/');
  await expect(page.getByRole('heading', { name: 'Recents' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await isAsked;
  await page.keyboard.type('Sales/?');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  release();
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  await expect(palette.getByRole('combobox')).toHaveValue('Sales');
  await page.keyboard.type(' over');
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/Sales overview/);
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('the page of the API is dark where the application is', async ({ adminPage: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/swagger/v1');
  await expect(page.getByRole('heading', { name: /Powerset/ })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark-mode/);
  await page.evaluate(() => localStorage.setItem('powerset.theme', 'light'));
  await page.reload();
  await expect(page.getByRole('heading', { name: /Powerset/ })).toBeVisible();
  await expect(page.locator('html')).not.toHaveClass(/dark-mode/);
});
