import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

let own: OwnServer;
test.beforeAll(async () => {
  own = await openOwnServer();
});
test.afterAll(() => own.running.stop());

const accent = (page: Page) => expect(page.locator('html'));
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20"/></svg>`;

async function choose(page: Page, name: string, action: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a theme is written while the page shows it, tried, made the look of the product, and taken back', async ({
  page,
  browser,
}) => {
  await own.enter(page.context());
  await page.goto(`${own.url}/theme/list/`);
  const home = page.getByRole('banner').getByRole('link', { name: /home$/ });

  await test.step('the page shows what is written, until the dialog is closed', async () => {
    await page.getByRole('button', { name: 'Theme', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Theme name').fill('Acme');
    await dialog.getByLabel('Product name').fill('Acme Insights');
    await dialog.getByLabel('Accent', { exact: true }).fill('#0a8f6a');
    await dialog.getByLabel('Upload a logo').setInputFiles({
      ...{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) },
    });
    await expect(dialog.getByLabel('Logo', { exact: true })).toHaveValue(/^\/api\/v1\/theme\/files\//);
    await expect(page.locator('header').getByText('Acme Insights')).toBeVisible();
    await accent(page).toHaveCSS('--accent', '#0a8f6a');
    await dialog.getByText('As JSON', { exact: true }).click();
    await dialog.getByLabel('Theme as JSON').fill('{"token": ');
    await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    const json = { token: { colorPrimary: '#a01060', brandAppName: 'Acme Insights' } };
    await dialog.getByLabel('Theme as JSON').fill(JSON.stringify(json));
    await expect(dialog.getByLabel('Accent', { exact: true })).toHaveValue('#a01060');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Acme' })).toBeVisible();
    await accent(page).not.toHaveCSS('--accent', '#a01060');
    await expect(home).toHaveAccessibleName('Powerset, home');
  });

  await test.step('a preview is of this tab alone and ends with its button', async () => {
    await choose(page, 'Acme', 'Preview');
    await accent(page).toHaveCSS('--accent', '#a01060');
    await page.getByRole('button', { name: 'End preview' }).click();
    await accent(page).not.toHaveCSS('--accent', '#a01060');
  });

  await test.step('everybody sees the look of the product, also who is not signed in', async () => {
    await choose(page, 'Acme', 'Make it the light look of the product');
    await expect(home).toHaveAccessibleName('Acme Insights, home');
    const visitor = await browser.newPage();
    await visitor.goto(`${own.url}/login/`);
    await expect(visitor.getByText('Acme Insights')).toBeVisible();
    await expect(visitor).toHaveTitle(/Acme Insights$/);
    await accent(visitor).toHaveCSS('--accent', '#a01060');
    await visitor.close();
    await choose(page, 'Acme', 'No longer the light look of the product');
    await expect(home).toHaveAccessibleName('Powerset, home');
  });
});

test('a dashboard is shown in its own theme, its charts too, and the page is the product’s again afterwards', async ({
  page,
}) => {
  const document = {
    token: { colorPrimary: '#0a8f6a', brandAppName: 'Not the product', brandLogoHref: 'https://evil.example' },
    algorithm: 'dark',
    echartsOptionsOverrides: { color: ['#ff8800', '#00aaff'] },
  };
  const made = await own.admin.post('/api/v1/theme/', { theme_name: 'Night', json_data: JSON.stringify(document) });
  expect(made.status, made.text).toBe(201);
  await own.enter(page.context());
  await page.goto(`${own.address}?edit=true`);
  await page.getByRole('button', { name: 'Properties' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Theme' }).click();
  await page.getByRole('option', { name: 'Night' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await accent(page).toHaveAttribute('data-theme', 'dark');
  const home = page.getByRole('banner').getByRole('link', { name: /home$/ });
  await expect(home).toHaveAccessibleName('Powerset, home');
  await expect(home).toHaveAttribute('href', '/superset/welcome/');

  await page.goto(own.address);
  await expect(page.getByRole('article', { name: 'Pieces by channel' })).toHaveAttribute('data-chart-state', 'ready');
  await accent(page).toHaveAttribute('data-theme', 'dark');
  await accent(page).toHaveCSS('--accent', '#0a8f6a');
  const pie = page.getByRole('article', { name: 'Pieces by channel' }).locator('canvas');
  await expect.poll(() => pie.evaluate(hasColor, [255, 136, 0])).toBe(true);

  await page.getByRole('link', { name: 'Charts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
  await accent(page).toHaveAttribute('data-theme', 'light');
  await accent(page).not.toHaveCSS('--accent', '#0a8f6a');
});

/** Whether a canvas has pixels of a colour. Runs in the page. */
function hasColor(canvas: HTMLElement | SVGElement, [red, green, blue]: readonly number[]): boolean {
  const pen = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null;
  if (!pen) return false;
  const { data } = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
  return false;
}
