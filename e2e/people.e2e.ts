import type { Page } from '@playwright/test';
import { signInWithCookie, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { expect, optionsOf, pick, test } from './journey.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const password = 'a long sentence of hers';

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
}

test('an administrator makes a role, gives it a database, makes a user with it, and takes the data away again', async ({
  page,
  context,
  startOwnServer,
}) => {
  const server = await startOwnServer();
  await signInContext(context, server.url, testAdmin);
  await test.step('the pages are found in the account menu', async () => {
    await page.goto(`${server.url}/superset/welcome/`);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Roles' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roles');
    await expect(row(page, 'Gamma')).toContainText('No data');
    await expect(row(page, 'Alpha')).toContainText('All data');
  });
  await test.step('a name that is taken is said at its field', async () => {
    await page.getByRole('button', { name: 'Role', exact: true }).first().click();
    await dialog(page).getByLabel('Role name').fill('gamma');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page)).toContainText('Another role has this name');
  });
  await test.step('the role is given a database', async () => {
    await dialog(page).getByLabel('Role name').fill('Shop');
    await pick(dialog(page).getByRole('combobox', { name: 'Databases' }), 'Powerset');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, 'Shop')).toContainText('Powerset');
  });
  await test.step('a user is given the role', async () => {
    await page.goto(`${server.url}/users/list/`);
    await page.getByRole('button', { name: 'User', exact: true }).first().click();
    await dialog(page).getByLabel('Username').fill('grace');
    await dialog(page).getByLabel('Password').fill(password);
    const roles = dialog(page).getByRole('combobox', { name: 'Roles' });
    await pick(roles, 'Gamma');
    await (await optionsOf(roles)).filter({ hasText: 'Shop' }).click();
    await expect(dialog(page).getByTitle('Shop')).toBeVisible();
    // The open list lies over the buttons.
    await dialog(page).getByRole('heading').click();
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(row(page, 'grace')).toContainText('Never');
  });
  const grace = await signInWithCookie(server.url, { username: 'grace', password });
  const databases = async () => (await grace.get('/api/v1/database/')).json.count;
  await expect.poll(databases).toBe(1);
  await test.step('without the database the role opens nothing', async () => {
    await page.goto(`${server.url}/roles/list/`);
    await edit(page, 'Shop');
    await dialog(page).getByRole('combobox', { name: 'Databases' }).press('Backspace');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Shop')).toContainText('No data');
    await expect.poll(databases).toBe(0);
  });
  await test.step('the user is shut out', async () => {
    await page.goto(`${server.url}/users/list/`);
    await edit(page, 'grace');
    await dialog(page).getByText('May sign in').click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'grace')).toContainText('May not sign in');
    await expect.poll(async () => (await grace.get('/api/v1/me/')).status).toBe(401);
  });
});

test('a role is made on a phone', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/roles/list/');
  await expect(row(page, 'Gamma')).toBeVisible();
  await page.getByRole('button', { name: 'Role', exact: true }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Datasets' })).toBeVisible();
});
