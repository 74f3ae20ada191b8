import type { CDPSession, Page } from '@playwright/test';
import { apiClient, signInWithCookie, type TestServer, testAdmin } from '@powerset/testkit';
import { test as base, expect } from './journey.ts';

const test = base.extend<{ readonly ownServer: TestServer }>({
  ownServer: async ({ startOwnServer }, use) => use(await startOwnServer()),
});

const dialog = (page: Page) => page.getByRole('dialog');
const part = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const ada = { username: 'ada', password: 'a long sentence of hers' };

/** Passkeys belong to a name, and a server of tests has none but this. */
const addressOf = ({ url }: TestServer) => url.replace('127.0.0.1', 'localhost');

async function openSignIn(page: Page, server: TestServer): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${addressOf(server)}/login/?next=/user_info/`);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill(ada.username);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

interface Phone {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** The browser's own authenticator, which is always touched at once. */
async function plugIn(page: Page): Promise<Phone> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { cdp, authenticatorId };
}

test('people add a passkey, sign in by it alone or after the password, and an administrator helps who lost it', async ({
  browser,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const { json } = await admin.get('/api/v1/security/roles/?q=(page_size:100)');
  const alpha = json.result.find(({ name }: { name: string }) => name === 'Alpha');
  const made = await admin.post('/api/v1/security/users/', {
    ...{ ...ada, first_name: 'Ada', last_name: 'L', roles: [alpha.id] },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const { cdp, authenticatorId } = await plugIn(page);

  await test.step('it is added by the password, under a name', async () => {
    await openSignIn(page, server);
    await signIn(page);
    await part(page).getByRole('button', { name: 'Add a passkey' }).click();
    await dialog(page).getByLabel('Name').fill('Phone');
    await dialog(page).getByLabel('Your password').fill('somebody else’s');
    await dialog(page).getByRole('button', { name: 'Go on' }).click();
    await expect(dialog(page)).toContainText('This is not your password.');
    await dialog(page).getByLabel('Your password').fill(ada.password);
    await dialog(page).getByRole('button', { name: 'Go on' }).click();
    const lines = part(page).getByRole('listitem');
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText('Never used');
  });

  await test.step('an authenticator makes no second one for the same person', async () => {
    await part(page).getByRole('button', { name: 'Add a passkey' }).click();
    await dialog(page).getByLabel('Name').fill('Again');
    await dialog(page).getByLabel('Your password').fill(ada.password);
    await dialog(page).getByRole('button', { name: 'Go on' }).click();
    await expect(dialog(page)).toContainText('There is a passkey of yours on it already.');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('it signs in without name and password', async () => {
    await openSignIn(page, server);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(part(page).getByRole('listitem')).toContainText('Last used:');
  });

  await test.step('after the password it is asked for at once, and whoever leaves it stays outside', async () => {
    await openSignIn(page, server);
    await signIn(page);
    await expect(part(page)).toBeVisible();
    await openSignIn(page, server);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('Your browser brought no passkey.');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    const program = await apiClient(server.url).post('/api/v1/security/login', { ...ada, provider: 'db' });
    expect(program.json.message).toContain('Your second factor is a passkey');
  });

  await test.step('a session that ended is taken up by it where the work stands', async () => {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(part(page)).toBeVisible();
    // What the page still asks would say at once that the session has ended.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByLabel('Name').fill('Nightly');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    const again = page.getByRole('dialog', { name: 'Your session has ended' });
    await again.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(again).toHaveCount(0);
    await page.goto(`${addressOf(server)}/user_info/`);
  });

  await test.step('who lost it is helped by an administrator; the person removes one by the password', async () => {
    const { json: account } = await admin.get(`/api/v1/security/users/${made.json.id}`);
    expect(account.result.has_second_factor).toBe(true);
    await part(page).getByRole('button', { name: 'Remove Phone' }).click();
    await dialog(page).getByLabel('Your password').fill(ada.password);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(part(page).getByRole('listitem')).toHaveCount(0);
    await openSignIn(page, server);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('This passkey did not sign you in.');
    await signIn(page);
    await expect(part(page)).toBeVisible();
  });
  await context.close();
});
