import type { Locator, Page } from '@playwright/test';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return { ...box, right: box.x + box.width };
}

test('whoever chooses Arabic reads from right to left, and English is one choice away', async ({ adminPage: page }) => {
  await page.goto('/chart/list/');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Charts');
  await chooseLanguage(page, 'العربية');

  await test.step('the page turns round: its head begins at the right, its columns run to the left', async () => {
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(heading).not.toHaveText('Charts');
    const [title, name, changed] = await Promise.all([
      boxOf(heading),
      boxOf(page.getByRole('columnheader').nth(1)),
      boxOf(page.getByRole('columnheader').last()),
    ]);
    expect(title.right).toBeGreaterThan(1200);
    expect(changed.right).toBeLessThan(name.x + 1);
  });

  await test.step('a name that is cut keeps its beginning, and a menu opens within the page', async () => {
    const link = page.getByRole('link', { name: 'Conversion by device' });
    await expect(link).toHaveCSS('direction', 'ltr');
    await page.getByRole('row').nth(1).getByRole('button').last().click();
    const menu = await boxOf(page.getByRole('menu'));
    expect(menu.x).toBeGreaterThanOrEqual(8);
    await page.keyboard.press('Escape');
  });

  await test.step('panes grow the way they are pulled, by pointer and by key', async () => {
    await page.getByRole('link', { name: 'Conversion by device' }).click();
    const handle = page.getByRole('separator', { includeHidden: false }).first();
    const sizeOf = async () => Number(await handle.getAttribute('aria-valuenow'));
    await expect(page.locator('[data-test="echart"]').first()).toHaveCSS('direction', 'ltr');
    const before = await sizeOf();
    const box = await boxOf(handle);
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 40, box.y + 200, { steps: 4 });
    await page.mouse.up();
    await expect.poll(sizeOf).toBe(before + 40);
    await handle.press('ArrowLeft');
    await expect.poll(sizeOf).toBe(before + 56);
    await handle.press('ArrowRight');
    await expect.poll(sizeOf).toBe(before + 40);
  });

  await test.step('SQL and results stay as they are written', async () => {
    await page.goto('/sqllab/');
    await expect(page.locator('.cm-editor').first()).toHaveCSS('direction', 'ltr');
  });
});

const browsers = [
  ['es', 'es-MX', 'Iniciar sesión'],
  ['fr', 'fr-CA', 'Se connecter'],
  ['pt', 'pt-BR', 'Entrar'],
  ['ja', 'ja-JP', 'サインイン'],
  ['zh', 'zh-CN', '登录'],
  ['ar', 'ar-EG', 'تسجيل الدخول'],
] as const;

test('a browser in one of the languages is answered in it, also where something fails', async ({ server, browser }) => {
  for (const [code, locale, signIn] of browsers) {
    const context = await browser.newContext({ locale, baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/login/');
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await page.locator('input').first().fill('nobody');
    await page.locator('input[type=password]').fill('no password');
    await page.getByRole('button', { name: signIn }).click();
    await expect(page.getByRole('alert')).toHaveText(/\S/);
    await expect(page.getByRole('alert')).not.toContainText(/password|user name|is wrong/i);
    await context.close();
  }
});

test('whoever cannot read the sign-in page chooses a language there, which this browser remembers', async ({
  page,
}) => {
  await page.goto('/login/');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('サインイン');
  const hasLetters = () => document.fonts.check('12px "Noto Sans JP Variable"', '月');
  expect(await page.evaluate(hasLetters), 'its letters come with it, for pictures too').toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('サインイン');
});

test('keys stand in the order of the keyboard in Arabic too', async ({ adminPage: page }) => {
  await page.goto('/superset/welcome/');
  await chooseLanguage(page, 'العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const keys = page.getByRole('complementary').or(page.getByRole('main')).locator('kbd');
  const [ctrl, enter] = await Promise.all([
    boxOf(keys.filter({ hasText: 'Ctrl' }).last()),
    boxOf(keys.filter({ hasText: '↵' }).last()),
  ]);
  expect(ctrl.right).toBeLessThanOrEqual(enter.x);
});
