import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { projectRoot, startServer, type TestServer, testAdmin } from '@powerset/testkit';
import { launchBrowser, signInContext, viewports } from '@powerset/testkit/browser';
import { readFacts, type ScreenFacts, type ScreenServer } from './screen-facts.ts';
import { type Screen, screens } from './screens.ts';

const themes = ['light', 'dark'] as const;
const sizes = ['desktop', 'phone'] as const;
/** The same pictures without loss, for looking closely; not part of the repository. */
const losslessFolder = '.cache/screenshots';
/** Loading screens never come to rest, so they get this long. */
const settleMs = 1500;

type Say = (line: string) => void;

interface Stage {
  readonly server: TestServer;
  readonly facts: ScreenFacts;
}

interface Shot {
  readonly screen: Screen;
  readonly theme: (typeof themes)[number];
  readonly size: (typeof sizes)[number];
}

/** Takes the pictures of the screens whose names contain one of the words, or of all. */
export async function takeScreenshots(request: {
  readonly words: readonly string[];
  readonly say: Say;
}): Promise<{ readonly taken: number; readonly failed: number }> {
  const wanted = screens.filter(
    ({ name }) => request.words.length === 0 || request.words.some((word) => name.includes(word)),
  );
  const folder = join(projectRoot, 'docs/screenshots');
  await mkdir(folder, { recursive: true });
  await mkdir(join(projectRoot, losslessFolder), { recursive: true });
  const browser = await launchBrowser();
  const counts = { taken: 0, failed: 0 };
  for (const kind of new Set(wanted.map(({ server = 'examples' }) => server))) {
    const stage = await openStage(kind);
    for (const shot of shotsOf(wanted.filter(({ server = 'examples' }) => server === kind))) {
      const isTaken = await tryShot({ browser, stage, shot, folder, say: request.say });
      counts[isTaken ? 'taken' : 'failed'] += 1;
    }
    await stage.server.stop();
  }
  await browser.close();
  return counts;
}

function shotsOf(wanted: readonly Screen[]): readonly Shot[] {
  return wanted.flatMap((screen) =>
    sizes
      .filter((size) => !screen.only || screen.only === size)
      .flatMap((size) => themes.map((theme) => ({ screen, theme, size }))),
  );
}

async function openStage(kind: ScreenServer): Promise<Stage> {
  const server = await startServer({
    hasExamples: kind === 'examples' || kind === 'team',
    hasAdmin: kind !== 'fresh',
    readyTimeoutMs: 120_000,
  });
  return { server, facts: await readFacts(server, kind) };
}

interface ShotRequest {
  readonly browser: Browser;
  readonly stage: Stage;
  readonly shot: Shot;
  readonly folder: string;
  readonly say: Say;
}

async function tryShot(request: ShotRequest): Promise<boolean> {
  const { screen, theme, size } = request.shot;
  const name = `${screen.name}-${theme}${size === 'phone' ? '-phone' : ''}`;
  try {
    await takeShot(request, name);
    request.say(`  ${name}`);
    return true;
  } catch (error) {
    request.say(`  ${name} failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return false;
  }
}

async function takeShot({ browser, stage, shot, folder }: ShotRequest, name: string): Promise<void> {
  const { screen, theme, size } = shot;
  const context = await browser.newContext({
    viewport: viewports[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    if (!screen.isSignedOut) await signInContext(context, stage.server.url, testAdmin);
    const page = await context.newPage();
    await interceptCalls(page, screen);
    const target = typeof screen.path === 'string' ? screen.path : screen.path(stage.facts);
    await page.goto(`${stage.server.url}${target}`);
    await screen.prepare?.(page, stage.facts);
    await settle(page, screen);
    await saveWebp(page, join(folder, `${name}.webp`));
    await page.screenshot({ path: join(projectRoot, losslessFolder, `${name}.png`) });
  } finally {
    await context.close();
  }
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

async function settle(page: Page, { intercept }: Screen): Promise<void> {
  if (intercept?.answer !== 'never') await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(settleMs);
}

/** Playwright itself writes no WebP, which is a third of the size of PNG. */
async function saveWebp(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 });
  await writeFile(path, Buffer.from(data, 'base64'));
}
