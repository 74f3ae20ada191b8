/**
 * Bundles a TypeScript program of the project and loads it. The bundle lies two folders below the root, as the testkit's
 * sources do, so that paths taken from `import.meta.url` keep their meaning.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './sources.mjs';

/** Everything installed stays outside the bundle; our own packages go in. */
const installedStaysOutside = {
  name: 'installed-stays-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@powerset/') ? undefined : { path, external: true },
    );
  },
};

export async function loadTypeScript(entry) {
  const { build } = await import('esbuild');
  const outfile = join(projectRoot, '.cache/run', `${entry.replace(/\W+/g, '-')}.mjs`);
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [join(projectRoot, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    plugins: [installedStaysOutside],
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
