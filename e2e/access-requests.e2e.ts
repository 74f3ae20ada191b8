import { grantDataset } from '@powerset/testkit/factories';
import { expect, pick, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('somebody asks to be let see a dashboard, and an administrator gives a role that opens it', async ({ page }) => {
  const world = await openOwnServer();
  try {
    const { running, admin, address, datasetId } = world;
    await running.signInAs('ann', ['Gamma']);
    await admin.post('/api/v1/security/roles/', { name: 'Readers of orders' });
    await grantDataset(running, 'Readers of orders', { databaseId: 1, datasetId });

    await world.enter(page.context(), 'ann');
    await page.goto(address);
    await page.getByRole('button', { name: 'Ask for access' }).click();
    await page.getByLabel('What do you need it for?').fill('For the plan of next year');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Nobody has answered yet.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('For the plan of next year')).toBeVisible();

    await page.context().clearCookies();
    await world.enter(page.context());
    await page.goto(address);
    await page.getByRole('button', { name: '1 asks for access' }).click();
    const request = page.getByRole('dialog').getByRole('listitem', { name: 'ann' });
    await expect(request).toContainText('For the plan of next year');
    await request.getByRole('button', { name: 'Let in' }).click();
    await request.getByRole('radio', { name: /Readers of orders/ }).check();
    await request.getByRole('button', { name: 'Give this role' }).click();
    await expect(page.getByText('Nobody is waiting')).toBeVisible();

    await page.context().clearCookies();
    await world.enter(page.context(), 'ann');
    await page.goto(`${world.url}/superset/welcome/`);
    await expect(page.getByText('You were let in:')).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Ask for access' })).toHaveCount(0);
    await expect(page.locator('.slice_container').first()).toBeVisible();
  } finally {
    await world.running.stop();
  }
});

test('whoever sees a dashboard without its data asks from the card, and owners of a chart see in Explore who asks', async ({
  page,
}) => {
  const world = await openOwnServer();
  try {
    const { running, admin, url, datasetId, chartIds } = world;
    const ann = await running.signInAs('ann', ['Gamma']);
    await admin.put(`/api/v1/dashboard/${world.dashboardId}`, {
      owners: [(await ann.get('/api/v1/me/')).json.result.id],
    });
    await world.enter(page.context(), 'ann');
    await page.goto(world.address);
    const card = page.getByRole('article', { name: 'Pieces by channel' });
    await card.getByRole('button', { name: 'Ask for access' }).click();
    const words = page.getByLabel('What do you need it for?');
    await words.fill('For my own board');
    await page.mouse.click(4, 4);
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Discard changes?');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(words).toBeFocused();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('dialog').getByText('Nobody has answered yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto(`${url}/explore/?datasource_type=table&datasource_id=${datasetId}`);
    await expect(page.getByText('It was deleted, or you have no access to it.')).toBeVisible();
    await expect(page.getByText('For my own board')).toBeVisible();
    await page.goto(`${url}/explore/?datasource_type=table&datasource_id=4711`);
    await expect(page.getByText('It was deleted, or you have no access to it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask for access' })).toBeVisible();

    const asked = { object_type: 'chart', object: String(chartIds[0]), message: 'Please' };
    expect((await ann.post('/api/v1/access_request/', asked)).status).toBe(201);
    await page.context().clearCookies();
    await world.enter(page.context());
    await page.goto(`${url}/explore/?slice_id=${chartIds[0]}`);
    await page.getByRole('button', { name: '1 asks for access' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem', { name: 'ann' })).toContainText('Please');
  } finally {
    await world.running.stop();
  }
});

test('an object is shared from its own menu with a person and with a group, and owners pass it on', async ({
  page,
}) => {
  const world = await openOwnServer();
  try {
    const { running, admin, datasetId, chartIds } = world;
    const ann = await running.signInAs('ann', ['Gamma']);
    const annId = (await ann.get('/api/v1/me/')).json.result.id;
    await running.signInAs('bob', ['Gamma']);
    await admin.post('/api/v1/security/roles/', { name: 'Readers of orders' });
    await grantDataset(running, 'Readers of orders', { databaseId: 1, datasetId });
    const gamma = (await admin.get('/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json.result;
    await admin.post('/api/v1/security/groups/', { name: 'Planning', roles: [gamma[0].id], users: [annId] });
    await world.enter(page.context());
    const dialog = page.getByRole('dialog');
    const openSharing = async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Share with a person or a group…' }).click();
    };

    await test.step('a dashboard with a group, by a role', async () => {
      await page.goto(world.address);
      await openSharing();
      await dialog.getByText('A group', { exact: true }).click();
      await pick(dialog.getByRole('combobox', { name: 'Group' }), 'Planning');
      await dialog.getByRole('heading').click();
      await dialog.getByRole('radio', { name: /Readers of orders/ }).check();
      await dialog.getByRole('button', { name: 'Give this role' }).click();
      await expect(dialog).toHaveCount(0);
      await openSharing();
      await pick(dialog.getByRole('combobox', { name: 'Person' }), /ann/);
      await expect(dialog).toContainText('This person can open it already.');
      await page.keyboard.press('Escape');
    });

    await test.step('a chart by its owner, who gives no roles', async () => {
      const owner = await running.signInAs('olga', ['Alpha']);
      const olga = (await owner.get('/api/v1/me/')).json.result.id;
      await admin.put(`/api/v1/chart/${chartIds[0]}`, { owners: [olga] });
      await page.context().clearCookies();
      await world.enter(page.context(), 'olga');
      await page.goto(`${world.url}/explore/?slice_id=${chartIds[0]}`);
      await openSharing();
      await expect(dialog.getByText('A group', { exact: true })).toHaveCount(0);
      await pick(dialog.getByRole('combobox', { name: 'Person' }), /bob/);
      await dialog.getByLabel('A word to the administrators').fill('Bob plans with it');
      await dialog.getByRole('button', { name: 'Pass on to administrators' }).click();
      await expect(dialog).toHaveCount(0);
      const [asked] = (await admin.get('/api/v1/access_request/')).json.result;
      expect(asked).toMatchObject({ message: 'Bob plans with it', user: { first_name: 'bob' } });
    });
  } finally {
    await world.running.stop();
  }
});
