import { signInWithCookie, type TestServer, testAdmin } from '@powerset/testkit';
import { signInContext, viewports } from '@powerset/testkit/browser';
import { test as base, expect } from './journey.ts';

const test = base.extend<{ readonly ownServer: TestServer }>({
  ownServer: async ({ context, startOwnServer }, use) => {
    const server = await startOwnServer();
    await signInContext(context, server.url, testAdmin);
    await use(server);
  },
});

test('an administrator sees what somebody else sees, changes nothing of it, and goes back', async ({
  page,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const { json } = await admin.get('/api/v1/security/roles/?q=(page_size:100)');
  const gamma = json.result.find(({ name }: { name: string }) => name === 'Gamma');
  await admin.post('/api/v1/security/users/', {
    ...{ username: 'ada', password: 'a long sentence of hers', first_name: 'Ada', last_name: 'L', roles: [gamma.id] },
  });
  await page.goto(`${server.url}/users/list/`);
  const view = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'View as' }).press('Enter');
  };
  await page.getByRole('button', { name: `Actions for ${testAdmin.username}` }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'View as' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await view('ada');
  await page.getByRole('dialog').getByRole('button', { name: 'View as' }).click();
  await page.waitForURL(/welcome/);
  const note = page.getByText('You see Powerset as ada. Nothing can be changed.');
  await expect(note).toBeVisible();
  await page.goto(`${server.url}/user_info/`);
  await expect(note).toBeVisible();
  await page.getByLabel('First name').fill('Somebody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('You see Powerset as ada: nothing can be changed.');
  await page.goto(`${server.url}/users/list/`);
  await expect(page.getByRole('row').filter({ hasText: 'ada' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to yourself' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'ada' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('on a phone the note that says it stands below the page and covers nothing', async ({
  page,
  ownServer: server,
}) => {
  const admin = await signInWithCookie(server.url, testAdmin);
  const { json } = await admin.get('/api/v1/security/roles/?q=(page_size:100)');
  const alpha = json.result.find(({ name }: { name: string }) => name === 'Alpha');
  await admin.post('/api/v1/security/users/', {
    ...{ username: 'ada', password: 'a long sentence of hers', first_name: 'Ada', last_name: 'L', roles: [alpha.id] },
  });
  await page.setViewportSize(viewports.phone);
  await page.goto(`${server.url}/users/list/`);
  await page.getByRole('button', { name: 'Actions for ada' }).click();
  await page.getByRole('menuitem', { name: 'View as' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'View as' }).click();
  const back = page.getByRole('button', { name: 'Back to yourself' });
  await expect(back).toBeVisible();
  const [main, note] = [await page.getByRole('main').boundingBox(), await back.boundingBox()];
  expect((main?.y ?? 0) + (main?.height ?? 900)).toBeLessThanOrEqual(note?.y ?? 0);
});
