import type { Page } from '@playwright/test';
import { otherSettings } from '@powerset/testkit/chart-settings';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

async function saveAs(page: Page, title: string): Promise<void> {
  await expect(page.getByTestId('chart')).toHaveAttribute('data-chart-status', 'rendered');
  await page.getByLabel('Chart title').fill(title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Save (Overwrite)' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}

for (const { key, asked, kept, share } of otherSettings()) {
  test(`every setting of a chart of the type ${key} that is not as at first is kept by the builder, by saving and by opening again`, async ({
    adminPage: page,
    api,
  }) => {
    const dataset = await api.post('/api/v1/dataset/', {
      database: await findExampleDatabase(api),
      schema: 'main',
      table_name: `kept_${key}_${process.pid}_${Date.now()}`,
      sql: `select timestamp '2026-01-01' + to_days((range // 4)::int) as day,
        case when range % 2 = 0 then 'Rome' else 'Bonn' end as city,
        case when range % 4 < 2 then 'new' else 'old' end as kind, range as size from range(400)`,
    });
    expect(share).toBeGreaterThan(1 / 2);
    const made = await api.post('/api/v1/chart/', {
      slice_name: `Kept ${key}`,
      viz_type: key,
      datasource_id: dataset.json.id,
      datasource_type: 'table',
      params: JSON.stringify(asked),
    });
    await page.goto(`/explore/?slice_id=${made.json.id}`);
    await saveAs(page, `Kept ${key} again`);
    const saved = JSON.parse((await api.get(`/api/v1/chart/${made.json.id}`)).json.result.params);
    expect(saved).toMatchObject(kept);
    await page.goto(`/explore/?slice_id=${made.json.id}`);
    await expect(page.getByTestId('chart')).toHaveAttribute('data-chart-status', 'rendered');
    await expect(page.getByLabel('Chart title')).toHaveValue(`Kept ${key} again`);
  });
}
