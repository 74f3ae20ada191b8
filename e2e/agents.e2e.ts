import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentProgram, useTool } from '@powerset/testkit/agent-program';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

/** A program on the person's own machine: browsers come back to it. */
async function openProgram() {
  const came: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/callback') came.push(url);
    response.setHeader('content-type', 'text/html').end('<h1>Back at the desk</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { redirect: `http://127.0.0.1:${port}/callback`, came, close: () => server.close() };
}

test('an agent asks to be let in, is, works as its person, and is sent away again', async ({ page, browser }) => {
  const own = await openOwnServer();
  const desk = await openProgram();
  await own.person('anna', 'Alpha');
  const name = 'Desk <b>of</b> \u202eAnna';
  const agent = agentProgram(own.url, desk.redirect, { client_name: name });

  await test.step('whoever is sent there signs in first, and is asked then', async () => {
    expect(await agent.connect()).toBeNull();
    await page.goto(agent.address().href);
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password').fill('a password for tests');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Let a program in' })).toBeVisible();
    await expect(page.getByText('Desk <b>of</b> Anna')).toBeVisible();
    await expect(page.getByText(`It is on this computer: ${new URL(desk.redirect).host}`)).toBeVisible();
    await expect(page.getByText('run SQL that reads')).toBeVisible();
    await expect(page.getByText('make, change and delete')).toHaveCount(0);
  });

  await test.step('who says no sends it away', async () => {
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByRole('heading', { name: 'Back at the desk' })).toBeVisible();
    expect(desk.came.at(-1)?.searchParams.get('error')).toBe('access_denied');
  });

  await test.step('who says yes lets it in, and is asked again the next time', async () => {
    const client = await agent.letIn(async (address) => {
      await page.goto(address.href);
      await page.getByRole('button', { name: 'Let it in' }).click();
      await expect(page.getByRole('heading', { name: 'Back at the desk' })).toBeVisible();
      return desk.came.at(-1)!;
    });
    const answer = await useTool(client, 'query_dataset', { dataset_id: own.datasetId, columns: ['channel'] });
    expect(answer.isError, answer.text).toBe(false);
    await page.goto(agent.address().href);
    await expect(page.getByRole('checkbox', { name: 'find dashboards' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Let it in' })).toBeVisible();
  });

  await test.step('who lets it in for less than it asks keeps the rest', async () => {
    const reader = agentProgram(own.url, desk.redirect, { client_name: 'Reader' });
    const client = await reader.letIn(async (address) => {
      await page.goto(address.href);
      await page.getByRole('checkbox', { name: 'run SQL that reads' }).uncheck();
      await page.getByRole('button', { name: 'Let it in' }).click();
      await expect(page.getByRole('heading', { name: 'Back at the desk' })).toBeVisible();
      return desk.came.at(-1)!;
    });
    const rows = await useTool(client, 'query_dataset', { dataset_id: own.datasetId, columns: ['channel'] });
    expect(rows.isError, rows.text).toBe(false);
    await expect(useTool(client, 'run_sql', { database_id: 1, sql: 'SELECT 1' })).rejects.toThrow();
  });

  await test.step('a page of another site cannot show the question in a frame', async () => {
    const context = await browser.newContext();
    await own.enter(context, 'anna');
    const trap = await context.newPage();
    await trap.goto(desk.redirect);
    await trap.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, agent.address().href);
    await expect(trap.frameLocator('iframe').getByRole('button', { name: 'Let it in' })).toHaveCount(0);
    await trap.waitForTimeout(500);
    await expect(trap.frameLocator('iframe').getByRole('button', { name: 'Let it in' })).toHaveCount(0);
    await context.close();
  });

  await test.step('a request that leads elsewhere is answered with no way on', async () => {
    const address = agent.address();
    address.searchParams.set('redirect_uri', 'https://evil.example.com/');
    await page.goto(address.href);
    await expect(page.getByText('The program asked in a way that cannot be answered')).toBeVisible();
    await expect(page.getByRole('button', { name: /Go back/ })).toHaveCount(0);
  });

  await test.step('it stands on the page of the account, and is refused once it was revoked there', async () => {
    await page.goto(`${own.url}/user_info/`);
    const part = page.getByRole('region', { name: 'Agents' });
    await expect(part.getByText('May read and run SQL')).toBeVisible();
    await part.getByRole('button', { name: 'Revoke Desk' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(part.getByText('May read and run SQL')).toHaveCount(0);
    expect(await agent.connect()).toBeNull();
  });
  desk.close();
  await own.running.stop();
});
