import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sharedFixture } from '@powerset/testkit';
import { findAccessibilityFaults, signInContext } from '@powerset/testkit/browser';
import { expect, optionsOf, pick, test } from './journey.ts';
import { openNewTab, sqlText, writeSql } from './sql-editor.ts';

const csv = (rows: number) =>
  `day,shop,amount\n${Array.from({ length: rows }, (_, row) => `2026-01-${String((row % 28) + 1).padStart(2, '0')},Shop ${row % 3},${row}.5`).join('\n')}\n`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** A file as the pointer carries it over a page. */
const carry = (page: Page, name: string, text: string) =>
  page.evaluateHandle(
    (held) => {
      const data = new DataTransfer();
      data.items.add(new File([held.text], held.name, { type: 'text/csv' }));
      return data;
    },
    { name, text },
  );

test('a file becomes a dataset: types corrected, column left out, straight to its chart [DBC-008]', async ({
  adminPage: page,
}) => {
  await page.goto('/csvtodatabaseview/form');
  await page.locator('input[type=file]').setInputFiles(file('Journey sales.csv', csv(90)));
  await expect(page.getByLabel('Table name')).toHaveValue('journey_sales');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Shop 1');
  await pick(page.getByRole('combobox', { name: 'Type of column amount' }), 'DECIMAL(18,4)');
  await page.getByLabel('Name of column shop').fill('store');
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/);
  await expect(page.getByText('90 rows were loaded into journey_sales')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('store');
});

test('a type that is chosen is shown at once, with what it leaves out, and words for missing values are read as NULL', async ({
  adminPage: page,
}) => {
  const text = 'at,year,maker\n0,2006,Nintendo\n1700000000,N/A,EA\n1700003600,1989,Atari\n';
  await page.goto('/csvtodatabaseview/form');
  await page.locator('input[type=file]').setInputFiles(file('missing words.csv', text));
  const rows = page.getByRole('region', { name: 'Preview' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await pick(page.getByRole('combobox', { name: 'Type of column at' }), /^TIMESTAMP$/);
  await expect(rows.first()).toContainText('1970-01-01 00:00:00');
  await pick(page.getByRole('combobox', { name: 'Type of column year' }), /^BIGINT$/);
  await expect(page.getByText('1 line cannot be read')).toBeVisible();
  await expect(page.getByText('year: "N/A" is not a BIGINT')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Read as NULL' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('2023-11-14 22:13:20');
  await expect(rows.nth(1)).toContainText('NULL');
  await expect(page.getByText('1 line cannot be read')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/);
  await expect(page.getByText('3 rows were loaded into missing_words')).toBeVisible();
});

test('a title above the table is skipped', async ({ adminPage: page }) => {
  await page.goto('/csvtodatabaseview/form');
  await page
    .locator('input[type=file]')
    .setInputFiles(file('titled.csv', 'Sales of the year\ntown,share\nUlm,1\nBonn,2\n'));
  await expect(page.getByText('3 lines cannot be read')).toBeVisible();
  await pick(page.getByRole('combobox', { name: 'Skip lines' }), /^1$/);
  await expect(page.getByRole('combobox', { name: 'Type of column share' })).toBeVisible();
  await expect(page.getByText('3 lines cannot be read')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/);
  await expect(page.getByText('2 rows were loaded into titled')).toBeVisible();
});

test('a file dropped anywhere opens its preview', async ({ adminPage: page }) => {
  await page.goto('/dashboard/list/');
  await expect(page.getByRole('heading', { name: 'Dashboards' })).toBeVisible();
  const transfer = await carry(page, 'dropped.csv', csv(5));
  await expect(async () => {
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Drop the file to make a dataset of it')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByLabel('Table name')).toHaveValue('dropped');
});

test('a file dropped onto the SQL editor becomes a dataset and no part of the statement', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  await writeSql(page, 'select 42 as kept');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.dispatchEvent('.cm-content', 'drop', { dataTransfer: await carry(page, 'beside sql.csv', csv(5)) });
  await expect(page.getByLabel('Table name')).toHaveValue('beside_sql');
  await page.goBack();
  await expect(sqlText(page)).toHaveText('select 42 as kept');
});

test('who may not upload stays on the page a file is dropped on, and is told why', async ({ page, startOwnApp }) => {
  const { signInAs, url } = await startOwnApp();
  await signInAs('reader', ['Gamma']);
  await signInContext(page.context(), url, { username: 'reader', password: 'a password for tests' });
  await page.goto(`${url}/chart/list/`);
  await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible();
  const transfer = await carry(page, 'refused.csv', csv(5));
  const dropIt = () =>
    page
      .locator('body')
      .evaluate(
        (body, dataTransfer) =>
          body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })),
        transfer,
      );
  // What is not prevented is the browser's: it would leave the page for the file.
  await expect.poll(dropIt).toBe(false);
  await expect(page.getByText('You may not upload files').first()).toBeVisible();
  await expect(page).toHaveURL(/\/chart\/list\//);
});

test('a table that is there already is kept, added to or replaced, as was chosen, and the button says which', async ({
  adminPage: page,
}) => {
  const load = async (text: string, ifExists: string | null, action: string) => {
    await page.goto('/csvtodatabaseview/form');
    await page.locator('input[type=file]').setInputFiles(file('again.csv', text));
    if (ifExists) await pick(page.getByRole('combobox', { name: 'If the table exists' }), ifExists);
    await page.getByRole('button', { name: action, exact: true }).click();
  };
  const region = page.getByRole('region', { name: 'Dataset' });
  await load('town,share\nUlm,1\nBonn,2\n', null, 'Create dataset');
  await expect(page.getByText('2 rows were loaded into again')).toBeVisible();
  await load('town,share\nKiel,3\n', null, 'Create dataset');
  await expect(page.getByRole('alert')).toContainText('The table "main.again" exists already.');
  await load('town,share\nKiel,3\n', 'Add the rows to it', 'Add the rows');
  await expect(page.getByText('1 row was loaded into again')).toBeVisible();
  await expect(region).toContainText('3 rows');
  await test.step('what was shown of the table before is not shown again', async () => {
    await page.dispatchEvent('body', 'drop', { dataTransfer: await carry(page, 'again.csv', 'town,share\nJena,4\n') });
    await pick(page.getByRole('combobox', { name: 'If the table exists' }), 'Add the rows to it');
    await page.getByRole('button', { name: 'Add the rows', exact: true }).click();
    await expect(region).toContainText('4 rows');
  });
  await load('harbour\nKiel\nEmden\n', 'Replace it', 'Replace the table');
  await expect(page.getByText('2 rows were loaded into again')).toBeVisible();
  await expect(region).toContainText('harbour');
  await expect(region).not.toContainText('share');
});

test('bad files get words that say what to do, and nothing is lost by them', async ({
  adminPage: page,
  api,
  examples: { databaseId },
}) => {
  const tables = async () =>
    (await api.get(`/api/v1/database/${databaseId}/tables/?q=(schema_name:main,force:!t)`)).text;
  await page.goto('/csvtodatabaseview/form');
  const input = page.locator('input[type=file]');
  const alert = page.getByRole('alert');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const refused = [
    [file('empty.csv', ''), 'The file empty.csv is empty. Choose a file with at least a line of column names.'],
    [
      file('claims.xlsx', 'not a workbook'),
      'claims.xlsx is called an Excel workbook but is not one. Save it as .xlsx again.',
    ],
    [file('wide.csv', `${'x,'.repeat(1_000_000)}x\n`), 'at most 2,000'],
    [file('picture.png', '\u0089PNG\u0000'), 'Upload a CSV, TSV, JSON, Parquet or Excel (.xlsx) file'],
  ] as const;
  for (const [bad, words] of refused)
    await test.step(`${bad.name} is refused`, async () => {
      await input.setInputFiles(bad);
      await expect(alert).toContainText(words, { timeout: 30_000 });
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    });
  await test.step('a quote that is never closed leaves the preview as it was typed', async () => {
    await input.setInputFiles(file('quote.csv', `id,name\n1,ok\n2,"abc\n${'3,def\n'.repeat(50)}`));
    await page.getByLabel('Table name').fill('quotes_of_mine');
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await expect(alert).toContainText('opens in line 3 is never closed');
    await expect(page.getByLabel('Table name')).toHaveValue('quotes_of_mine');
    await page.getByRole('button', { name: 'Choose another file' }).click();
  });
  await test.step('the wrong encoding says which to choose, the right one keeps every letter', async () => {
    const latin = { name: 'city.csv', mimeType: 'text/csv', buffer: Buffer.from('id,city\n1,Málaga\n', 'latin1') };
    await input.setInputFiles(latin);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Málaga');
    await pick(page.getByRole('combobox', { name: 'Encoding' }), 'utf-8');
    await expect(page.getByText('Choose the encoding that fits, for example windows-1252')).toBeVisible();
    await pick(page.getByRole('combobox', { name: 'Encoding' }), 'windows-1252');
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Málaga');
    await page.getByRole('button', { name: 'Choose another file' }).click();
  });
  await test.step('a name that leads out of its folder is a name', async () => {
    const transfer = await carry(page, '../../x', csv(3));
    await page.dispatchEvent('[data-takes-files]', 'drop', { dataTransfer: transfer });
    await expect(page.getByLabel('Table name')).toHaveValue('x');
    await page.getByRole('button', { name: 'Choose another file' }).click();
  });
  for (const name of ['empty', 'wide', 'quote', 'quotes_of_mine', 'city', 'x'])
    expect(await tables()).not.toContain(`"value":"${name}"`);
});

test('ragged lines stay behind: shown, counted, and downloaded to be corrected', async ({ adminPage: page }) => {
  await page.goto('/csvtodatabaseview/form');
  const ragged = csv(60).split('\n');
  ragged.splice(30, 0, 'broken,line,with,too,many,cells', 'short');
  await page.locator('input[type=file]').setInputFiles(file('ragged.csv', ragged.join('\n')));
  await expect(page.getByText('Lines that cannot be read are left out: 2')).toBeVisible();
  await expect(page.getByText('broken,line,with,too,many,cells')).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await expect(page.getByText('2 lines could not be read and were left out')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the lines left out' }).click();
  const lines = await readFile(await (await download).path(), 'utf8');
  expect(lines).toContain('31,,6 values instead of 3,"broken,line,with,too,many,cells"');
  await page.getByRole('link', { name: 'Open the dataset' }).click();
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('shop');
});

test('sending shows how much has gone and can be cancelled, loading shows rows and can be stopped', async ({
  adminPage: page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/superset/welcome/');
  await page.getByRole('link', { name: /Upload a file/ }).click();
  const big = file('Slow road.csv', csv(60_000));
  const network = await page.context().newCDPSession(page);
  const limits = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput: 400_000 });
  await page.locator('input[type=file]').setInputFiles(big);
  const bar = page.getByRole('progressbar', { name: 'Sending' });
  await expect(page.getByText(/\d+ % of 1\.\d MB/)).toBeVisible();
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await test.step('leaving asks, and staying goes on sending', async () => {
    const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isAsked()).toBe(true);
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave during the upload?' });
    await expect(question).toContainText('It is not kept when you leave.');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(bar).toBeVisible();
    await expect(page).toHaveURL(/csvtodatabaseview/);
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await network.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput: -1 });
  await page.locator('input[type=file]').setInputFiles(big);
  await expect(page.getByLabel('Table name')).toHaveValue('slow_road');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 390);
  let isHeld = true;
  await page.route(/\/upload\/[0-9a-f-]{36}$/, async (route) => {
    if (route.request().method() === 'DELETE') return route.continue();
    const answer = await route.fetch();
    const job = { ...(await answer.json()).result, state: 'running', progress: 0.35, rows_read: 30_000, result: null };
    return isHeld ? route.fulfill({ json: { result: job } }) : route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await expect(page.getByText(/about 30\s000 of \d\d\s\d{3} rows 35 %/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveAttribute('aria-valuenow', '35');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Leave during the upload?' });
  await expect(question).toContainText('That goes on when you leave');
  await question.getByRole('button', { name: 'Stay here' }).click();
  isHeld = false;
  await page.waitForURL(/\/explore\//);
});

test('whole numbers in JSON are loaded as integers', async ({ adminPage: page }) => {
  await page.goto('/csvtodatabaseview/form');
  const rows = [
    { name: 'Ada', num: 369, share: 0.5 },
    { name: 'Bob', num: null, share: 1 },
  ];
  const text = JSON.stringify(rows).replace('369', '369.0');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'whole.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const head = page.getByRole('region', { name: 'Preview' });
  await expect(head.getByRole('columnheader').nth(1)).toContainText('BIGINT');
  await expect(head.getByRole('columnheader').nth(2)).toContainText('DOUBLE');
});

for (const name of ['video_game_sales.csv', 'birth_names.json.gz', 'flight_data.csv.gz', 'unicode_test.csv'])
  test(`${name} of the public files is loaded as a user would`, async ({ adminPage: page }) => {
    const path = sharedFixture(name) ?? '';
    test.skip(path === '', 'the public files are not beside this checkout');
    test.setTimeout(180_000);
    await page.goto('/csvtodatabaseview/form');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Create dataset' }).click({ timeout: 60_000 });
    await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/, { timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Dataset' })).toBeVisible();
  });

test('a menu of more than a hundred choices draws only those in view [CST-005]', async ({ adminPage: page, api }) => {
  const { result, ...rest } = (await api.get('/api/v1/database/')).json;
  let count = 0;
  await page.route(/\/api\/v1\/database\/\?/, (route) => {
    const many = Array.from({ length: count }, (_, at) => ({
      ...result[0],
      id: at + 1,
      database_name: `Base ${at + 1}`,
    }));
    return route.fulfill({ json: { ...rest, count, ids: many.map(({ id }) => id), result: many } });
  });
  const drawn = async () => {
    await page.goto('/csvtodatabaseview/form');
    const box = page.getByRole('combobox', { name: 'Database' });
    await box.click();
    const options = await optionsOf(box);
    await expect(options.filter({ hasText: 'Base 2' }).first()).toBeVisible();
    return options.count();
  };
  count = 100;
  expect(await drawn()).toBe(100);
  count = 101;
  expect(await drawn()).toBeLessThan(40);
});
