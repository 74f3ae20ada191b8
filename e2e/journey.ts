import { test as base, type Page } from '@playwright/test';
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

export { expect } from '@playwright/test';

/** The test function of every journey; relative addresses are those of the worker's server. */
export const test = base.extend<JourneyParts, WorkerParts>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const server = await startServer({ hasExamples: true, readyTimeoutMs: 120_000 });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
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
