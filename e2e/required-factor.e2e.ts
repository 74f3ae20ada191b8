import type { Page } from '@playwright/test';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

const ada = { username: 'ada', password: 'a long sentence of hers' };
const dialog = (page: Page) => page.getByRole('dialog');

test('where a second factor is asked of everybody it is set up on the way to the page that was wanted', async ({
  page,
}) => {
  const own = await openOwnServer({ POWERSET_REQUIRE_SECOND_FACTOR: 'everybody' });
  await own.running.app.services.accounts.create({ ...ada, roles: ['Alpha'] });

  await test.step('a password leads to the set-up alone, whatever address is opened', async () => {
    await page.goto(`${own.url}/login/?next=${encodeURIComponent('/chart/list/?filters=(search:pie)')}`);
    await page.getByLabel('User name').fill(ada.username);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.goto(`${own.url}/dashboard/list/`);
    await expect(page).toHaveURL(/\/second_factor\/\?next=%2Fdashboard%2Flist%2F$/);
    await expect(page.getByRole('button', { name: 'Set it up' })).toBeVisible();
  });

  await test.step('once it is set up and the codes were seen, the page opens, and it cannot be switched off', async () => {
    await page.getByRole('button', { name: 'Set it up' }).click();
    await dialog(page).getByLabel('Your password').fill(ada.password);
    await dialog(page).getByRole('button', { name: 'Go on' }).click();
    const key = ((await dialog(page).getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
    await dialog(page).getByLabel('Code').fill(code);
    await dialog(page).getByRole('button', { name: 'Switch on' }).click();
    await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
    await page.goto(`${own.url}/user_info/`);
    const part = page.getByRole('region', { name: 'Second factor' });
    await expect(part.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
    await expect(part.getByRole('button', { name: 'Switch off' })).toHaveCount(0);
    await page.goto(`${own.url}/second_factor/`);
    await expect(page).toHaveURL(/welcome/);
  });
  await own.running.stop();
});
