import { signInWithCookie, testAdmin } from '@powerset/testkit';
import { expect, test } from './journey.ts';

test('the action log is searched for a text, and says how far back', async ({ page, startOwnServer }) => {
  const server = await startOwnServer();
  const admin = await signInWithCookie(server.url, testAdmin);
  // More than one call brings.
  const events = Array.from({ length: 60 }, (_, index) => ({
    event_name: index === 3 ? 'a_zebra' : `walked_${index}`,
  }));
  await admin.send('POST', '/superset/log/', { form: new URLSearchParams({ events: JSON.stringify(events) }) });
  await page.goto(`${server.url}/login/?next=/actionlog/list/`);
  await page.getByLabel('User name').fill(testAdmin.username);
  await page.getByLabel('Password').fill(testAdmin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const rows = page.getByRole('region', { name: 'Action log' }).locator('tbody tr');
  await expect(rows).toHaveCount(25);
  const field = page.getByLabel('Search the log');
  await field.fill('ZEBRA');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('a_zebra');
  await expect(page.getByRole('status').filter({ hasText: 'All of it was searched.' })).toBeVisible();
  await field.fill('walked_');
  await expect(rows).toHaveCount(50);
  await expect(page.getByText(/^Searched back to /)).toBeVisible();
  await page.getByRole('button', { name: 'Search further' }).click();
  await expect(rows).toHaveCount(59);
  await field.fill('nothing of that');
  await expect(page.getByText('Nothing of that was done')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows).toHaveCount(25);
});
