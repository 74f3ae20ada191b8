import { barOf, filter, makeDashboard, onColumn, settled } from './dashboards.ts';
import { expect, test } from './journey.ts';

test('a list pasted into a filter of more values than are loaded is looked up on the server, and what is not there is named [CST-006] [FLT-010]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Pasted values', {
    native_filter_configuration: [filter('Customer', onColumn('customer_id'))],
  });
  const questions: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/chart/data')) questions.push(request.postDataJSON().queries);
  });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const field = barOf(page).getByRole('combobox', { name: 'Customer' });
  await expect(field).toHaveAttribute('placeholder', '1000 or more options');
  questions.length = 0;
  const many = Array.from({ length: 4_000 }, (_, index) => String(900_000_000 + index));
  await field.evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    ['7', '80000', 'nobody', ...many].join('\n'),
  );
  const entry = page.locator('[data-filter-id="NATIVE_FILTER-Customer"]');
  await expect(entry.locator('[data-tag]')).toHaveText(['7', '80000']);
  await expect(entry.getByRole('status')).toContainText('Not found: nobody, 900000000');
  await expect(entry).toContainText('2 selected');
  expect(questions).toHaveLength(1);
});
