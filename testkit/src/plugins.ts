import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './server-process.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

const run = promisify(execFile);

export interface PluginFolder extends TempFolder {
  /** Puts in a plugin that was built from the template: its key is `top_sellers` unless told. */
  readonly add: (name: string, change?: PluginChange) => Promise<void>;
  /** Puts in a plugin with this definition, which is written as it would be built; its `plugin.json` says the key. */
  readonly define: (name: string, key: string, code: string) => Promise<void>;
  /** Puts in files by name. */
  readonly write: (name: string, files: Readonly<Record<string, string>>) => Promise<void>;
}

export interface PluginChange {
  /** Another key than that of the template, and name. */
  readonly key?: string;
  /** Another `view.js`, or none. */
  readonly view?: string | null;
}

const manifest = { api: 2, description: '', category: 'Ranking', tags: [], behaviors: ['INTERACTIVE_CHART'] };

/** A folder of plugins as an administrator has one; the template is scaffolded and built once for all of them. */
export async function makePluginFolder(): Promise<PluginFolder> {
  const work = await makeTempFolder('powerset-plugin-work');
  const folder = await makeTempFolder('powerset-plugins');
  const source = join(work.path, 'top-sellers');
  await run(process.execPath, [join(projectRoot, 'tools/new-plugin.mjs'), 'top-sellers', source]);
  await run(process.execPath, [join(source, 'build.mjs'), '--to', join(work.path, 'built')]);
  const built = join(work.path, 'built', 'top-sellers');
  const write: PluginFolder['write'] = async (name, files) => {
    await mkdir(join(folder.path, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder.path, name, file), text);
  };
  return {
    path: folder.path,
    remove: async () => {
      await work.remove();
      await folder.remove();
    },
    write,
    define: (name, key, code) =>
      write(name, { 'plugin.json': JSON.stringify({ ...manifest, key, name }), 'chart.js': code }),
    add: async (name, { key = 'top_sellers', view } = {}) => {
      const text = await readFile(join(built, 'chart.js'), 'utf8');
      const named = key === 'top_sellers' ? text : text.replace('"Top sellers"', JSON.stringify(key));
      await write(name, { 'chart.js': named.replace('"top_sellers"', JSON.stringify(key)) });
      const { api, ...facts } = JSON.parse(await readFile(join(built, 'plugin.json'), 'utf8'));
      const own = key === 'top_sellers' ? facts : { ...facts, key, name: key };
      await write(name, { 'plugin.json': JSON.stringify({ api, ...own }) });
      await cp(join(built, 'thumbnail.svg'), join(folder.path, name, 'thumbnail.svg'));
      if (view === undefined) await cp(join(built, 'view.js'), join(folder.path, name, 'view.js'));
      else if (view !== null) await write(name, { 'view.js': view });
    },
  };
}
