import { signInWithToken, testAdmin } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

test('a person signs in by name and password, and is who they said', async ({ page }) => {
  await page.goto('/login/');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByLabel('User name').fill(testAdmin.username);
  await page.getByLabel('Password').fill(testAdmin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/superset/welcome/');
  const answer = await page.request.get('/api/v1/me/');
  expect((await answer.json()).result.username).toBe(testAdmin.username);
});

test('a wrong password is refused in words, and the name stays', async ({ page }) => {
  await page.goto('/login/');
  await page.getByLabel('User name').fill(testAdmin.username);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signing in did not work')).toBeVisible();
  await expect(page.getByLabel('User name')).toHaveValue(testAdmin.username);
});

test('too many attempts are told how long to wait, and other names may still sign in', async ({ page, server }) => {
  await page.goto('/login/');
  await page.getByLabel('User name').fill('guessed');
  const alert = page.getByRole('alert');
  for (let attempt = 0; attempt < 8; attempt += 1)
    await page.request.post('/api/v1/security/sign_in', {
      data: { username: 'guessed', password: `guess ${attempt}` },
    });
  await page.getByLabel('Password').fill('one guess more');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toContainText(/Too many attempts\. Try again in \d+ seconds\./);
  expect((await signInWithToken(server.url, testAdmin).then((client) => client.get('/api/v1/me/'))).status).toBe(200);
});

test('a session that ends in the middle of work is signed in again over the page, and nothing is lost', async ({
  adminPage: page,
  context,
}) => {
  // Stars are the last thing that is asked for, of the whole list and of what is found in it.
  const first = page.waitForResponse(/favorite_status/);
  await page.goto('/chart/list/');
  await expect(page.getByText(/1 – 25 of/)).toBeVisible();
  await first;
  const stars = page.waitForResponse(/favorite_status/);
  await page.getByRole('searchbox', { name: 'Search charts' }).fill('Revenue');
  await stars;
  await context.clearCookies();
  await page.getByRole('button', { name: 'Type All' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('User name')).toHaveValue(testAdmin.username);
  await expect(dialog.getByLabel('Password')).toBeFocused();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The user name or the password is wrong.');
  await dialog.getByLabel('Password').fill(testAdmin.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search charts' })).toHaveValue('Revenue');
  await page.getByRole('searchbox', { name: 'Search charts' }).fill('Revenue by c');
  await expect(page).toHaveURL(/Revenue%20by%20c|Revenue\+by\+c/);
});

test('signing out in one tab asks in the others, and signing in there goes on in all', async ({
  adminPage: page,
  context,
}) => {
  const other = await context.newPage();
  await page.goto('/chart/list/');
  await other.goto('/dashboard/list/');
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login\//);
  const dialog = other.getByRole('dialog', { name: 'You signed out in another tab' });
  await dialog.getByLabel('Password').fill(testAdmin.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
});

test('set-up takes the printed token only, and a password that is strong enough', async ({
  browser,
  startOwnServer,
}) => {
  const server = await startOwnServer({ hasAdmin: false });
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/set-up/?token=not-the-token');
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Set-up token')).toHaveAttribute('aria-invalid', 'true');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const [, token = ''] = /\/set-up\?token=(\S+)/.exec(server.logs()) ?? [];
  await page.getByLabel('Set-up token').fill(token);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/at least 10 characters/i)).toBeVisible();
  await expect(page.getByLabel('User name')).toHaveValue('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/superset/welcome/');
  await context.close();
});
