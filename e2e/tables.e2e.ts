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

async function openChart(page: Page, api: ApiClient, form: Readonly<Record<string, unknown>>): Promise<void> {
  const made = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: `wide_rows_${process.pid}_${Date.now()}`,
    sql: rowsSql,
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
