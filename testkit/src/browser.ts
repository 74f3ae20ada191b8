import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { signInWithCookie } from './api-client.ts';

/**
 * Features that are off: those that Playwright switches off, as the last list is the one that counts, and the parts of
 * Chromium's own address bar that are web pages. Every new window would load their four hundred modules beside the page.
 */
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** Without the network flags Chromium asks its maker's hosts at every start. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  `--disable-features=${featuresOff.join(',')}`,
];

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of the system's Chromium: `POWERSET_CHROMIUM` (the tools set it), else where distributions put it. */
export function chromiumPath(): string {
  const path = [process.env.POWERSET_CHROMIUM, ...usualPlaces].find((candidate) => candidate && existsSync(candidate));
  if (!path)
    throw new Error('Chromium is missing: install the package chromium, or set POWERSET_CHROMIUM to its path.');
  return path;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] });
}

/**
 * A person's own browser. Contexts of a launched one are private windows, which keep no compiled code. Closing it removes
 * all that it kept.
 */
export async function openProfile(viewport: {
  readonly width: number;
  readonly height: number;
}): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), 'powerset-profile-'));
  const options = { executablePath: chromiumPath(), args: [...chromiumFlags], viewport };
  const context = await chromium.launchPersistentContext(folder, options);
  context.on('close', () => void rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return context;
}

export const viewports = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export interface PageRequest {
  readonly url: string;
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Signs in before the page is opened. */
  readonly as?: { readonly username: string; readonly password: string };
}

/** Opens a page in a fresh context, signed in when asked; close it with `page.context().close()`. */
export async function openPage(browser: Browser, request: PageRequest): Promise<Page> {
  const context = await browser.newContext({
    viewport: request.viewport ?? viewports.desktop,
    colorScheme: request.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  if (request.as) await signInContext(context, request.url, request.as);
  const page = await context.newPage();
  await page.goto(`${request.url}${request.path}`);
  return page;
}

/** Gives a browser context the session cookie of a user. */
export async function signInContext(
  context: BrowserContext,
  url: string,
  credentials: { readonly username: string; readonly password: string },
): Promise<void> {
  const client = await signInWithCookie(url, credentials);
  const cookies = (client.headers.cookie ?? '').split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
  await context.addCookies(cookies);
}

/** Waits until the page asks for nothing and its fonts are there, then takes the picture. */
export async function takeScreenshot(page: Page, path: string, { isFullPage = false } = {}): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path, fullPage: isFullPage, animations: 'disabled', caret: 'hide' });
}

export interface AxeFinding {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly targets: readonly string[];
}

/** What axe finds on the page as it stands, the serious and critical unless asked for all. */
export async function findAccessibilityFaults(page: Page, { isAll = false } = {}): Promise<readonly AxeFinding[]> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // By evaluation, since the page's Content-Security-Policy refuses an added script.
  await page.evaluate(axe);
  const findings: readonly AxeFinding[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact, help, nodes }) =>
      ({ id, impact, help, targets: nodes.map((node) => node.target.join(' ') + ' ' + node.html.slice(0, 160)) })))`,
  );
  return findings.filter(({ impact }) => isAll || impact === 'serious' || impact === 'critical');
}
