import { startService } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { startSshServer } from '@powerset/testkit/ssh-server';
import { expect, test } from './journey.ts';

test('a database behind an SSH server is connected, its secrets never shown again, and another key of the server is refused', async ({
  adminPage: page,
  api,
}) => {
  const service = await startService('postgresql');
  test.skip(service === null, 'PostgreSQL is not installed');
  if (service === null) return;
  const accounts = [{ user: 'ada', password: 'of the ssh server' }];
  const first = await startSshServer({ accounts });
  const address = new URL(service.url);
  try {
    await page.goto('/databaseview/list/');
    await page.getByRole('link', { name: 'Database', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /PostgreSQL/ }).click();
    await dialog.getByLabel('Display name').fill('Behind');
    await dialog.getByLabel('Host', { exact: true }).fill(address.hostname);
    await dialog.getByLabel('Port', { exact: true }).fill(address.port);
    await dialog.getByLabel('Database name').fill('postgres');
    await dialog.getByLabel('Username', { exact: true }).fill('powerset');
    await dialog.getByLabel('SSH Tunnel').check();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByText('This is a required field')).toHaveCount(3);
    await dialog.getByLabel('SSH host').fill('127.0.0.1');
    await dialog.getByLabel('SSH port').fill(String(first.port));
    await dialog.getByLabel('SSH username').fill('ada');
    await dialog.getByLabel('SSH password').fill('wrong');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByText('does not let this user in with this password').first()).toBeVisible();
    await expect(dialog.getByLabel('SSH password')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Username', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('SSH password').fill('of the ssh server');
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(page).toHaveURL(/\/databaseview\/list\//, { timeout: 3000 });
    }).toPass();
    const { result } = (await api.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:Behind)))')).json;
    const { id } = result[0];
    expect((await api.get(`/api/v1/database/${id}/schemas/`)).json.result).toContain('public');
    expect(first.asked).toContain(`${address.hostname}:${address.port}`);

    await page.goto(`/database/edit/${id}/`);
    await expect(dialog.getByLabel('SSH password')).toHaveValue('XXXXXXXXXX');
    await expect(dialog.getByLabel('Fingerprint of the SSH server')).toHaveValue(first.fingerprint);
    await dialog.getByRole('tab', { name: 'Private key' }).click();
    await expect(dialog.getByLabel('SSH private key')).toHaveValue('');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('tab', { name: 'Password' }).click();
    await first.stop();
    const second = await startSshServer({ accounts, port: first.port });
    try {
      await dialog.getByRole('button', { name: 'Test connection' }).click();
      await expect(dialog.getByText(`and should be ${first.fingerprint}`).first()).toBeVisible();
      await dialog.getByLabel('Fingerprint of the SSH server').fill(second.fingerprint);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(dialog).toHaveCount(0);
      expect((await api.get(`/api/v1/database/${id}/connection`)).json.result.ssh_tunnel.host_key).toBe(
        second.fingerprint,
      );
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
    await service.stop();
  }
});
