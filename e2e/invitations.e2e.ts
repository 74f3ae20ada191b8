import { expect, test } from './journey.ts';

test('who is invited chooses a password by a link, is signed in with it, and the link holds no second time', async ({
  adminPage: page,
  browser,
}) => {
  const name = `invited${process.pid}`;
  await page.goto('/users/list/');
  await page.getByRole('button', { name: 'User', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Username').fill(name);
  await form.getByLabel('Invite by a link').check();
  await expect(form.getByLabel('Password', { exact: true })).toHaveCount(0);
  await form.getByRole('combobox', { name: 'Roles' }).fill('Gamma');
  await page.getByRole('option', { name: 'Gamma', exact: true }).click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const invitation = page.getByRole('dialog', { name: `Invite ${name}` });
  await expect(invitation.getByRole('button', { name: 'Send by e-mail' })).toHaveCount(0);
  await invitation.getByRole('button', { name: 'Show the link' }).click();
  const link = ((await invitation.getByText(/choose_password/).textContent()) ?? '').trim();
  await invitation.getByRole('button', { name: 'Close' }).last().click();

  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(link);
  await expect(own.getByLabel('User name')).toHaveValue(name);
  await own.getByLabel('New password').fill('short');
  await own.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(own.getByText('Use at least 10 characters.')).toBeVisible();
  await own.getByLabel('New password').fill('bright yellow umbrellas');
  await own.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(own).toHaveURL(/\/superset\/welcome\//);
  await own.goto('/superset/welcome/');
  await expect(own.getByRole('button', { name: /^Your account/ })).toBeVisible();
  await own.goto(link);
  await expect(own.getByText('This link no longer holds', { exact: false })).toBeVisible();
  // No mail server is set up here.
  await expect(own.getByText('Ask an administrator for another link.')).toBeVisible();
  await own.goto('/forgot_password/');
  await expect(own.getByText('This server sends no links.', { exact: false })).toBeVisible();
  await expect(own.getByRole('textbox')).toHaveCount(0);
  await expect(own.getByRole('link', { name: 'Back to signing in' })).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toHaveCount(0);
});
