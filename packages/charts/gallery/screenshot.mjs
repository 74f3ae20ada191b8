// Builds the gallery and takes pictures of it: node packages/charts/gallery/screenshot.mjs <folder> [chart] [sizes] [viewport width]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';

const [folder = 'gallery-pictures', chart = '', sizes = '620x232,300x190', width = '1040', hover = ''] =
  process.argv.slice(2);
const configFile = join(import.meta.dirname, 'vite.config.ts');
await build({ configFile, logLevel: 'error' });
const server = await preview({ configFile, preview: { port: 0 }, logLevel: 'error' });
const address = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
mkdirSync(folder, { recursive: true });
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: Number(width), height: 900 } });
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && console.log(theme, message.text()));
  page.on('pageerror', (error) => console.log(theme, String(error)));
  const query = new URLSearchParams({ theme, sizes, ...(chart ? { chart } : {}) });
  await page.goto(`${address}?${query}`, { waitUntil: 'networkidle' });
  if (hover) {
    const [index, x, y] = hover.split(',').map(Number);
    const box = await page.locator('[data-test="echart"]').nth(index).boundingBox();
    await page.mouse.move(box.x + box.width * x - 3, box.y + box.height * y);
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
    await page.waitForTimeout(200);
  }
  await page.screenshot({ path: join(folder, `${chart || 'all'}-${theme}.png`), fullPage: true });
}
await browser.close();
await new Promise((done) => server.httpServer.close(done));
process.exit(0);
