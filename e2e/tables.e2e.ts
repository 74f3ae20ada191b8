import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

/** A hundred and fifty rows by a hundred columns, in groups of ten, and a list of numbers for each row. */
const rowsSql = `
  select 'Group ' || lpad((r // 10)::varchar, 2, '0') as grp, 'Row ' || lpad(r::varchar, 3, '0') as item,
    'Part ' || (c // 10) as part, 'Col ' || lpad(c::varchar, 2, '0') as col,
    (r * 7919 + c * 104729) % 1000 as size, [r % 5, 3, c % 7, 9, 1] as trend
  from range(150) rows(r), range(100) columns(c)`;

interface ChartMade extends Readonly<Record<string, unknown>> {
  readonly sql?: string;
}

async function openChart(page: Page, api: ApiClient, { sql = rowsSql, ...form }: ChartMade): Promise<void> {
  const made = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: `wide_rows_${process.pid}_${Date.now()}`,
    sql,
  });
  expect(made.status, made.text).toBe(201);
  const chart = await api.post('/api/v1/chart/', {
    slice_name: 'Wide',
    viz_type: form.viz_type,
    datasource_id: made.json.id,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  expect(chart.status, chart.text).toBe(201);
  await page.goto(`/explore/?slice_id=${chart.json.id}`);
}

const sum = (column: string) => ({ expressionType: 'SQL', sqlExpression: `sum(${column})`, label: 'size' });

test('a pivot of fifteen thousand cells draws those in sight, keeps its keys there, and folds as a whole', async ({
  adminPage: page,
  api,
}) => {
  await openChart(page, api, {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['grp', 'item'],
    groupbyColumns: ['part', 'col'],
    metrics: [sum('size')],
    row_limit: 50_000,
  });
  const pivot = page.locator('[data-test=pivot-table]');
  await expect(pivot.locator('table')).toHaveAttribute('aria-colcount', '102');
  await expect(pivot.locator('table')).toHaveAttribute('aria-rowcount', '153');
  const cells = () => pivot.locator('td[data-column]').count();
  expect(await cells()).toBeLessThan(1500);
  await pivot.evaluate((element) => element.scrollTo(4000, 2000));
  await expect(pivot.getByText('Col 55', { exact: true })).toBeVisible();
  expect(await cells()).toBeLessThan(1500);
  const key = pivot.getByRole('rowheader', { name: 'Row 075' });
  const isAtLeft = () =>
    key.evaluate((cell) => {
      const frame = cell.closest('section')!.getBoundingClientRect();
      return Math.abs(cell.getBoundingClientRect().left - frame.left) < 200;
    });
  expect(await isAtLeft()).toBe(true);
  const fold = pivot.getByRole('button', { name: 'Collapse all: grp' });
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(pivot.locator('table')).toHaveAttribute('aria-rowcount', '18');
  await expect(pivot.getByRole('button', { name: 'Expand all: grp' })).toBeFocused();
  await pivot.evaluate((element) => element.scrollTo(0, 0));
  await pivot.getByRole('button', { name: 'Expand Group 01' }).press('Enter');
  await expect(pivot.getByRole('button', { name: 'Collapse Group 01' })).toBeFocused();
  await expect(pivot.locator('table')).toHaveAttribute('aria-rowcount', '27');
  const sort = pivot.getByRole('button', { name: 'Sort rows by Col 00' });
  await sort.press('Enter');
  await expect(pivot.locator('th[aria-sort=descending]')).toHaveCount(1);
  const figures = await pivot.locator('[data-test=pivot-row-leaf]').locator('[data-column="0"]').allTextContents();
  expect(figures.map(Number)).toEqual(figures.map(Number).toSorted((a, b) => b - a));
});

test('a column of a table stays in sight while others are scrolled, and lists of numbers are drawn', async ({
  adminPage: page,
  api,
}) => {
  await openChart(page, api, {
    viz_type: 'table',
    query_mode: 'raw',
    all_columns: ['item', 'trend', 'grp', 'part', 'col', 'size'],
    row_limit: 50,
    column_config: {
      item: { pinned: 'left' },
      trend: { cellChart: 'line' },
      part: { columnWidth: 900 },
      grp: { columnWidth: 900 },
    },
    conditional_formatting: [
      { column: 'size', operator: '>', targetValue: 0, colorScheme: 'colorSuccessBase', objectFormatting: 'ICON' },
    ],
  });
  const chart = page.locator('[data-test=table-chart]');
  await expect(chart.locator('[data-test=cell-chart]').first()).toBeVisible();
  await expect(chart.locator('[data-test=cell-sign]').first()).toHaveText('▲');
  const head = chart.locator('[data-test=table-head-item]');
  const left = () => head.evaluate((cell) => cell.getBoundingClientRect().left);
  const before = await left();
  await chart.locator('section').evaluate((element) => element.scrollTo(1000, 0));
  await expect(chart.locator('[data-test=table-head-trend]')).not.toBeInViewport();
  expect(await left()).toBe(before);
  await page.getByRole('tab', { name: 'Customize' }).click();
  const config = page.locator('[data-test=column-config]');
  await config.getByRole('button', { name: 'item', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Pin column' })).toBeVisible();
});

/** A million rows with a name, a group and a size of each. */
const millionSql = `
  select i as id, 'Row ' || lpad(i::varchar, 7, '0') as name, i % 7 as grp, (i * 7919) % 1000003 as size
  from range(1000000) rows(i)`;

const raw = { query_mode: 'raw', all_columns: ['id', 'name', 'grp', 'size'], order_by_cols: ['["id", true]'] };

for (const type of ['table', 'ag-grid-table']) {
  test(`a million rows in a ${type} are paged, ordered by two columns and searched, and a file holds what is left`, async ({
    adminPage: page,
    api,
  }) => {
    await openChart(page, api, {
      ...raw,
      viz_type: type,
      sql: millionSql,
      server_pagination: true,
      server_page_length: 20,
      include_search: true,
      column_config: { id: { d3NumberFormat: 'd' } },
    });
    const rows = page.locator('[data-test=table-row]');
    const pager = page.locator('[data-test=table-pager]');
    await expect(pager).toContainText(/20 of 1.000.000/);
    await expect(rows.first()).toContainText('Row 0000000');
    await pager.getByRole('button', { name: 'Next page' }).click();
    await expect(rows.first()).toContainText('Row 0000020');
    await pager.locator('button').nth(-2).click();
    await expect(rows.last()).toContainText('Row 0999999');
    const head = (name: string) => page.locator(`[data-test=table-head-${name}]`);
    await head('grp').getByRole('button').first().click();
    await head('size')
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] });
    await expect(head('grp')).toHaveAttribute('aria-sort', 'descending');
    await expect(head('size')).toHaveAttribute('aria-sort', 'descending');
    const sizes = () => rows.locator('td').nth(3).textContent();
    await expect.poll(sizes).toMatch(/^999.\d{3}$/);
    await page.getByRole('combobox', { name: 'Search by' }).selectOption('name');
    await page.locator('[data-test=table-search]').fill('99999');
    await expect(rows).toHaveCount(19);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Export to .CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(20);
    const groups = lines.slice(1).map((line) => Number(line.split(',')[2]));
    expect(groups).toEqual(groups.toSorted((a, b) => b - a));
  });
}

test('columns of a table keep their width and place on the next visit, and its cells are copied as Markdown', async ({
  adminPage: page,
  api,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page, api, {
    ...raw,
    viz_type: 'table',
    sql: millionSql,
    row_limit: 5,
    allow_rearrange_columns: true,
    include_search: true,
  });
  const head = (name: string) => page.locator(`[data-test=table-head-${name}]`);
  const widthOf = (name: string) => head(name).evaluate((cell) => cell.getBoundingClientRect().width);
  const handle = head('name').getByRole('separator');
  await handle.focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  const wide = await widthOf('name');
  await head('size').dragTo(head('id'));
  await expect(page.locator('th').first()).toHaveAttribute('data-test', 'table-head-size');
  await head('size').getByRole('button').click();
  await page.locator('[data-test=table-row] td').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy as Markdown/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').slice(0, 3)).toEqual([
    '| size | id | name | grp |',
    '| ---: | ---: | --- | ---: |',
    '| 31676 | 4 | Row 0000004 | 4 |',
  ]);
  await page.reload();
  await expect(page.locator('th').first()).toHaveAttribute('data-test', 'table-head-size');
  expect(Math.abs((await widthOf('name')) - wide)).toBeLessThan(2);
});

test('the cells of an interactive table lead to the menu of marks and are copied as they are chosen', async ({
  adminPage: page,
  api,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChart(page, api, { ...raw, viz_type: 'ag-grid-table', sql: millionSql, row_limit: 5 });
  const cell = (row: number, column: number) =>
    page.locator('[data-test=table-row]').nth(row).locator('td').nth(column);
  await cell(1, 1).click();
  await cell(2, 2).click({ modifiers: ['Shift'] });
  await cell(2, 2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy as text/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('name\tgrp\nRow 0000001\t1\nRow 0000002\t2');
  await cell(1, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Drill to detail', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^Drill to detail/ })).toContainText('1 row');
});
