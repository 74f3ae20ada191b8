import { signInContext } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

const password = 'a password for tests';

test('who may not open a page is told which role it takes, and a home page without access asks for nothing', async ({
  page,
  startOwnApp,
}) => {
  const { signInAs, url } = await startOwnApp();
  await signInAs('reader', ['Gamma']);
  await signInAs('writer', ['sql_lab']);
  const heading = page.getByRole('heading', { level: 1 });

  await signInContext(page.context(), url, { username: 'reader', password });
  for (const path of ['/sqllab/', '/superset/sqllab/', '/superset/sqllab/history/']) {
    await page.goto(url + path);
    await expect(heading).toHaveText('You have no access to this page');
    await expect(page.getByText('It takes the role sql_lab. Ask an administrator to give it to you.')).toBeVisible();
  }
  await page.goto(`${url}/chart/add`);
  await expect(heading).toHaveText('Create a new chart');
  await expect(page.getByText('Upload a file instead')).toHaveCount(0);
  for (const path of ['/users/list/', '/roles/list/']) {
    await page.goto(url + path);
    await expect(heading).toHaveText('You have no access to this page');
    await expect(page.getByText('It takes the role Admin. Ask an administrator to give it to you.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('region', { name: 'Get started' })).toContainText('Make a chart');
  for (const step of ['Open the example dashboard', 'Connect your own data', 'Invite someone'])
    await expect(page.getByText(step)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recents' })).toBeVisible();

  await page.context().clearCookies();
  await signInContext(page.context(), url, { username: 'writer', password });
  await page.goto(`${url}/superset/welcome/`);
  await expect(page.getByRole('link', { name: /Write SQL/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Forbidden')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recents' })).toHaveCount(0);
  await expect(page.getByText('Start on the example data')).toHaveCount(0);
  await page.goto(`${url}/superset/dashboard/1/`);
  await expect(heading).toHaveText('You have no access to this page');
  await page.goto(`${url}/dashboard/list/`);
  await expect(heading).toHaveText('You have no access to this page');
  await expect(page.getByText('None of your roles opens it. Ask an administrator for access.')).toBeVisible();
  await page.goto(`${url}/superset/sqllab/`);
  await expect(heading).toHaveText('SQL editor');
});
