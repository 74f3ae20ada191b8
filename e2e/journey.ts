import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type ApiClient, signInWithCookie, startServer, type TestServer, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';

interface WorkerParts {
  /** A server with the example data, shared by the journeys of one worker: leave what you did not make alone. */
  readonly server: TestServer;
  /** The same server's API, as the administrator. */
  readonly api: ApiClient;
}

interface JourneyParts {
  /** A page of the shared server, signed in as the administrator; nothing opened yet. */
  readonly adminPage: Page;
}

export { expect };

/** The options that belong to an opened combobox; a list of another one that is still closing does not count. */
export async function optionsOf(combobox: Locator): Promise<Locator> {
  await expect(combobox).toHaveAttribute('aria-controls', /./);
  const list = combobox.page().locator(`[id="${await combobox.getAttribute('aria-controls')}"]`);
  return combobox.page().locator('.ant-select-dropdown').filter({ has: list }).locator('.ant-select-item-option');
}

/** Opens a combobox, types what narrows its list, and clicks the first option with the text. */
export async function pick(combobox: Locator, option: string | RegExp, typed = ''): Promise<void> {
  await combobox.click();
  if (typed) await combobox.fill(typed);
  await (await optionsOf(combobox)).filter({ hasText: option }).first().click();
}

/** The server answers before they are there, and what is asked meanwhile waits for the engine. */
async function whenExamplesAreThere(api: ApiClient): Promise<void> {
  const count = async () => (await api.get('/api/v1/dashboard/')).json.count;
  await expect.poll(count, { timeout: 220_000 }).toBeGreaterThanOrEqual(2);
}

/** The test function of every journey; relative addresses are those of the worker's server. */
export const test = base.extend<JourneyParts, WorkerParts>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const server = await startServer({ hasExamples: true, readyTimeoutMs: 120_000 });
      await whenExamplesAreThere(await signInWithCookie(server.url, testAdmin));
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  api: [
    async ({ server }, use) => {
      await use(await signInWithCookie(server.url, testAdmin));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  adminPage: async ({ page, context, server }, use) => {
    await signInContext(context, server.url, testAdmin);
    await use(page);
  },
});
