import { expect, test } from './journey.ts';

const name = `Short-lived ${process.pid}`;

test('a dashboard that was deleted comes back from the trash, and opens from there', async ({ adminPage: page }) => {
  const made = await page.request.get('/api/v1/security/csrf_token/');
  const headers = { 'X-CSRFToken': (await made.json()).result };
  const answer = await page.request.post('/api/v1/dashboard/', { headers, data: { dashboard_title: name } });
  const { id } = await answer.json();
  await page.goto('/dashboard/list/');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(`Deleted: ${name}`)).toBeVisible();
  await page.getByRole('button', { name: /^Deleted \(/ }).click();
  await expect(page.getByText('In the trash when you leave this page')).toBeVisible();
  await page.keyboard.press('Escape');
  // The trash is read before the server has deleted: what came too late is shown as well.
  const trashIsRead = page.waitForResponse(/\/api\/v1\/trash\//);
  await page.route(`**/api/v1/dashboard/${id}`, async (route) => {
    if (route.request().method() === 'DELETE') await trashIsRead;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page).toHaveURL(/\/trash\/list\//);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/superset/dashboard/${id}/`));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.request.delete(`/api/v1/dashboard/${id}`, { headers });
});
