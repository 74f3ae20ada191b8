/**
 * npm run gallery: one page of every chart type's examples, built into .cache/gallery and served until it is stopped;
 * `?theme=dark`, `?chart=pie` and `?cases=hard` in its address choose what it shows. `-- --build` only builds it.
 */
import { join } from 'node:path';
import { installIfStale } from './install.mjs';
import { projectRoot } from './sources.mjs';

await installIfStale(projectRoot, (line) => console.log(line));
const { build, preview } = await import('vite');
const outDir = join(projectRoot, '.cache/gallery');
const root = join(projectRoot, 'packages/charts/gallery');
const options = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };
await build({ ...options, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 10_000 } });
console.log('The gallery is in .cache/gallery.');
if (!process.argv.includes('--build')) {
  const server = await preview({ ...options, build: { outDir }, preview: { host: '127.0.0.1', port: 4179 } });
  server.printUrls();
}
