import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  type ApiClient,
  freePort,
  projectRoot,
  signInWithCookie,
  startProcess,
  testAdmin,
  waitUntilReady,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { npmEnvironment } from './install.mjs';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'powerset-pack-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The folder of a package as whoever lies in `from` finds it; undefined for what another platform needs. */
function findPackage(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((place) => existsSync(place));
}

/** Puts what the package asks for, and no more, where npm would have put it. */
function linkDependencies(manifest: Manifest, from: string, target: string): void {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const found = findPackage(name, from);
    const link = join(target, name);
    if (!found || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(found, link);
    linkDependencies(readManifest(join(found, 'package.json')), found, target);
  }
}

function unpack(): string {
  const env = npmEnvironment(process.env);
  const npm = ['pack', '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', npm, { cwd: projectRoot, env, stdio: 'ignore' });
  const installed = join(folder, 'node_modules');
  mkdirSync(join(installed, 'powerset'), { recursive: true });
  const tar = ['xzf', join(folder, 'powerset-0.1.0.tgz'), '--strip-components=1', '-C', join(installed, 'powerset')];
  execFileSync('tar', tar);
  return join(installed, 'powerset');
}

describe('the package that npm pack makes', () => {
  it('asks for the versions that the server asks for', () => {
    const own = readManifest(join(projectRoot, 'package.json')).dependencies ?? {};
    const server = readManifest(join(projectRoot, 'apps/server/package.json')).dependencies ?? {};
    const wanted = Object.keys(own).map((name) => [name, server[name]]);
    expect(own).toEqual(Object.fromEntries(wanted));
  });

  it('serves pages, questions and drawn maps with its own files and what it asks for alone', async () => {
    const root = unpack();
    expect(existsSync(join(root, 'packages'))).toBe(false);
    linkDependencies(readManifest(join(root, 'package.json')), projectRoot, join(folder, 'node_modules'));
    const home = join(folder, 'home');
    mkdirSync(home);
    const { url, stop } = await serve(root, home);
    const page = await (await fetch(`${url}/login/`)).text();
    const [script = ''] = page.match(/\/assets\/index-[\w-]+\.js/) ?? [];
    expect((await fetch(`${url}${script}`)).status).toBe(200);
    expect(existsSync(join(home, '.powerset/metadata.db')), 'data lie at home').toBe(true);
    const admin = await signInWithCookie(url, testAdmin);
    expect(await pixelsOfMap(admin)).toBeGreaterThan(1000);
    expect(await stop()).toBe(0);
  }, 120_000);
});

async function serve(root: string, home: string) {
  const port = await freePort();
  const running = startProcess({
    command: process.execPath,
    // Links are kept as they are, so that nothing of the checkout beside what they lead to is found.
    args: ['--preserve-symlinks', '--preserve-symlinks-main', join(root, 'tools/start.mjs')],
    cwd: folder,
    env: {
      ...process.env,
      HOME: home,
      POWERSET_DATA: undefined,
      POWERSET_PORT: String(port),
      POWERSET_EXAMPLES: 'false',
      POWERSET_ADMIN_USERNAME: testAdmin.username,
      POWERSET_ADMIN_PASSWORD: testAdmin.password,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(running, async () => (await fetch(`${url}/health`)).status === 200, { name: 'The package' });
  return { url, stop: running.stop };
}

/** How many pixels of a map that was drawn from a query's rows have a colour. */
async function pixelsOfMap(admin: ApiClient): Promise<number> {
  const { id: database } = (await admin.get('/api/v1/database/')).json.result[0];
  const sql = "select 'DE' as code, 5 as people union all select 'FR', 9";
  const dataset = (await admin.post('/api/v1/dataset/', { database, table_name: 'people', sql })).json.id;
  const params = JSON.stringify({
    entity: 'code',
    metric: { expressionType: 'SQL', sqlExpression: 'SUM(people)', label: 'people' },
  });
  const map = { slice_name: 'People', viz_type: 'world_map', datasource_id: dataset, datasource_type: 'table', params };
  const { id } = (await admin.post('/api/v1/chart/', map)).json;
  const path = (await admin.get(`/api/v1/chart/${id}`)).json.result.thumbnail_url;
  const drawn = await vi.waitFor(
    async () => {
      const answer = await admin.get(path);
      expect(answer.status, answer.text.slice(0, 200)).toBe(200);
      return answer;
    },
    { timeout: 20_000, interval: 100 },
  );
  const image = await loadImage(Buffer.from(drawn.bytes));
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (Math.abs((data[at] ?? 0) - (data[at + 2] ?? 0)) > 40) count += 1;
  return count;
}
