import { expect, test } from './journey.ts';
import { openNewTab, resultGrid, runSql } from './sql-editor.ts';

test('saves a query as a dataset or over one after a second click, opens its chart in a window, and says what fails [DST-001, DST-027, DST-028, DST-029, DST-030, DST-031, DST-032, DST-033, DST-034, SQL-055]', async ({
  adminPage: page,
  api,
}) => {
  await openNewTab(page, 'Channels');
  await runSql(page, 'SELECT channel, sum(revenue) AS revenue FROM orders GROUP BY 1');
  await expect(resultGrid(page)).toContainText('Web');
  const dialog = page.getByRole('dialog', { name: 'Save or Overwrite dataset' });
  const open = () => page.getByRole('button', { name: 'Save dataset' }).click();
  const save = dialog.getByRole('button', { name: 'Save & Explore' });

  await test.step('a new dataset has a name of the query and the time, and cannot be without one', async () => {
    await open();
    await expect(dialog.getByRole('radio', { name: 'Save as new' })).toBeChecked();
    const name = dialog.getByLabel('Dataset name');
    await expect(name).toHaveValue(/^Channels \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    await name.fill(' ');
    await expect(save).toBeDisabled();
    await name.fill('Channels of the journey');
    const [popup] = await Promise.all([page.waitForEvent('popup'), save.click()]);
    await expect(popup).toHaveURL(/\/explore\/\?form_data_key=[^&]+/);
    await expect(popup.getByText('Channels of the journey').first()).toBeVisible();
    await popup.close();
  });

  await test.step('a name that is taken is refused in the words of the server, and three toasts', async () => {
    await open();
    await dialog.getByLabel('Dataset name').fill('Channels of the journey');
    await save.click();
    const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
    await expect(toasts.filter({ hasText: 'An error occurred saving dataset' })).toBeVisible();
    await expect(toasts.filter({ hasText: 'An error occurred while creating the data source' })).toBeVisible();
    await expect(toasts.filter({ hasText: 'already exists' })).toBeVisible();
    await expect(dialog.getByText(/already exists/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('overwriting takes a dataset and a second click, and can be taken back', async () => {
    await runSql(page, 'SELECT channel, count(*) AS sold FROM orders GROUP BY 1');
    await expect(page.getByRole('columnheader', { name: /sold/ })).toBeVisible();
    await open();
    await dialog.getByRole('radio', { name: 'Overwrite existing' }).click();
    const overwrite = dialog.getByRole('button', { name: 'Overwrite & Explore' });
    await expect(overwrite).toBeDisabled();
    await dialog.getByRole('textbox').fill('Channels of the');
    await dialog.getByRole('radio', { name: /Channels of the journey/ }).click();
    await overwrite.click();
    await expect(dialog).toContainText('Are you sure you want to overwrite this dataset?');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(dialog.getByRole('radio', { name: /Channels of the journey/ })).toBeChecked();
    await overwrite.click();
    const [popup] = await Promise.all([page.waitForEvent('popup'), overwrite.click()]);
    await expect(popup).toHaveURL(/\/explore\/\?form_data_key=/);
    await popup.close();
    const found = await api.get(
      "/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:'Channels of the journey')))",
    );
    expect(found.json.count).toBe(1);
    const { result } = (await api.get(`/api/v1/dataset/${found.json.result[0].id}`)).json;
    expect(result.sql).toContain('count(*) AS sold');
    expect(result.columns.map((column: { column_name: string }) => column.column_name)).toContain('sold');
  });
});
