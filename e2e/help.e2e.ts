import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

test('the help is reached from the account’s menu and the palette, and leads back', async ({ adminPage: page }) => {
  await page.goto('/superset/welcome/');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click();
  await expect(page).toHaveURL(/\/help\/index\.html$/);
  await page.getByRole('link', { name: 'Back to Powerset' }).click();
  await expect(page.getByRole('heading', { name: 'Recents' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('help');
  await page.getByRole('option', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
});

test('whoever is not signed in finds by keyboard alone what the help says, and nothing of it is refused by the page’s policy', async ({
  page,
  server,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto(`${server.url}/help/`);
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search the help' });
  await expect(field).toBeFocused();
  await page.keyboard.type('row-level rule');
  const found = page.locator('#found');
  await expect(found.getByRole('status')).toHaveText(/^Found: \d+$/);
  await expect(found.getByRole('link').first()).toContainText('Which rows');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(found.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/people\.html#which-rows$/);
  await expect(page.getByRole('heading', { name: 'Which rows' })).toBeInViewport();
  await page.getByRole('searchbox').fill('zzz nothing has this');
  await expect(page.getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status')).toBeHidden();
  await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)>');
  await expect(page.getByRole('status')).toHaveText('Nothing found');
  expect(refused).toEqual([]);
  const missing = await page.goto(`${server.url}/help/no-such-page.html`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing on the pages of the help, ${theme}, and pictures are those of the theme`, async ({
    page,
    server,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${server.url}/help/`);
    const names = await page.locator('#pages a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(names.length).toBeGreaterThan(30);
    const long = /^(decisions|requirements|access-matrix)/;
    for (const name of names.filter((found) => !long.test(found ?? ''))) {
      await page.goto(`${server.url}/help/${name}`);
      expect(await findAccessibilityFaults(page), name ?? '').toEqual([]);
    }
    await page.goto(`${server.url}/help/tour.html`);
    await expect(page.locator('img.in-dark').first()).toBeVisible({ visible: theme === 'dark' });
    await expect(page.locator('img.in-light').first()).toBeVisible({ visible: theme === 'light' });
  });

test('on a phone the pages are behind a button, nothing is wider than the screen, and the field speaks the reader’s language', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('powerset.language', 'de'));
  await page.goto(`${server.url}/help/configuration.html`);
  await expect(page.getByRole('searchbox', { name: 'Hilfe durchsuchen' })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Seiten' });
  await expect(pages).toBeHidden();
  await page.getByRole('button', { name: 'Seiten' }).click();
  await expect(pages.getByRole('link', { name: 'Operating' })).toBeVisible();
  for (const name of ['configuration', 'databases', 'charts', 'access-matrix']) {
    await page.goto(`${server.url}/help/${name}.html`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
  }
});
