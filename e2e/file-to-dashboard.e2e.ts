import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sharedFixture } from '@powerset/testkit';
import { expect, pick, test } from './journey.ts';

interface Journey {
  readonly file: string;
  /** The same columns, when the public file does not lie beside the checkout. */
  readonly standIn: () => string;
  readonly table: string;
  readonly retype?: { readonly column: string; readonly type: string };
  readonly dimension: string;
  readonly metric: string;
  /** The dashboard's filter, a value of it, and what the chart then no longer shows. */
  readonly filter: { readonly column: string; readonly value: string; readonly gone: string; readonly stays: string };
}

const genres = ['Sports', 'Racing', 'Puzzle', 'Action'];
const platforms = ['Wii', 'SCD', 'GB', 'DS'];

function madeGames(): string {
  const lines = Array.from({ length: 200 }, (_, row) =>
    [row + 1, `Game ${row}`, platforms[row % 4], 1985 + (row % 30), genres[row % 4], 'Maker', 1, 1, 1, 1, 4.5].join(
      ',',
    ),
  );
  const head = 'rank,name,platform,year,genre,publisher,na_sales,eu_sales,jp_sales,other_sales,global_sales';
  return `${head}\n${lines.join('\n')}\n`;
}

function madeNames(): string {
  const rows = Array.from({ length: 200 }, (_, row) => ({
    ds: -157_766_400_000 + (row % 40) * 31_557_600_000,
    gender: row % 2 === 0 ? 'boy' : 'girl',
    name: row % 2 === 0 ? 'Aaron' : 'Amy',
    num: row,
    state: ['CA', 'NY', 'TX'][row % 3],
  }));
  return JSON.stringify(rows);
}

const journeys: readonly Journey[] = [
  {
    file: 'video_game_sales.csv',
    standIn: madeGames,
    table: 'video_game_sales',
    retype: { column: 'global_sales', type: 'DECIMAL(18,4)' },
    dimension: 'genre',
    metric: 'count',
    filter: { column: 'platform', value: 'SCD', gone: 'Sports', stays: 'Racing' },
  },
  {
    file: 'birth_names.json.gz',
    standIn: madeNames,
    table: 'birth_names',
    retype: { column: 'ds', type: 'TIMESTAMP' },
    dimension: 'gender',
    metric: 'count',
    filter: { column: 'name', value: 'Amy', gone: 'boy', stays: 'girl' },
  },
];

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** The public file, or one of the same columns. */
function fileOf({ file, standIn }: Journey) {
  const path = sharedFixture(file);
  if (path) return { name: file, mimeType: 'application/octet-stream', buffer: readFileSync(path) };
  return { name: file.replace(/\.gz$/, ''), mimeType: 'text/plain', buffer: Buffer.from(standIn()) };
}

async function uploadFile(page: Page, journey: Journey, table: string): Promise<void> {
  await page.goto('/superset/welcome/');
  await page.getByRole('link', { name: /Upload a file/ }).click();
  await page.locator('input[type=file]').setInputFiles(fileOf(journey));
  await expect(page.getByLabel('Table name')).toHaveValue(journey.table);
  await page.getByLabel('Table name').fill(table);
  if (journey.retype) {
    const { column, type } = journey.retype;
    await pick(page.getByRole('combobox', { name: `Type of column ${column}` }), type);
  }
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/, { timeout: 60_000 });
}

/** A metric or a column in the pane of the dataset. */
const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Dataset' }).locator(`[data-field="${name}"]`);

async function buildChart(page: Page, journey: Journey, names: { chart: string; board: string }): Promise<void> {
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText(journey.dimension);
  await field(page, journey.metric).click();
  await field(page, journey.dimension).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('chart')).toContainText(journey.filter.stays);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Chart name' });
  await expect(name).toHaveValue(`COUNT(*) by ${journey.dimension}`);
  // What is proposed goes with the first letter of a name of one's own.
  await expect(name).toBeFocused();
  await page.keyboard.type(names.chart);
  await pick(dialog.getByRole('combobox', { name: 'Add to dashboard' }), `Create ${names.board}`, names.board);
  await dialog.getByRole('button', { name: 'Save & go to dashboard' }).click();
  await page.waitForURL(/\/superset\/dashboard\/\d+/);
  await expect(page.getByRole('heading', { name: names.board })).toBeVisible();
}

async function addFilter(page: Page, { filter }: Journey): Promise<void> {
  await page.getByRole('button', { name: 'Add filters' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByLabel('Filter name').fill('Narrow');
  await pick(dialog.getByRole('combobox', { name: 'Dataset' }), /./);
  await pick(dialog.getByRole('combobox', { name: 'Column' }), new RegExp(`^${filter.column}$`), filter.column);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

async function narrow(page: Page, { filter }: Journey): Promise<void> {
  const bar = page.getByRole('complementary', { name: 'Filters' });
  await pick(bar.getByRole('combobox', { name: 'Narrow' }), new RegExp(`^${filter.value}$`), filter.value);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Apply filters' }).click();
}

for (const journey of journeys)
  test(`${journey.file} goes from a file to a filtered dashboard without code [DBC-008]`, async ({
    adminPage: page,
  }) => {
    test.slow();
    const names = { chart: `Chart of ${journey.table}`, board: `Board of ${journey.table}` };
    await uploadFile(page, journey, `${journey.table}_journey`);
    await buildChart(page, journey, names);
    const chart = card(page, names.chart);
    await expect(chart).toContainText(journey.filter.stays);
    await expect(chart).toContainText(journey.filter.gone);
    await addFilter(page, journey);
    await narrow(page, journey);
    await expect(chart).not.toContainText(journey.filter.gone);
    await expect(chart).toContainText(journey.filter.stays);
    const count = page.getByRole('complementary', { name: 'Filters' }).getByText(/^1 of \d+$/);
    await expect(count).toBeVisible();
    await page.reload();
    await expect(chart).toContainText(journey.filter.stays);
    await expect(chart).not.toContainText(journey.filter.gone);
    await expect(count).toBeVisible();
  });
