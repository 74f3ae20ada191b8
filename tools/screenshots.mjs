/**
 * npm run screenshots: pictures of every screen of e2e/screens.ts, both themes, desk and phone, in docs/screenshots.
 * `-- home explore` takes only those whose name contains one of the words, `-- menu-dark-phone` a single one.
 */
import { installIfStale } from './install.mjs';
import { projectRoot } from './sources.mjs';
import { isBuilt } from './stamps.mjs';
import { ensureChromium } from './system-packages.mjs';

const say = (line) => console.log(line);

await installIfStale(projectRoot, say);
if (!isBuilt(projectRoot)) {
  const { build } = await import('./build.mjs');
  if (!(await build(projectRoot, { say }))) process.exit(1);
}
process.env.POWERSET_CHROMIUM = await ensureChromium(say);
const { loadTypeScript } = await import('./run-typescript.mjs');
const { takeScreenshots } = await loadTypeScript('e2e/take-screenshots.ts');
const { taken, failed } = await takeScreenshots({ words: process.argv.slice(2), say });
say(`${taken} pictures taken, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
