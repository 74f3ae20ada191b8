import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Bootstrap } from '@powerset/contract';
import {
  type ApiClient,
  type ServerRequest,
  signInWithCookie,
  startServer,
  type TestServer,
  testAdmin,
} from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import type { InProcessApp, InProcessRequest } from '@powerset/testkit/in-process';
import { type Examples, findExamples, readSharedWorld, removeWhatIsNew, type SharedWorld } from './shared-world.ts';

interface WorkerParts {
  /** A server with the example data, shared by the journeys of one worker: leave what you did not make alone. */
  readonly server: TestServer;
  /** The same server's API, as the administrator. */
  readonly api: ApiClient;
  /** Ids of the example data, which others may stand beside. */
  readonly examples: Examples;
  readonly worldAtStart: SharedWorld;
}

interface JourneyParts {
  /** Takes away what the journey made, however it ended, and fails it when what is shared is not as it was. */
  readonly tidiness: undefined;
  /** A page of the shared server, signed in as the administrator; nothing opened yet. */
  readonly adminPage: Page;
  /** The example database's id; it takes changes of its tables until the journey ends. */
  readonly writableDatabaseId: number;
  /** Starts a server of the journey's own, without example data, that ends with the journey. */
  readonly startOwnServer: (request?: ServerRequest) => Promise<TestServer>;
  /** The same in the journey's own process, for journeys that need more than its API. */
  readonly startOwnApp: (request?: InProcessRequest) => Promise<InProcessApp>;
}

export { expect };

/** The options that belong to an opened combobox; a list of another one that is still closing does not count. */
export async function optionsOf(combobox: Locator): Promise<Locator> {
  await expect(combobox).toHaveAttribute('aria-controls', /./);
  const list = combobox.page().locator(`[id="${await combobox.getAttribute('aria-controls')}"]`);
  return list.locator('[role=option][aria-posinset]');
}

/** Opens a combobox, types what narrows its list, and clicks the first option with the text. */
export async function pick(combobox: Locator, option: string | RegExp, typed = ''): Promise<void> {
  await combobox.click();
  if (typed) await combobox.fill(typed);
  await (await optionsOf(combobox)).filter({ hasText: option }).first().click();
}

/** Whether the first letter of an element's text is drawn within it. */
export const startsInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((drawn) => {
    const letter = document.createRange();
    letter.setStart(drawn.firstChild!, 0);
    letter.setEnd(drawn.firstChild!, 1);
    const [at, within] = [letter.getBoundingClientRect(), drawn.getBoundingClientRect()];
    return at.left >= within.left && at.right <= within.right;
  });

/** Has a page learn something else than the server says; call it before the page is opened. */
export async function changeBootstrap(page: Page, change: (body: Bootstrap) => Bootstrap): Promise<void> {
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      const brought = /<script [^>]*data-answer="\/api\/v1\/bootstrap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
      const changed = JSON.stringify(change(JSON.parse(brought))).replaceAll('<', '\\u003c');
      return route.fulfill({ response, body: html.replace(brought, () => changed) });
    },
  );
}

/** Has a page believe that who looks on may not do these things. */
export async function forbid(page: Page, ...permissions: readonly string[]): Promise<void> {
  await changeBootstrap(page, (body) => {
    const roles = Object.entries(body.user?.roles ?? {}).map(([role, pairs]) => [
      role,
      pairs.filter(([permission]) => !permissions.includes(permission)),
    ]);
    return { ...body, user: body.user && { ...body.user, roles: Object.fromEntries(roles) } };
  });
}

/** The server answers before they are there, and what is asked meanwhile waits for the engine. */
async function whenExamplesAreThere(api: ApiClient): Promise<void> {
  const count = async () => (await api.get('/api/v1/dashboard/')).json.count;
  await expect.poll(count, { timeout: 220_000 }).toBeGreaterThanOrEqual(2);
}

/** What no page may ever do, whatever the journey is about. */
function watchFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('response', (answer) => {
    const isFile = new URL(answer.url()).pathname.startsWith('/assets/');
    if (isFile && answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`));
  return faults;
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
  examples: [
    async ({ api }, use) => {
      await use(await findExamples(api));
    },
    { scope: 'worker' },
  ],
  worldAtStart: [
    async ({ api }, use) => {
      await use(await readSharedWorld(api));
    },
    { scope: 'worker', auto: true },
  ],
  tidiness: [
    async ({ api, worldAtStart }, use) => {
      await use(undefined);
      // A page that was just closed may still be heard by the server, so it is looked at until it holds.
      await expect(async () => {
        await removeWhatIsNew(api, worldAtStart);
        expect(await readSharedWorld(api), 'what journeys share is as it was').toEqual(worldAtStart);
      }).toPass({ timeout: 20_000 });
    },
    { auto: true, timeout: 40_000, title: 'leave what is shared as it was' },
  ],
  writableDatabaseId: async ({ api, examples: { databaseId } }, use) => {
    await api.put(`/api/v1/database/${databaseId}`, { allow_dml: true });
    await use(databaseId);
    await api.put(`/api/v1/database/${databaseId}`, { allow_dml: false });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  startOwnServer: async ({}, use) => {
    const started: TestServer[] = [];
    await use(async (request) => {
      const server = await startServer(request);
      started.push(server);
      return server;
    });
    for (const server of started) await server.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  startOwnApp: async ({}, use) => {
    // Loaded when asked for: most journeys do without the application's sources.
    const { startInProcess } = await import('@powerset/testkit/in-process');
    const started: InProcessApp[] = [];
    await use(async (request) => {
      const app = await startInProcess(request);
      started.push(app);
      return app;
    });
    for (const app of started) await app.stop();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  adminPage: async ({ page, context, server }, use) => {
    await signInContext(context, server.url, testAdmin);
    const faults = watchFaults(page);
    await use(page);
    expect(faults, 'files that are missing, and errors that nobody caught').toEqual([]);
  },
});
