import { testAdmin } from '@powerset/testkit';
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
