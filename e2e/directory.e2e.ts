import { startDirectoryServer } from '@powerset/testkit/directory-server';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('people sign in by the name and password of the company directory, and are told where they change it', async ({
  page,
}) => {
  const base = 'dc=example,dc=com';
  const directory = await startDirectoryServer();
  const put = (groups: readonly string[]) =>
    directory.put({
      dn: `uid=ada,${base}`,
      password: 'a word of the directory',
      attributes: { uid: ['ada'], givenName: ['Ada'], sn: ['Lovelace'], entryUUID: ['id-1'], memberOf: groups },
    });
  const own = await openOwnServer({
    ...{ POWERSET_LDAP_URL: directory.url, POWERSET_LDAP_BASE_DN: base, POWERSET_LDAP_LABEL: 'Acme' },
    ...{ POWERSET_LDAP_GROUPS_ATTRIBUTE: 'memberOf', POWERSET_LDAP_ROLES: '{"staff": "Alpha"}' },
  });
  const enter = async (password: string) => {
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  await test.step('whoever gives a wrong password, or has no role, is told so', async () => {
    put([]);
    await page.goto(`${own.url}/chart/list/`);
    await expect(page.getByText('Your name and password of Acme sign you in.')).toBeVisible();
    await enter('wrong');
    await expect(page.getByText('The user name or the password is wrong.')).toBeVisible();
    await enter('a word of the directory');
    await expect(page.getByText('You may see nothing here yet. Ask an administrator for a role.')).toBeVisible();
  });

  await test.step('while the directory is away nobody is told that his password is wrong', async () => {
    put([`cn=staff,${base}`]);
    directory.setMode('refusing');
    await enter('a word of the directory');
    await expect(page.getByText('Nobody can be looked up in Acme at the moment. Try again.')).toBeVisible();
    directory.setMode('usual');
  });

  await test.step('a newcomer is led to the page that he wanted, and reads where the password is', async () => {
    await enter('a word of the directory');
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
    await page.goto(`${own.url}/user_info/`);
    const part = page.getByRole('region', { name: 'Password' });
    await expect(part).toContainText('Your password is kept in Acme, and is changed there.');
    await expect(page.getByLabel('Current password')).toHaveCount(0);
  });

  await test.step('an account of this server has its own password as before', async () => {
    const context = await page.context().browser()?.newContext();
    if (!context) throw new Error('There is no browser.');
    await own.person('grace', 'Alpha');
    await own.enter(context, 'grace');
    const other = await context.newPage();
    await other.goto(`${own.url}/user_info/`);
    await expect(other.getByLabel('Current password')).toBeVisible();
    await context.close();
  });
  await own.running.stop();
  await directory.stop();
});
