import { startIdentityProvider } from '@powerset/testkit/identity-provider';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('people sign in at the identity provider, connect an account, and go on where a session ended', async ({
  page,
  browser,
}) => {
  const provider = await startIdentityProvider();
  const own = await openOwnServer({
    POWERSET_OIDC_ISSUER: provider.issuer,
    POWERSET_OIDC_CLIENT_ID: provider.clientId,
    POWERSET_OIDC_CLIENT_SECRET: provider.clientSecret,
    POWERSET_OIDC_LABEL: 'Acme',
    POWERSET_OIDC_DEFAULT_ROLES: 'Alpha',
  });
  provider.serve(`${own.url}/oauth-authorized/oidc`);

  await test.step('a newcomer is led to the page that he wanted', async () => {
    provider.signIn('s-1', { preferred_username: 'ada', given_name: 'Ada', family_name: 'Lovelace' });
    await page.goto(`${own.url}/chart/list/`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await expect(page.getByText('Ada Lovelace')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('when the session ends, another tab signs in and the page goes on', async () => {
    await own.admin.put(`/api/v1/security/users/${await idOf('ada')}`, { password: 'another long password' });
    await page.getByPlaceholder('Search charts').fill('pie');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Sign in with Acme' }).click();
    await (await opened).waitForURL(/welcome/);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByPlaceholder('Search charts')).toHaveValue('pie');
  });

  await test.step('whose name somebody has is told so, and connects the account by its password', async () => {
    const context = await browser.newContext();
    await own.person('grace', 'Alpha');
    provider.signIn('s-2', { preferred_username: 'grace' });
    const other = await context.newPage();
    await other.goto(`${own.url}/login/`);
    await other.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(other.getByText('Somebody here has your user name.')).toBeVisible();
    await own.enter(context, 'grace');
    await other.goto(`${own.url}/user_info/`);
    const part = other.getByRole('region', { name: 'Sign in with Acme' });
    await expect(part).toContainText('Not connected');
    await part.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(part).toContainText('Connected:');
    await part.getByRole('button', { name: 'Disconnect' }).click();
    await expect(part).toContainText('Not connected');
    await context.close();
  });

  await test.step('whoever is turned away is told so', async () => {
    provider.signIn(null);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`${own.url}/login/`);
    await stranger.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(stranger.getByText('Acme did not let you in.')).toBeVisible();
    await stranger.close();
  });

  await test.step('where passwords are switched off, the provider alone lets people in', async () => {
    // As after a start with POWERSET_PASSWORD_SIGN_IN=false.
    Object.assign(own.running.app.services.config, { takesPasswords: false });
    provider.signIn('s-1', { preferred_username: 'ada', given_name: 'Ada', family_name: 'Lovelace' });
    const context = await browser.newContext();
    const alone = await context.newPage();
    await alone.goto(`${own.url}/login/?next=/user_info/`);
    const way = alone.getByRole('button', { name: 'Sign in with Acme' });
    await expect(way).toBeVisible();
    await expect(alone.getByLabel('Password')).toHaveCount(0);
    await way.click();
    await expect(alone.getByRole('region', { name: 'Sign in with Acme' })).toContainText('Connected:');
    await expect(alone.getByRole('button', { name: /^(Disconnect|Change password|Switch on)$/ })).toHaveCount(0);
    await alone.goto(`${own.url}/chart/list/`);
    await expect(alone.getByText('Pieces by channel')).toBeVisible();
    await context.clearCookies();
    await alone.getByPlaceholder('Search charts').fill('pie');
    const dialog = alone.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog.getByLabel('Password')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(dialog).toHaveCount(0);
    await context.close();
  });
  await own.running.stop();
  await provider.stop();

  async function idOf(name: string): Promise<number> {
    const q = encodeURIComponent(`(filters:!((col:username,opr:eq,value:${name})))`);
    return (await own.admin.get(`/api/v1/security/users/?q=${q}`)).json.result[0].id;
  }
});
