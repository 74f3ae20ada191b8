import { expect, test } from './journey.ts';

const name = `Quiet ${process.pid}`;

test('a CSS template is made on its page and loaded into a dashboard, whose own CSS comes back', async ({
  adminPage: page,
}) => {
  await page.goto('/csstemplatemodelview/list/');
  await page.getByRole('button', { name: 'CSS template', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('CSS template name').fill(name);
  await form.getByLabel('CSS', { exact: true }).fill('.chart-header { opacity: 0.5 }');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText(name)).toBeVisible();
  await page.goto('/superset/dashboard/sales/?edit=true');
  await page.getByRole('tab', { name: 'Style' }).click();
  const css = page.getByLabel('CSS', { exact: true });
  await css.fill('.own { color: red }');
  const templates = page.getByRole('combobox', { name: 'Load a CSS template' });
  await templates.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(css).toHaveValue('.chart-header { opacity: 0.5 }');
  await page.getByRole('button', { name: 'Bring back the CSS from before' }).click();
  await expect(css).toHaveValue('.own { color: red }');
});
