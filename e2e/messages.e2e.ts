import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { openNewTab, sqlText, writeSql } from './sql-editor.ts';

const message = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).locator('[data-message]').filter({ hasText: text });

/** How far a message is from what it answers; what can be pressed under it, which it would cover. */
async function standing(said: Locator, button: Locator): Promise<{ gap: number; covered: readonly string[] }> {
  await expect(said).toHaveAttribute('data-message', 'beside');
  const [own, anchor] = [(await said.boundingBox())!, (await button.boundingBox())!];
  const across = Math.max(anchor.x - own.x - own.width, own.x - anchor.x - anchor.width, 0);
  const down = Math.max(anchor.y - own.y - own.height, own.y - anchor.y - anchor.height, 0);
  return { gap: Math.max(across, down), covered: await said.evaluate(coveredControls) };
}

/** Runs in the page, and so stands alone. */
function coveredControls(card: Element): readonly string[] {
  const box = card.getBoundingClientRect();
  const overlaps = (other: DOMRect) =>
    other.width > 0 &&
    other.left < box.right &&
    box.left < other.right &&
    other.top < box.bottom &&
    box.top < other.bottom;
  return [...document.querySelectorAll('button, input, [role=tab], [data-testid=run-status]')]
    .filter((control) => !card.contains(control) && overlaps(control.getBoundingClientRect()))
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
}

const isBeside = { gap: 6, covered: [] };

test('what a save came to stands beside the button, by pointer, dialog and key, and covers nothing that is pressed [SAV-004, SAV-005, SAV-007]', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  await writeSql(page, 'SELECT 1 AS beside');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Said beside');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = message(page, 'Your query was saved');
  expect(await standing(saved, save)).toEqual(isBeside);
  await writeSql(page, 'SELECT 2 AS beside');
  await page.keyboard.press('Control+s');
  const updated = message(page, 'Your query was updated');
  expect(await standing(updated, save)).toEqual(isBeside);
  await expect(saved).toHaveCount(0);
  await expect(updated).toHaveCount(0);
  await page.route('**/api/v1/saved_query/*', (route) => route.fulfill({ status: 500, json: { message: 'full' } }));
  await sqlText(page).press('Control+s');
  const failed = message(page, 'Your query could not be updated');
  expect(await standing(failed, save)).toEqual(isBeside);
  await expect(failed).toHaveRole('alert');
  await page.waitForTimeout(3500);
  await expect(failed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(failed).toHaveCount(0);
});

test('on a phone it stands by the button of the menu that is gone', async ({ adminPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 844 });
  await openNewTab(page);
  const more = page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'More' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  const { covered, gap } = await standing(message(page, 'Link Copied!'), more);
  expect(covered).toEqual([]);
  expect(gap).toBeLessThan(80);
});

test('a dashboard answers beside its own buttons too, also where another takes their place [DSH-046, DSH-033]', async ({
  adminPage: page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Answers' })).json;
  await page.goto(`/superset/dashboard/${id}/`);
  const share = page.getByRole('button', { name: 'Share' });
  await share.click();
  await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click();
  expect(await standing(message(page, 'Link Copied!'), share)).toEqual(isBeside);
  await page.getByRole('button', { name: 'Draft' }).click();
  expect(await standing(message(page, 'now published'), page.getByRole('button', { name: 'Published' }))).toEqual(
    isBeside,
  );
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await page.getByLabel('Dashboard title').fill('Answers beside');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const { x, y } = (await save.boundingBox())!;
  await save.click();
  const saved = message(page, 'This dashboard was saved successfully.');
  await expect(saved).toHaveAttribute('data-message', 'beside');
  const box = (await saved.boundingBox())!;
  expect(Math.hypot(box.x + box.width / 2 - x, box.y - y)).toBeLessThan(200);
});

test('dialogs of every room ask before what was typed in them is gone, and keep it', async ({ adminPage: page }) => {
  const dialog = page.getByRole('dialog');
  const typeAndLeave = async (field: Locator, close: () => Promise<void>) => {
    await field.fill('Words of mine');
    await close();
    await expect(dialog.getByRole('alert')).toHaveText('Discard changes?');
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Words of mine');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const pressEscape = () => page.keyboard.press('Escape');
  await openNewTab(page);
  await writeSql(page, 'SELECT 1 AS kept');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await typeAndLeave(dialog.getByLabel('Name'), () => page.mouse.click(4, 4));
  await page.goto('/superset/dashboard/sales/');
  for (const [item, label] of [
    ['Save as', 'Dashboard name'],
    ['Edit properties', 'Name'],
  ] as const) {
    await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await typeAndLeave(dialog.getByLabel(label, { exact: true }), pressEscape);
  }
  await page.goto('/database/add/');
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click();
  await dialog.getByLabel('Display name').fill('Words of mine');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText('Discard changes?');
});
