import type { Page } from '@playwright/test';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, pick, test } from './journey.ts';
import { openNewTab, writeSql } from './sql-editor.ts';

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Schedule' }).click();
  return page.getByRole('dialog', { name: 'Schedule query' });
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const done = 'Your query has been scheduled. To see details of your query, navigate to Saved queries';

test('a query is scheduled in plain words from the editor, and one that fails says so [SQL-029] [SAV-010] [SAV-011]', async ({
  adminPage: page,
  api,
}) => {
  await openNewTab(page);
  await writeSql(page, 'SELECT 45 AS answer');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('The daily answer');
  await pick(dialog.getByRole('combobox', { name: 'Time zone' }), 'Europe/Berlin', 'berlin');
  await pick(dialog.getByRole('combobox', { name: 'Repeat' }), 'From Monday to Friday');
  await dialog.getByLabel('At', { exact: true }).fill('07:30');
  const preview = dialog.getByRole('status');
  await expect(preview).toContainText('From Monday to Friday at 07:30');
  await expect(preview.getByRole('listitem')).toHaveCount(3);
  await expect(preview.getByRole('listitem').first()).toContainText('07:30');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await pick(dialog.getByRole('combobox', { name: 'Repeat' }), 'Cron expression');
  await dialog.getByLabel('Cron expression').fill('*/2 * * * *');
  await expect(dialog.getByRole('alert')).toHaveText('Leave at least 5 minutes between two runs.');
  const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
  await schedule.click();
  await expect(page.getByText('Your query could not be scheduled', { exact: true })).toBeVisible();
  await dialog.getByLabel('Cron expression').fill('0 7 1 * *');
  await expect(preview).toContainText('On day 1 of the month at 07:00');
  await schedule.click();
  await expect(page.getByText(done, { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const [saved] = (await api.get('/api/v1/schedule/')).json.result;
  expect(saved).toMatchObject({ label: 'The daily answer', cron: '0 7 1 * *', timezone: 'Europe/Berlin' });

  await test.step('the tab belongs to the saved query, whose schedule opens the next time', async () => {
    const again = await openDialog(page);
    await expect(again.getByText('The saved query The daily answer is run.')).toBeVisible();
    await expect(again.getByLabel('Day of the month')).toBeVisible();
    await expect(again.getByLabel('At', { exact: true })).toHaveValue('07:00');
    await page.keyboard.press('Escape');
  });
});

test('schedules are listed, run now, looked at, paused, resumed, changed and deleted [SQL-029]', async ({
  adminPage: page,
  api,
}) => {
  const times = { cron: '0 6 * * *', timezone: 'UTC' };
  for (const [label, sql] of [
    ['Good', 'select * from range(3)'],
    ['Bad', 'select * from no_such_table'],
  ])
    await api.post('/api/v1/schedule/', { query: { label, db_id: 1, schema: 'main', sql }, ...times });
  await page.goto('/schedule/list/');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Good')).toContainText('Every day at 06:00');
  await act(page, 'Good', 'Run now');
  await expect(row('Good')).toContainText('Success');
  await act(page, 'Bad', 'Run now');
  await expect(row('Bad')).toContainText('Failed');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await test.step('each run says how it went', async () => {
    await row('Bad').getByRole('button', { name: 'Runs of Bad' }).click();
    const runs = page.getByRole('dialog', { name: 'Runs of Bad' });
    await expect(runs.getByRole('listitem')).toHaveCount(1);
    await expect(runs.getByRole('listitem')).toContainText('no_such_table');
    await runs.getByRole('button', { name: 'Run now' }).click();
    await expect(runs.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await act(page, 'Good', 'Show runs');
    const good = page.getByRole('dialog', { name: 'Runs of Good' });
    await expect(good.getByRole('listitem')).toContainText('3 rows');
    await expect(good.getByRole('link', { name: 'Open result' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the home page tells of what failed', async () => {
    await page.goto('/superset/welcome/');
    const notice = page.getByRole('alert').filter({ hasText: 'The last run of Bad failed' });
    await expect(notice).toContainText('no_such_table');
    await notice.getByRole('link', { name: 'Show schedules' }).click();
    await expect(row('Good')).toBeVisible();
  });

  await act(page, 'Good', 'Pause');
  await expect(row('Good')).toContainText('Paused');
  await act(page, 'Good', 'Resume');
  await expect(row('Good')).not.toContainText('Paused');
  await act(page, 'Good', 'Edit times');
  const dialog = page.getByRole('dialog', { name: 'Times of Good' });
  await pick(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week');
  await pick(dialog.getByRole('combobox', { name: 'Day of the week' }), 'Wednesday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row('Good')).toContainText('On Wednesday at 06:00');
  await act(page, 'Good', 'Delete');
  await expect(row('Good')).toHaveCount(0);
});
