import type { Page } from '@playwright/test';
import { viewports } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { findTooSmallTargets } from './touch-targets.ts';

test.use({ viewport: viewports.phone, hasTouch: true });

const pages: readonly (readonly [string, string])[] = [
  ['the home page', '/superset/welcome/'],
  ['the list of charts', '/chart/list/'],
  ['charts as cards', '/chart/list/?viewMode=card'],
  ['the list of datasets', '/tablemodelview/list/'],
  ['the list of databases', '/databaseview/list/'],
  ['the list of annotation layers', '/annotationlayer/list/'],
  ['the query history', '/superset/sqllab/history/'],
  ['a dashboard', '/superset/dashboard/sales/'],
  ['a new chart', '/chart/add'],
  ['an upload', '/csvtodatabaseview/form'],
  ['a new connection', '/database/add/'],
  ['the SQL editor', '/superset/sqllab/'],
];

async function settle(page: Page): Promise<void> {
  await expect(page.locator('.sh__progress, [role=status][aria-label]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const [name, address] of pages) {
  test(`on a phone ${name} fits the screen, and a finger meets what it aims at`, async ({ adminPage: page }) => {
    await page.goto(address);
    await settle(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findTooSmallTargets(page)).toEqual([]);
  });
}
