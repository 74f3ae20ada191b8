import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('a chart is shown in a frame of a site that the settings name, by the code of its menu, and on no other', async ({
  page,
  context,
}) => {
  let html = '';
  const site = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const own = await openOwnServer({ POWERSET_FRAME_SITES: `http://127.0.0.1:${port}` });
  await own.enter(context);
  await page.goto(`${own.url}/explore/?slice_id=${own.chartIds[0]}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Embed code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed code' });
  await dialog.getByLabel('Height').fill('333');
  const code = dialog.getByRole('region', { name: 'Embed code' });
  await expect(code).toContainText('height="333"');
  html = `<!doctype html><title>Wiki</title>${await code.locator('pre').textContent()}`.replace(
    'standalone=1',
    'standalone=1&amp;themeMode=dark&amp;locale=de',
  );
  await page.goto(`http://127.0.0.1:${port}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Pieces by channel' })).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de');
  await expect(frame.locator('canvas, svg').first()).toBeVisible();
  html = html.replace('&amp;standalone=1', '');
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
  await own.running.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
