import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { findChart } from './shared-world.ts';

const partOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** A dashboard that shows these charts, each in a row of its own under the layout given by rows. */
async function makeDashboard(api: ApiClient, title: string, rows: readonly (readonly string[])[]): Promise<number> {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: title })).json;
  const nodes: Record<string, unknown> = {};
  for (const [at, names] of rows.entries()) {
    const children = await Promise.all(
      names.map(async (name, place) => {
        const chart = await findChart(api, name);
        const key = `CHART-${at}-${place}`;
        const meta = { chartId: chart.id, sliceName: name, width: 4, height: 30 };
        nodes[key] = { id: key, type: 'CHART', children: [], meta };
        return key;
      }),
    );
    nodes[`ROW-${at}`] = { id: `ROW-${at}`, type: 'ROW', children, meta: {} };
  }
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows.map((_, at) => `ROW-${at}`) },
    ...nodes,
  };
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) });
  return id;
}

const rowsOf = async (api: ApiClient, id: number): Promise<string[][]> => {
  const layout = JSON.parse((await api.get(`/api/v1/dashboard/${id}`)).json.result.position_json);
  return layout.GRID_ID.children.map((row: string) =>
    layout[row].children.map((child: string) => layout[child].meta.sliceName),
  );
};

test('parts are moved without a pointer: lifted, carried, dropped or put back, and spoken of [LAY-015] [LAY-023]', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'By keys', [['Payment methods', 'Revenue by country'], ['Top products']]);
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const part = partOf(page, 'Payment methods');
  const spoken = page.getByTestId('canvas-announcement');
  await part.focus();
  await page.keyboard.press('Space');
  await expect(spoken).toHaveText(/Payment methods is lifted/);
  await expect(page.getByTestId('key-hint')).toContainText('Payment methods');
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toHaveText('Payment methods: place 2 of 2 in row 1 of 2.');
  await page.keyboard.press('ArrowDown');
  await expect(spoken).toHaveText('Payment methods: place 1 of 1 in row 2 of 3.');
  await expect(part).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(spoken).toHaveText('Payment methods was put back.');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expect(part).toBeFocused();

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(spoken).toHaveText('Payment methods was dropped: place 2 of 2 in row 2 of 2.');
  await expect(page.getByTestId('key-hint')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  expect(await rowsOf(api, id)).toEqual([['Revenue by country'], ['Top products', 'Payment methods']]);
});

test('the CSS of a dashboard reaches its parts by the names that they have in the reference', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Styled', [['Payment methods']]);
  const css = `
    .dashboard .dashboard-header { color: rgb(1, 2, 3) }
    .grid-container .grid-content .grid-row.background--transparent { margin-top: 21px }
    .dashboard-component-chart-holder .chart-header .header-title { letter-spacing: 3px }
    .dashboard-component .slice_container { outline: 7px solid }
    .header-controls { column-gap: 19px }`;
  /** With one class each, which is less than the product's own rules are made of. */
  const light = `
    .header-with-actions { background: rgb(4, 5, 6) }
    .chart-header { height: 41px }
    .header-title { font-size: 21px }
    .dashboard-component-chart-holder { border: 3px dashed rgb(7, 8, 9) }
    .grid-row::after { content: 'row'; color: rgb(1, 1, 1) }
    .grid-container { padding: 17px }
    @media (min-width: 300px) { .grid-content { padding: 23px } }
    @media (max-width: 300px) { .grid-content { padding: 29px } }
    @keyframes shine { from { opacity: 0.9 } to { opacity: 1 } }
    .slice_container { animation: shine 9s; background: rgb(2, 2, 2) }
    .dashboard-content { background: rgb(3, 3, 3) }
    button { color: rgb(9, 9, 9) }`;
  await api.put(`/api/v1/dashboard/${id}`, { css: css + light });
  await page.goto(`/superset/dashboard/${id}/`);
  const card = page.getByRole('article', { name: 'Payment methods' });
  await expect(card.getByRole('heading', { name: 'Payment methods' })).toHaveCSS('letter-spacing', '3px');
  await expect(card.locator('.slice_container')).toHaveCSS('outline-width', '7px');
  await expect(card.locator('.header-controls')).toHaveCSS('column-gap', '19px');
  await expect(page.locator('.grid-row').first()).toHaveCSS('margin-top', '21px');
  await expect(page.locator('.dashboard-header')).toHaveCSS('color', 'rgb(1, 2, 3)');
  const styled: readonly [selector: string, property: string, value: string][] = [
    ['.header-with-actions', 'background-color', 'rgb(4, 5, 6)'],
    ['.chart-header', 'height', '41px'],
    ['.header-title', 'font-size', '21px'],
    ['.dashboard-component-chart-holder', 'border-top-color', 'rgb(7, 8, 9)'],
    ['.grid-container', 'padding-top', '17px'],
    ['.grid-content', 'padding-top', '23px'],
    ['.slice_container', 'animation-name', 'shine'],
    ['.slice_container', 'background-color', 'rgb(2, 2, 2)'],
    ['.dashboard-content', 'background-color', 'rgb(3, 3, 3)'],
  ];
  for (const [selector, property, value] of styled)
    await expect(page.locator(selector).first(), selector).toHaveCSS(property, value);
  const row = page.locator('.grid-row').first();
  expect(await row.evaluate((drawn) => getComputedStyle(drawn, '::after').color)).toBe('rgb(1, 1, 1)');
  const search = page.getByRole('button', { name: /Search/ }).first();
  expect(await search.evaluate((drawn) => getComputedStyle(drawn).color)).not.toBe('rgb(9, 9, 9)');
});

test('work goes on where code of the page is gone after an update: it says so, and asks before it loads the page anew', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Updated under way', [['Payment methods']]);
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const title = page.getByLabel('Dashboard title');
  await title.fill('Kept title');
  await page.route('**/assets/ShortcutsModal-*.js', (route) => route.abort());
  await title.blur();
  await page.keyboard.press('?');
  const message = page.getByRole('alert').filter({ hasText: 'The server was updated or is out of reach.' });
  await expect(message).toHaveCount(1);
  await expect(title).toHaveValue('Kept title');

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  await message.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(title).toHaveValue('Kept title');
  await page.unroute('**/assets/ShortcutsModal-*.js');
  await page.reload();
  await expect(title).toHaveValue('Updated under way');
});

test('unsaved changes are not left behind without a question: by a link, by Back, by closing the page [DSH-018]', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Guarded', [['Payment methods']]);
  await page.goto('/dashboard/list/');
  await page.getByRole('link', { name: 'Guarded', exact: true }).click();
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const charts = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charts' });

  await test.step('nothing changed, nothing asked', async () => {
    await charts.click();
    await expect(page).toHaveURL(/chart\/list/);
    await page.goBack();
  });
  await page.getByLabel('Dashboard title').fill('Guarded well');

  await test.step('a link asks, and staying loses nothing', async () => {
    await charts.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Dashboard title')).toHaveValue('Guarded well');
    await expect(page).toHaveURL(new RegExp(`dashboard/${id}`));
  });
  await test.step('Back asks', async () => {
    await page.goBack();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
  });
  await test.step('closing or reloading the page asks in the browser’s own words', async () => {
    const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isAsked()).toBe(true);
    await expect(page.getByLabel('Dashboard title')).toHaveValue('Guarded well');
  });
  await test.step('saving and leaving does both', async () => {
    await charts.click();
    await question.getByRole('button', { name: 'Save and leave' }).click();
    await expect(page).toHaveURL(/chart\/list/);
    expect((await api.get(`/api/v1/dashboard/${id}`)).json.result.dashboard_title).toBe('Guarded well');
  });
});
