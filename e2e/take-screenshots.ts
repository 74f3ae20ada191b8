import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { projectRoot, startServer, type TestServer, testAdmin } from '@powerset/testkit';
import { launchBrowser, signInContext, viewports } from '@powerset/testkit/browser';
import { readFacts, type ScreenFacts, type ScreenServer } from './screen-facts.ts';
import { type Screen, screens } from './screens.ts';
import { chainsOf, type Shot, shotsOf } from './shots.ts';

/** Two pages draw while their servers answer; more than two only wait for each other. */
const lanes = 2;
/** What comes to rest does so sooner; what never does is a screen that loads or counts. */
const restTimeoutMs = 8000;
const restlessTimeoutMs = 1500;
/** A page that still waits for an answer is no picture yet, however slow the machine is; only what asks on and on is taken as it is. */
const answersTimeoutMs = 40_000;
const stepTimeoutMs = 20_000;
/** How long nothing is asked and nothing changes before a page counts as drawn. */
const restMs = 400;
const glanceMs = 100;

type Say = (line: string) => void;
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

interface Stage {
  readonly server: TestServer;
  readonly facts: ScreenFacts;
  /** Of the administrator, who signs in once. */
  readonly cookies: Cookies;
}

interface Studio {
  readonly browser: Browser;
  readonly folder: string;
  readonly say: Say;
  readonly stageOf: (kind: ScreenServer) => Promise<Stage>;
}

/** Takes the pictures whose names contain one of the words, or all. */
export async function takeScreenshots(request: {
  readonly words: readonly string[];
  readonly say: Say;
}): Promise<{ readonly taken: number; readonly failed: number }> {
  const chains = chainsOf(shotsOf(screens, request.words));
  const folder = join(projectRoot, 'docs/screenshots');
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  const stages = new Map<ScreenServer, Promise<Stage>>();
  const stageOf = (kind: ScreenServer) => {
    const stage = stages.get(kind) ?? openStage(browser, kind);
    stages.set(kind, stage);
    return stage;
  };
  const counts = await runLanes({ browser, folder, say: request.say, stageOf }, chains);
  await browser.close();
  for (const stage of stages.values()) await (await stage).server.stop();
  return counts;
}

/** Each lane takes the next chain until none is left. */
async function runLanes(studio: Studio, chains: readonly (readonly Shot[])[]) {
  const counts = { taken: 0, failed: 0 };
  const next = chains.values();
  const runLane = async () => {
    for (const chain of next) for (const shot of chain) counts[(await tryShot(studio, shot)) ? 'taken' : 'failed'] += 1;
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return counts;
}

async function openStage(browser: Browser, kind: ScreenServer): Promise<Stage> {
  const server = await startServer({
    hasExamples: kind === 'examples' || kind === 'team',
    hasAdmin: kind !== 'fresh',
    readyTimeoutMs: 120_000,
  });
  const facts = await readFacts(server, kind);
  if (kind === 'fresh') return { server, facts, cookies: [] };
  const context = await browser.newContext();
  await signInContext(context, server.url, testAdmin);
  const cookies = await context.cookies();
  await context.close();
  return { server, facts, cookies };
}

/** A second time where the first failed, as others may have kept the machine busy. */
async function tryShot(studio: Studio, shot: Shot): Promise<boolean> {
  for (const attempt of [1, 2]) {
    try {
      const startMs = performance.now();
      await takeShot(studio, shot);
      studio.say(`  ${shot.name} ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n').slice(0, 4).join(' ') : String(error);
      studio.say(`  ${shot.name} failed${attempt === 1 ? ', once more' : ''}: ${reason}`);
    }
  }
  return false;
}

async function takeShot({ browser, stageOf, folder }: Studio, { name, screen, theme, size }: Shot): Promise<void> {
  const stage = await stageOf(screen.server ?? 'examples');
  const context = await browser.newContext({
    viewport: viewports[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(stepTimeoutMs);
  try {
    if (!screen.isSignedOut) await context.addCookies(stage.cookies);
    const page = await context.newPage();
    const calls = watchCalls(page);
    await interceptCalls(page, screen);
    const target = typeof screen.path === 'string' ? screen.path : screen.path(stage.facts);
    await page.goto(`${stage.server.url}${target}`);
    // Before that the page is the outline that every page begins with.
    await page.locator('main').first().waitFor({ state: 'attached', timeout: answersTimeoutMs });
    await screen.prepare?.(page, stage.facts);
    await page.evaluate('document.fonts.ready');
    const isRestless = screen.intercept?.answer === 'never';
    const picture = await pictureAtRest(page, isRestless ? { timeoutMs: restlessTimeoutMs } : { calls });
    await writeFile(join(folder, `${name}.webp`), picture);
  } finally {
    await context.close();
  }
}

/** What the page has asked for and not got. */
function watchCalls(page: Page): ReadonlySet<unknown> {
  const calls = new Set<unknown>();
  page.on('request', (request) => calls.add(request));
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  return calls;
}

async function interceptCalls(page: Page, { intercept }: Screen): Promise<void> {
  if (!intercept) return;
  await page.route(
    (address) => address.pathname.includes(intercept.url),
    async (route) => {
      if (intercept.answer === 'never') return;
      const error = {
        message: 'The database did not answer in time.',
        error_type: 'CONNECTION_DATABASE_TIMEOUT',
        level: 'error',
        extra: {},
      };
      await route.fulfill({ status: 504, json: { errors: [error], message: error.message } });
    },
  );
}

/** The picture once the page has asked for nothing and looked the same for a while; after the time, as it is then. */
async function pictureAtRest(
  page: Page,
  { calls = new Set(), timeoutMs = restTimeoutMs }: { calls?: ReadonlySet<unknown>; timeoutMs?: number },
): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const startMs = performance.now();
  let seen = '';
  let sinceMs = startMs;
  let answeredMs = startMs;
  for (;;) {
    const picture = await captureWebp(session);
    const nowMs = performance.now();
    if (calls.size > 0) answeredMs = nowMs;
    if (picture !== seen || calls.size > 0) sinceMs = nowMs;
    seen = picture;
    const isLate = nowMs - answeredMs >= timeoutMs || nowMs - startMs >= answersTimeoutMs;
    if (nowMs - sinceMs >= restMs || isLate) break;
    await page.waitForTimeout(glanceMs);
  }
  return Buffer.from(seen, 'base64');
}

/** Playwright itself writes no WebP, which is a third of the size of PNG. */
async function captureWebp(session: CDPSession): Promise<string> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 });
  return data;
}
