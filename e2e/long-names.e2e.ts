import type { Locator } from '@playwright/test';
import { barOf, filter, onColumn } from './dashboards.ts';
import { expect, test } from './journey.ts';

const longName = 'Wiederholungsprüfungsangelegenheiten'.repeat(5);
const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

/** The letters that are drawn: what is cut off by itself or by whatever stands around it is under no pointer. */
const seenLetters = (part: Locator) =>
  part.evaluate((element) => {
    const text = element.firstChild;
    const letters = [...(text?.textContent ?? '')];
    const isSeen = (_letter: string, at: number) => {
      const range = document.createRange();
      range.setStart(text as Node, at);
      range.setEnd(text as Node, at + 1);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === element;
    };
    return letters.filter(isSeen).join('');
  });

test('long names of tabs, filters and columns leave room for what stands beside them', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const names = [`${longName}gross`, `${longName}net`];
  const dataset = await api.post('/api/v1/dataset/', {
    ...{ database: examples.databaseId, schema: 'main', table_name: 'long names' },
    sql: `SELECT ${names.map((name, at) => `${at} AS "${name}"`).join(', ')}`,
  });
  expect(dataset.status, dataset.text).toBe(201);
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: names };
  const chart = await api.post('/api/v1/chart/', {
    ...{ slice_name: `${longName} chart`, viz_type: 'table', params: JSON.stringify(form) },
    ...{ datasource_id: dataset.json.id, datasource_type: 'table' },
  });
  const tab = (id: string, text: string) => ({ id, type: 'TAB', children: [], meta: { text } });
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
    'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-1', 'TAB-2'] },
    'TAB-1': tab('TAB-1', longName),
    'TAB-2': tab('TAB-2', 'Second'),
  };
  const onOrders = JSON.stringify({ native_filter_configuration: [filter(longName, onColumn('country'))] });
  const board = await api.post('/api/v1/dashboard/', {
    ...{ dashboard_title: `${longName} board`, position_json: JSON.stringify(layout) },
    json_metadata: onOrders.replaceAll('"DATASET"', String(examples.ordersId)),
  });
  expect(board.status, board.text).toBe(201);
  await api.put(`/api/v1/chart/${chart.json.id}`, { dashboards: [board.json.id] });

  await page.goto(`/superset/dashboard/${board.json.id}/`);
  await expect(page.getByRole('tab', { name: 'Second' })).toBeInViewport({ ratio: 1 });
  const label = barOf(page).getByText(longName, { exact: true });
  expect((await label.boundingBox())?.height).toBeLessThan(60);

  await page.goto(`/explore/?slice_id=${chart.json.id}`);
  const heads = page.locator('[data-test^=table-head-]');
  await expect(heads).toHaveCount(2);
  const word = heads.first().getByText(names[0] ?? '', { exact: true });
  expect(await widthOf(word)).toBeLessThan(await widthOf(heads.first()));
  // Names that begin alike are told apart where they are picked.
  const net = page.locator(`button[data-field="${names[1]}"]`);
  const end = net.getByText('nheitennet', { exact: true });
  await expect(end).toBeInViewport({ ratio: 1 });
  expect(await seenLetters(end)).toBe('nheitennet');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  const entry = page.getByRole('menuitem', { name: `Open ${longName} board` });
  await expect(entry).toBeInViewport({ ratio: 1 });
});

test('a pointer on a name that is cut is told the whole of it', async ({ adminPage: page, api }) => {
  const name = `The orders of ${'one more shop and '.repeat(6)}all others`;
  expect((await api.post('/api/v1/dashboard/', { dashboard_title: name })).status).toBe(201);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto('/dashboard/list/');
  const link = page.getByRole('link', { name });
  await link.hover();
  await expect(link).toHaveAttribute('title', name);
  const short = page.getByRole('link', { name: 'Sales overview' });
  await short.hover();
  await expect(short).not.toHaveAttribute('title', /.*/);
});

test('an empty dashboard offers to be filled', async ({ adminPage: page, api }) => {
  const board = await api.post('/api/v1/dashboard/', { dashboard_title: 'Nothing in it', published: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/superset/dashboard/${board.json.id}/`);
  await expect(page.getByText('There is nothing here yet')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Add charts' }).click();
  await expect(page.getByLabel('Dashboard title')).toHaveValue('Nothing in it');
});

test('ways to sign in stand within their card on a phone, however they are called', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({
    env: {
      POWERSET_PUBLIC_URL: 'http://127.0.0.1:9',
      POWERSET_OIDC_ISSUER: 'http://127.0.0.1:9/ours',
      POWERSET_OIDC_CLIENT_ID: 'powerset',
      POWERSET_OIDC_CLIENT_SECRET: 'a secret of the client',
      POWERSET_OIDC_LABEL: 'the Federation of Example Universities and Colleges',
    },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/login/`);
  const [way, form] = [
    page.getByRole('button', { name: /Federation/ }),
    page.getByRole('button', { name: 'Sign in', exact: true }),
  ];
  await expect(way).toBeVisible();
  expect(await widthOf(way)).toBeLessThanOrEqual(await widthOf(form));
  const flows = await way.evaluate((button) => button.scrollWidth > button.clientWidth);
  expect(flows).toBe(false);
});
