import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const metadata = 'version: 1.0.0\ntype: Database\ntimestamp: "2024-01-01T00:00:00+00:00"\n';
const warehouse = `database_name: Warehouse of the journey
sqlalchemy_uri: postgresql://reader:XXXXXXXXXX@db.example.org:5432/shop
uuid: 7d2b7f0e-51f5-4b68-9f0e-6a4f7c9e3a11
version: 1.0.0
`;

function pack(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [`bundle/${name}`, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

async function makeDataset(api: ApiClient, name: string): Promise<number> {
  const answer = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: name,
    sql: 'select 1 as a',
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

async function makeChart(api: ApiClient, name: string): Promise<number> {
  const datasource = await makeDataset(api, `data of ${name}`);
  const answer = await api.post('/api/v1/chart/', {
    slice_name: name,
    viz_type: 'table',
    datasource_id: datasource,
    datasource_type: 'table',
    params: '{}',
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

async function exportFirst(page: Page, list: string, name: string): Promise<Buffer> {
  await page.goto(list);
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ]);
  return readFile(await download.path());
}

async function openImport(page: Page, list: string, bytes: Buffer) {
  await page.goto(list);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Export bundle')
    .setInputFiles({ name: 'bundle.zip', mimeType: 'application/zip', buffer: bytes });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  return dialog;
}

test('a chart is exported from its row, and overwritten only with consent [IMP-003, IMP-005]', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeChart(api, 'Journey of a bundle');
  const bytes = await exportFirst(page, '/chart/list/', 'Journey of a bundle');
  expect(Object.keys(unzipSync(bytes)).some((name) => name.endsWith(`charts/Journey_of_a_bundle_${id}.yaml`))).toBe(
    true,
  );
  await api.put(`/api/v1/chart/${id}`, { slice_name: 'Renamed meanwhile' });
  const dialog = await openImport(page, '/chart/list/', bytes);
  await expect(dialog).toContainText(`charts/Journey_of_a_bundle_${id}.yaml`);
  const send = dialog.getByRole('button', { name: 'Import', exact: true });
  await expect(send).toBeDisabled();
  await dialog.getByText('Overwrite what exists').click();
  await send.click();
  await expect(page.getByText('Imported: bundle.zip')).toBeVisible();
  expect((await api.get(`/api/v1/chart/${id}`)).json.result.slice_name).toBe('Journey of a bundle');
});

test('what was deleted comes back from its bundle', async ({ adminPage: page, api }) => {
  const id = await makeChart(api, 'Lost and found');
  const bytes = await exportFirst(page, '/chart/list/', 'Lost and found');
  await api.delete(`/api/v1/chart/${id}`);
  await openImport(page, '/chart/list/', bytes);
  await expect(page.getByText('Imported: bundle.zip')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lost and found', exact: true })).toBeVisible();
});

test('several rows are exported at once', async ({ adminPage: page, api }) => {
  const titles = ['One of two', 'Two of two'];
  for (const title of titles) await api.post('/api/v1/dashboard/', { dashboard_title: title });
  await page.goto('/dashboard/list/?viewMode=table');
  for (const title of titles) await page.getByLabel(`Select ${title}`).check();
  const bar = page.getByRole('toolbar', { name: 'Selected' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^dashboard_export_\d{8}T\d{6}\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const dashboards = Object.keys(files).filter((name) => name.includes('/dashboards/'));
  const exported = dashboards.map(
    (name) => /dashboard_title: (.*)/.exec(strFromU8(files[name] ?? new Uint8Array()))?.[1],
  );
  expect(exported.sort()).toEqual(titles);
});

test('the password that a bundle lacks is asked for and sent with it [IMP-001, IMP-005]', async ({
  adminPage: page,
}) => {
  const bytes = pack({ 'metadata.yaml': metadata, 'databases/Warehouse.yaml': warehouse });
  const dialog = await openImport(page, '/databaseview/list/', bytes);
  const password = dialog.getByLabel('Password for databases/Warehouse.yaml');
  await expect(password).toBeVisible();
  await password.fill('a word that is kept');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Imported: bundle.zip')).toBeVisible();
  await expect(page.getByRole('row', { name: /Warehouse of the journey/ })).toBeVisible();
});

test('a bundle that cannot be taken says why, and what to do [IMP-004]', async ({ adminPage: page }) => {
  const broken = await openImport(page, '/dashboard/list/', Buffer.from('not an archive'));
  await expect(broken.getByRole('alert')).toContainText('An error occurred while importing dashboard: Not a ZIP file');
  await expect(broken.getByRole('alert')).toContainText('Please re-export your file and try importing again');
  const other = await openImport(
    page,
    '/chart/list/',
    pack({ 'metadata.yaml': metadata, 'databases/W.yaml': warehouse }),
  );
  await expect(other.getByRole('alert')).toContainText('Must be equal to Slice.');
});
