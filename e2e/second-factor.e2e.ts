import type { Page } from '@playwright/test';
import { apiClient, signInWithCookie, type TestServer, testAdmin } from '@powerset/testkit';
import { Secret, TOTP } from 'otpauth';
import { test as base, expect } from './journey.ts';

const test = base.extend<{ readonly ownServer: TestServer }>({
  ownServer: async ({ startOwnServer }, use) => use(await startOwnServer()),
});

const dialog = (page: Page) => page.getByRole('dialog');
const part = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const ada = { username: 'ada', password: 'a long sentence of hers' };

async function signIn(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${server.url}/login/?next=/user_info/`);
  await page.getByLabel('User name').fill(ada.username);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The code of the next half minute is as good, and was not used yet. */
const nextCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

test('people switch a second factor on, sign in by it or a recovery code, and an administrator helps who lost both', async ({
  browser,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const { json } = await admin.get('/api/v1/security/roles/?q=(page_size:100)');
  const alpha = json.result.find(({ name }: { name: string }) => name === 'Alpha');
  await admin.post('/api/v1/security/users/', { ...ada, first_name: 'Ada', last_name: 'L', roles: [alpha.id] });
  const page = await browser.newPage();

  const { secret, codes } = await test.step('it is switched on by the password and a code of the app', async () => {
    await signIn(page, server);
    await expect(part(page).getByRole('status')).toHaveText('Off: your password alone signs you in.');
    await part(page).getByRole('button', { name: 'Switch on' }).click();
    await dialog(page).getByLabel('Your password').fill('somebody else’s');
    await dialog(page).getByRole('button', { name: 'Go on' }).click();
    await expect(dialog(page)).toContainText('This is not your password.');
    await dialog(page).getByLabel('Your password').fill(ada.password);
    await dialog(page).getByRole('button', { name: 'Go on' }).click();
    await expect(dialog(page).getByRole('img', { name: /to be scanned/ })).toBeVisible();
    const key = ((await dialog(page).getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    await dialog(page).getByLabel('Code').fill('12');
    await dialog(page).getByRole('button', { name: 'Switch on' }).click();
    await expect(dialog(page)).toContainText('This code is wrong');
    await dialog(page).getByLabel('Code').fill(codeOf(key));
    await dialog(page).getByRole('button', { name: 'Switch on' }).click();
    const list = dialog(page).getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    const texts = await list.allTextContents();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(part(page).getByRole('status')).toContainText('Recovery codes left: 10.');
    return { secret: key, codes: texts };
  });

  await test.step('signing in asks for a code, says when it is wrong, and takes a right one', async () => {
    await page.context().clearCookies();
    await signIn(page, server);
    const code = page.getByLabel('Code');
    await expect(code).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('This code is wrong, has run out or was used before.');
    await code.fill(nextCode(secret));
    await page.keyboard.press('Enter');
    await expect(part(page)).toBeVisible();
  });

  await test.step('a session that ended asks for it as well, where the work stands, and takes a recovery code', async () => {
    // What the page still asks would say at once that the session has ended.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByLabel('Name').fill('Nightly');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    const again = page.getByRole('dialog', { name: 'Your session has ended' });
    await again.getByLabel('Password').fill(ada.password);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.getByLabel('Code').fill(codes[0] ?? '');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again).toHaveCount(0);
    await page.goto(`${server.url}/user_info/`);
    await expect(part(page).getByRole('status')).toContainText('Recovery codes left: 9.');
  });

  await test.step('new recovery codes take the place of those before', async () => {
    await part(page).getByRole('button', { name: 'New recovery codes' }).click();
    await dialog(page).getByLabel('Your password').fill(ada.password);
    await dialog(page).getByRole('button', { name: 'Make new codes' }).click();
    await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    const old = await apiClient(server.url).post('/api/v1/security/sign_in', { ...ada, code: codes[1] });
    expect(old.status).toBe(401);
  });

  await test.step('a new password is taken by a link, and the factor is asked for after it', async () => {
    const { id } = (await admin.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:ada)))')).json
      .result[0];
    const made = await admin.post(`/api/v1/security/users/${id}/password_link/`, { is_mailed: false });
    expect(made.status, made.text).toBeLessThan(300);
    await page.context().clearCookies();
    await page.goto(made.json.result.url);
    await page.getByLabel('New password').fill(ada.password);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page).toHaveURL(/\/login\//);
    await expect(page.getByText('The password could not be changed')).toHaveCount(0);
  });

  await test.step('an administrator takes it from who lost both', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${server.url}/login/?next=/users/list/`);
    await other.getByLabel('User name').fill(testAdmin.username);
    await other.getByLabel('Password').fill(testAdmin.password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    const row = other.getByRole('row').filter({ hasText: ada.username });
    const mark = row.getByRole('img', { name: 'Second factor' });
    await expect(mark).toBeVisible();
    await other.getByRole('button', { name: `Actions for ${ada.username}` }).press('Enter');
    await other.getByRole('menuitem', { name: 'Remove second factor' }).press('Enter');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(mark).toHaveCount(0);
    await context.close();
    await page.context().clearCookies();
    await signIn(page, server);
    await expect(part(page).getByRole('status')).toHaveText('Off: your password alone signs you in.');
  });
  await page.close();
});
