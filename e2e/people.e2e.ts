import type { Page } from '@playwright/test';
import { apiClient, signInWithCookie, type TestServer, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { test as base, expect, optionsOf, pick } from './journey.ts';

const test = base.extend<{
  /** A server of the journey's own; the page is signed in there as its administrator. */
  readonly ownServer: TestServer;
}>({
  ownServer: async ({ context, startOwnServer }, use) => {
    const server = await startOwnServer();
    await signInContext(context, server.url, testAdmin);
    await use(server);
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const password = 'a long sentence of hers';

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
}

test('an administrator makes a role, gives it a database, makes a user with it, and takes the data away again', async ({
  page,
  ownServer: server,
}) => {
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

test('people change their own name and password, and stay where they did', async ({ page, ownServer: server }) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const account = { username: 'hedy', password };
  expect((await admin.post('/api/v1/security/users/', { ...account, first_name: 'Hedy', roles: [1] })).status).toBe(
    201,
  );
  await signInContext(page.context(), server.url, account);
  const elsewhere = await signInWithCookie(server.url, account);
  await page.goto(`${server.url}/superset/welcome/`);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Name and password' }).click();
  await test.step('the new name is the one in the top bar', async () => {
    const name = page.getByRole('form', { name: 'Name', exact: true });
    await expect(name.getByRole('button', { name: 'Save' })).toBeDisabled();
    await name.getByLabel('Last name').fill('Lamarr');
    await name.getByRole('button', { name: 'Save' }).click();
    await expect(name.getByRole('status')).toHaveText('Saved');
    await page.getByRole('button', { name: 'Your account, HL' }).click();
    await expect(page.getByRole('menu')).toContainText('Hedy Lamarr');
    await page.keyboard.press('Escape');
  });
  const form = page.getByRole('form', { name: 'Password' });
  const change = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current);
    await form.getByLabel('New password').fill(next);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await test.step('a wrong present password and one that is easily guessed are said at their fields', async () => {
    await change('not hers', 'another long sentence');
    await expect(form).toContainText('This is not your password.');
    await expect(form.getByLabel('New password')).toHaveValue('another long sentence');
    await change(password, 'hedy');
    await expect(form.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('the new one ends every other session, and this page goes on', async () => {
    await change(password, 'another long sentence');
    await expect(form.getByRole('status')).toHaveText(/was changed/);
    await expect(form.getByLabel('Current password')).toHaveValue('');
    expect((await elsewhere.get('/api/v1/me/')).status).toBe(401);
    await page.reload();
    await page.getByRole('form', { name: 'Name', exact: true }).getByLabel('First name').fill('Hedwig');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});

test('people see where they are signed in, and sign out of one browser or of all others', async ({
  browser,
  ownServer: server,
}) => {
  const others = [await signInWithCookie(server.url, testAdmin), await signInWithCookie(server.url, testAdmin)];
  const third = await signInWithCookie(server.url, testAdmin);
  const page = await browser.newPage();
  await page.goto(`${server.url}/login/?next=/user_info/`);
  await page.getByLabel('User name').fill(testAdmin.username);
  await page.getByLabel('Password').fill(testAdmin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const part = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(part.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText('Chrome on Linux');
  const before = await part.getByRole('listitem').count();
  await part.getByRole('button', { name: 'Sign out of node' }).first().click();
  await expect(part.getByRole('listitem')).toHaveCount(before - 1);
  const statuses = async () =>
    Promise.all([...others, third].map(async (one) => (await one.get('/api/v1/me/')).status));
  expect((await statuses()).toSorted()).toEqual([200, 200, 401]);
  await part.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  expect(await statuses()).toEqual([401, 401, 401]);
  await page.close();
});

test('administrators read who did what, and who was refused', async ({ page, ownServer: server }) => {
  const wrong = { username: 'intruder', password: 'not the right one' };
  await apiClient(server.url).post('/api/v1/security/sign_in', wrong);
  const admin = await signInWithCookie(server.url, testAdmin);
  const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Short-lived' });
  await admin.delete(`/api/v1/dashboard/${made.json.id}`);
  const deletions = '/api/v1/log/?q=(filters:!((col:action,opr:eq,value:dashboard.delete)))';
  await expect.poll(async () => (await admin.get(deletions)).json.count).toBeGreaterThan(0);
  await page.goto(`${server.url}/actionlog/list/`);
  const intruder = page.getByRole('row').filter({ hasText: 'intruder' });
  await expect(intruder).toContainText('security.sign_in');
  await expect(intruder).toContainText('Refused');
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Action/ })
    .click();
  await page.getByText('Deletions', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'dashboard.delete' }).first()).toContainText('Done');
  await expect(intruder).toHaveCount(0);
});

test('people make API keys for programs, see each once, and revoke them', async ({ page, ownServer: server }) => {
  await page.goto(`${server.url}/user_info/`);
  const keys = page.getByRole('region', { name: 'API keys' });
  const made = await test.step('a key for reading is shown, and opens what its owner may read', async () => {
    await keys.getByRole('button', { name: 'New API key' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Add' })).toBeDisabled();
    await dialog(page).getByLabel('Name').fill('Nightly');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page)).toContainText('it is never shown again');
    const key = (await dialog(page).getByRole('code').textContent()) ?? '';
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    const program = apiClient(server.url, { authorization: `Bearer ${key}` });
    expect((await program.get('/api/v1/dashboard/')).status).toBe(200);
    expect((await program.post('/api/v1/dashboard/', { dashboard_title: 'no' })).status).toBe(403);
    return { key, program };
  });
  await page.reload();
  await expect(keys.getByRole('listitem')).toContainText('Nightly');
  await expect(keys.getByRole('listitem')).toContainText('May read');
  await expect(page.locator('body')).not.toContainText(made.key);
  await test.step('revoked, it opens nothing', async () => {
    await keys.getByRole('button', { name: 'Revoke Nightly' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(keys.getByRole('listitem')).toHaveCount(0);
    expect((await made.program.get('/api/v1/dashboard/')).status).toBe(401);
  });
});

test('a group gives its members its roles, and takes them away with the membership', async ({
  page,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const account = { username: 'lise', password };
  expect((await admin.post('/api/v1/security/users/', { ...account, first_name: 'Lise', roles: [3] })).status).toBe(
    201,
  );
  const lise = await signInWithCookie(server.url, account);
  const seesUsers = async () => (await lise.get('/api/v1/security/groups/')).status;
  expect(await seesUsers()).toBe(403);
  await test.step('a group with a role and a member is made', async () => {
    await page.goto(`${server.url}/superset/welcome/`);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Groups' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Groups');
    await page.getByRole('button', { name: 'Group', exact: true }).first().click();
    await dialog(page).getByLabel('Group name').fill('Keepers');
    await pick(dialog(page).getByRole('combobox', { name: 'Roles' }), 'Admin');
    await dialog(page).getByRole('heading').click();
    await pick(dialog(page).getByRole('combobox', { name: 'Members' }), 'lise');
    await dialog(page).getByRole('heading').click();
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, 'Keepers')).toContainText('Admin');
    await expect.poll(seesUsers).toBe(200);
  });
  await test.step('a name that is taken is said at its field', async () => {
    await page.getByRole('button', { name: 'Group', exact: true }).first().click();
    await dialog(page).getByLabel('Group name').fill('Keepers');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page).getByLabel('Group name')).toHaveAttribute('aria-invalid', 'true');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('the user’s form names the group, and takes the user out of it', async () => {
    await page.goto(`${server.url}/users/list/`);
    await edit(page, 'lise');
    await expect(dialog(page).getByTitle('Keepers')).toBeVisible();
    await dialog(page).getByRole('combobox', { name: 'Groups' }).press('Backspace');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(seesUsers).toBe(403);
  });
  await test.step('an empty group goes without a question', async () => {
    await page.goto(`${server.url}/list_groups/`);
    await page.getByRole('button', { name: 'Actions for Keepers' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(page.getByText('No groups yet')).toBeVisible();
  });
});

test('two administrators at one role and one user are told of each other, and one’s own change goes on top', async ({
  page,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const rolesPath = '/api/v1/security/roles/';
  const usersPath = '/api/v1/security/users/';
  const shop = (await admin.post(rolesPath, { name: 'Shop' })).json.id;
  const other = { username: 'ada', first_name: 'Ada', last_name: 'L', password, roles: [1] };
  expect((await admin.post(usersPath, other)).status).toBe(201);
  const ada = await signInWithCookie(server.url, { username: 'ada', password });
  const clash = page.getByRole('alertdialog', { name: 'Confirm overwrite' });
  const pairs = async (view: string) => {
    const answer = await ada.get(
      `/api/v1/security/permissions-resources/?q=(filters:!((col:view_menu.name,opr:eq,value:'${view}')))`,
    );
    return answer.json.result[0].id as number;
  };
  const viewsOf = async () =>
    (await ada.get(`${rolesPath}${shop}/permissions/`)).json.result.map(
      (pair: { view_menu_name: string }) => pair.view_menu_name,
    );
  await test.step('a schema without a dataset can be chosen', async () => {
    await page.goto(`${server.url}/roles/list/`);
    await edit(page, 'Shop');
    await pick(dialog(page).getByRole('combobox', { name: 'Schemas' }), 'Powerset.main');
    // The open list lies over the buttons.
    await dialog(page).getByRole('heading').click();
  });
  await test.step('what the other saved meanwhile is shown, and both changes stay', async () => {
    const database = await pairs('[Powerset].(id:1)');
    await ada.post(`${rolesPath}${shop}/permissions`, { permission_view_menu_ids: [database] });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(clash).toContainText('This role was saved by Ada L after you opened it.');
    await expect(clash.getByRole('region', { name: 'Databases' })).toContainText('Powerset');
    await clash.getByRole('button', { name: 'Keep editing' }).click();
    expect(await viewsOf()).toEqual(['[Powerset].(id:1)']);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await clash.getByRole('button', { name: 'Overwrite' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await viewsOf()).sort()).toEqual(['[Powerset].(id:1)', '[Powerset].[main]']);
  });
  await test.step('the other version is taken: nothing is saved, and the form shows it', async () => {
    const grace = (await admin.post(usersPath, { username: 'grace', password, roles: [shop] })).json.id;
    await page.goto(`${server.url}/users/list/`);
    await edit(page, 'grace');
    await dialog(page).getByLabel('Last name').fill('Mine');
    await ada.put(`${usersPath}${grace}`, { last_name: 'Hopper' });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(clash.getByRole('region', { name: 'Last name' })).toContainText('Hopper');
    await clash.getByRole('button', { name: 'Take theirs' }).click();
    await expect(dialog(page).getByLabel('Last name')).toHaveValue('Hopper');
    await dialog(page).getByLabel('First name').fill('Grace B.');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'grace')).toContainText('Grace B. Hopper');
  });
});

test('a user is deleted: what stays without an owner is said first, and nobody deletes themselves', async ({
  page,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  for (const username of ['grace', 'joan'])
    await admin.post('/api/v1/security/users/', { username, password, roles: [1] });
  const grace = await signInWithCookie(server.url, { username: 'grace', password });
  const joan = await signInWithCookie(server.url, { username: 'joan', password });
  expect((await grace.post('/api/v1/dashboard/', { dashboard_title: 'Of Grace' })).status).toBe(201);
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  };
  await page.goto(`${server.url}/users/list/`);
  await test.step('who owns nothing goes at once, and can be brought back', async () => {
    await remove('joan');
    await expect(row(page, 'joan')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'joan')).toBeVisible();
    expect((await joan.get('/api/v1/me/')).status).toBe(200);
  });
  await test.step('who owns something is asked about', async () => {
    await remove('grace');
    const question = page.getByRole('alertdialog', { name: 'Delete grace?' });
    await expect(question).toContainText(
      'What grace alone owns stays, and only administrators can change it: dashboards: 1.',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, 'grace')).toHaveCount(0);
    await page.goto(`${server.url}/dashboard/list/`);
    await expect.poll(async () => (await grace.get('/api/v1/me/')).status).toBe(401);
    await expect(row(page, 'Of Grace')).toBeVisible();
  });
  await test.step('oneself is not offered for deletion', async () => {
    await page.goto(`${server.url}/users/list/`);
    await expect(row(page, 'grace')).toHaveCount(0);
    await page.getByRole('button', { name: `Actions for ${testAdmin.username}` }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  });
});

test('a search among roles shows what it found, and nothing of the search before', async ({ adminPage: page }) => {
  await page.goto('/users/list/');
  await page.getByRole('button', { name: 'User', exact: true }).first().click();
  const roles = dialog(page).getByRole('combobox', { name: 'Roles' });
  await pick(roles, 'Alpha');
  const offered = await optionsOf(roles);
  await expect(offered.filter({ hasText: 'Gamma' })).toBeVisible();
  await roles.fill('Gam');
  await expect(offered).toHaveText(['Gamma']);
  await roles.fill('no such role');
  await expect(offered).toHaveCount(0);
  await expect(dialog(page).getByTitle('Alpha')).toBeVisible();
  await roles.fill('');
  await expect(offered.filter({ hasText: 'sql_lab' })).toBeVisible();
});

test('a search among datasets that a role is given shows what it found, and not what is chosen', async ({
  adminPage: page,
}) => {
  await page.goto('/roles/list/');
  await page.getByRole('button', { name: 'Role', exact: true }).first().click();
  const datasets = dialog(page).getByRole('combobox', { name: 'Datasets' });
  await pick(datasets, 'orders', 'orders');
  const offered = await optionsOf(datasets);
  await datasets.fill('web_sess');
  await expect(offered).toHaveText([/web_sessions/]);
  await datasets.fill('no such dataset');
  await expect(offered).toHaveCount(0);
  await expect(dialog(page).getByTitle(/orders/)).toBeVisible();
  await datasets.fill('');
  await expect(offered.filter({ hasText: 'web_sessions' })).toBeVisible();
});

test('a role is made on a phone', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/roles/list/');
  await expect(row(page, 'Gamma')).toBeVisible();
  await page.getByRole('button', { name: 'Role', exact: true }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Datasets' })).toBeVisible();
});
