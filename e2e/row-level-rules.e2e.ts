import type { Page } from '@playwright/test';
import { expect, pick, test } from './journey.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an administrator leaves a role the rows of one country, changes the rule and takes it away', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const role = (await api.post('/api/v1/security/roles/', { name: 'Berlin office' })).json;
  const alpha = await api.get('/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))');
  const berta = await api.post('/api/v1/security/users/', {
    ...{ first_name: 'Berta', last_name: 'Benz', username: 'berta', email: 'berta@example.com', active: true },
    ...{ password: 'a password of hers', roles: [role.id, alpha.json.result[0].id] },
  });
  expect(berta.status, berta.text).toBe(201);
  const dataset = (await api.get(`/api/v1/dataset/${examples.ordersId}`)).json.result.table_name;
  await page.goto('/superset/welcome/');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Row-level security' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Row-level security');
  await test.step('a clause that no database could read is said at its field', async () => {
    await page.getByRole('button', { name: 'Rule', exact: true }).first().click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Only Germany');
    await pick(dialog(page).getByRole('combobox', { name: 'Roles' }), 'Berlin office');
    await dialog(page).getByRole('heading').click();
    await pick(dialog(page).getByRole('combobox', { name: 'Datasets' }), dataset);
    await dialog(page).getByRole('heading').click();
    await dialog(page).getByLabel('Clause').fill("country = 'Germany') OR (1 = 1");
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page).getByLabel('Clause')).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('what somebody would see is shown before it is kept', async () => {
    await dialog(page).getByLabel('Clause').fill("country = 'Germany'");
    const seen = dialog(page).getByRole('region', { name: 'Seen as' });
    await expect(seen.getByRole('button', { name: 'Show the rows' })).toBeDisabled();
    await pick(seen.getByRole('combobox', { name: 'Seen as' }), /Berta/);
    await dialog(page).getByRole('heading').click();
    await seen.getByRole('button', { name: 'Show the rows' }).click();
    await expect(seen).toContainText('Only Germany');
    await expect(seen.getByText(/^Rows: [\d,]+ of [\d,]+$/)).toBeVisible();
    const countries = seen.getByRole('row').getByText('Germany', { exact: true });
    await expect(countries).toHaveCount(20);
    await dialog(page).getByLabel('Clause').fill("country = 'Atlantis'");
    await seen.getByRole('button', { name: 'Show the rows' }).click();
    await expect(seen.getByText(/^Rows: 0 of/)).toBeVisible();
  });
  await test.step('a right one is kept', async () => {
    await dialog(page).getByLabel('Clause').fill("country = 'Germany'");
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(row(page, 'Only Germany')).toContainText('Berlin office');
    await expect(row(page, 'Only Germany')).toContainText(dataset);
  });
  await test.step('it is changed', async () => {
    await page.getByRole('button', { name: 'Actions for Only Germany' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await dialog(page).getByLabel('Clause').fill("country = 'Atlantis'");
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Only Germany')).toContainText('Atlantis');
  });
  const [rule] = (
    await api.get('/api/v1/rowlevelsecurity/?q=(filters:!((col:name,opr:eq,value:%27Only%20Germany%27)))')
  ).json.result;
  expect(rule.roles).toEqual([{ id: role.id, name: 'Berlin office' }]);
  expect((await api.delete(`/api/v1/rowlevelsecurity/${rule.id}`)).status).toBe(200);
  expect((await api.delete(`/api/v1/security/users/${berta.json.id}`)).status).toBe(200);
});
