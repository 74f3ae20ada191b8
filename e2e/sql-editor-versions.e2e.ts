import { expect, test } from './journey.ts';
import { openNewTab, sqlText, writeSql } from './sql-editor.ts';

test('a saved query lists its versions with what each changed, compares them line by line and brings one back', async ({
  adminPage: page,
}) => {
  await openNewTab(page, 'Kept well');
  await writeSql(page, 'SELECT 1 AS one\nFROM orders\nLIMIT 3');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save query' });
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toHaveCount(0);
  await writeSql(page, 'SELECT 2 AS two\nFROM orders\nLIMIT 3');
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /saved_query/.test(answer.url()),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await page.goto('/savedqueryview/list/');
  await page.getByRole('button', { name: 'Actions for Kept well' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of Kept well' });
  const second = versions.getByRole('button', { name: /1 line added, 1 line removed/ });
  await expect(second).toHaveAttribute('aria-current', 'true');
  await expect(versions.getByRole('row', { name: /SELECT 1 AS one.*SELECT 2 AS two/ })).toBeVisible();
  await versions.getByRole('button', { name: /First version that is kept/ }).click();
  await versions.getByRole('button', { name: 'Bring this version back' }).click();
  await expect(versions).toHaveCount(0);
  await expect(sqlText(page)).toContainText('SELECT 1 AS one');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(versions.getByRole('button', { name: /Version 1 brought back/ })).toBeVisible();
});

test('what two versions of a saved query give is compared once somebody presses for it', async ({
  adminPage: page,
}) => {
  await openNewTab(page, 'Counted well');
  await writeSql(page, "SELECT 'EMEA' AS region, 1200 AS n");
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save query' });
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toHaveCount(0);
  await writeSql(page, "SELECT 'EMEA' AS region, 1500 AS n");
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && /saved_query/.test(answer.url()),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of Counted well' });
  await versions.getByRole('radio', { name: 'Figures' }).click();
  await versions.getByRole('button', { name: 'Run both and compare' }).click();
  await expect(versions.getByText('1 of 1 figures changed. Largest: n (EMEA) from 1.2k to 1.5k.')).toBeVisible();
  await expect(versions.getByRole('row', { name: /EMEA.*1.2k.*1.5k.*\+300.*\+25.0/ })).toBeVisible();
});
