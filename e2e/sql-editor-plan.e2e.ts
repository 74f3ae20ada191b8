import { expect, test } from './journey.ts';
import { openNewTab, writeSql } from './sql-editor.ts';

test('what a query will give is told beside Run, and its plan is a tree that can be measured [SQL-028]', async ({
  adminPage: page,
}) => {
  await openNewTab(page, 'Plans');
  await writeSql(page, 'SELECT country, count(*) FROM orders WHERE order_id > 10 GROUP BY 1 ORDER BY 2');
  await expect(page.getByTestId('estimate')).toHaveText(/^About \d+ rows$/);
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  const plan = page.getByRole('dialog', { name: 'Query plan' });
  await expect(plan.getByRole('row').filter({ hasText: 'Seq scan' })).toContainText('orders');
  await expect(plan.getByRole('columnheader', { name: 'Time' })).toHaveCount(0);
  await plan.getByRole('button', { name: 'Run and measure' }).click();
  await expect(plan.getByRole('row').filter({ hasText: 'Seq scan' })).toContainText(/ms|s$/);
  await expect(plan.getByRole('columnheader', { name: 'Time' })).toBeVisible();
  await plan.getByRole('button', { name: /^Fold/ }).first().click();
  await expect(plan.getByText('Seq scan')).toHaveCount(0);
});
