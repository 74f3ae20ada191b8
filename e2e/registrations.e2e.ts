import { startMailServer } from '@powerset/testkit/mail-server';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('people make accounts by a link that goes to their address, and administrators see who waits and let them in', async ({
  page,
  browser,
}) => {
  const mail = await startMailServer();
  const own = await openOwnServer({
    POWERSET_SMTP_URL: mail.url,
    POWERSET_MAIL_FROM: 'bi@example.com',
    POWERSET_PUBLIC_URL: 'https://bi.example.com',
    POWERSET_REGISTRATION: 'email',
    POWERSET_REGISTRATION_DOMAINS: 'example.com',
    POWERSET_REGISTRATION_ROLES: 'Gamma',
  });
  const linkOf = async (address: string) => {
    await expect.poll(() => mail.mails.some(({ to }) => to.includes(address))).toBe(true);
    const text = mail.mails.find(({ to }) => to.includes(address))?.mail.text ?? '';
    return (/https:\S+/.exec(text)?.[0] ?? '').replace('https://bi.example.com', own.url);
  };
  const ask = async (name: string, email: string) => {
    await page.goto(`${own.url}/login/`);
    await page.getByRole('link', { name: 'Make an account' }).click();
    await page.getByLabel('First name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send a link' }).click();
  };

  await test.step('an address of another domain is told so at its field', async () => {
    await ask('Eve', 'eve@example.net');
    await expect(page.getByText('Accounts are made here for addresses of example.com alone.')).toBeVisible();
  });

  await test.step('whoever opens the link chooses name and password, and is signed in', async () => {
    await ask('Ada', 'ada@example.com');
    await expect(page.getByRole('status')).toContainText('A mail is on its way to ada@example.com.');
    const link = await linkOf('ada@example.com');
    await page.goto(link);
    await expect(page.getByLabel('User name')).toHaveValue('ada');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('bright yellow umbrellas');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByText('Somebody else has this name. Choose another one.')).toBeVisible();
    await page.getByLabel('User name').fill('ada');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page).toHaveURL(/\/superset\/welcome\//);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText('This link no longer holds', { exact: false })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask for another link' })).toBeVisible();
  });

  await test.step('administrators let in who waits, and remove others', async () => {
    await ask('Bea', 'bea@example.com');
    await expect(page.getByRole('status')).toBeVisible();
    await ask('Cid', 'cid@example.com');
    await expect(page.getByRole('status')).toBeVisible();
    await linkOf('cid@example.com');
    const context = await browser.newContext();
    await own.enter(context);
    const admin = await context.newPage();
    await admin.goto(`${own.url}/registrations/`);
    await expect(admin.getByText('cid@example.com')).toBeVisible();
    await admin.getByRole('button', { name: 'Actions for bea@example.com' }).click();
    await admin.getByRole('menuitem', { name: 'Let in' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Let bea@example.com in?' });
    await dialog.getByRole('button', { name: 'Let in' }).click();
    await expect(dialog.getByRole('status')).toContainText('The link was sent to bea@example.com.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await admin.getByRole('button', { name: 'Actions for cid@example.com' }).click();
    await admin.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(admin.getByText('Nobody is waiting')).toBeVisible();
    await context.close();
  });
  await own.running.stop();
  await mail.stop();
});
