import { makePluginFolder, type PluginFolder } from '@powerset/testkit';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlugins, type Plugins } from './plugins.ts';

let folder: PluginFolder;
let plugins: Plugins;
const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line).msg) });

const code = 'export default { api: 2, chart: {} };';
const saying = (facts: object) => ({
  'plugin.json': JSON.stringify({ api: 2, key: 'one', name: 'One', category: 'Ranking', ...facts }),
  'chart.js': code,
});

beforeAll(async () => {
  folder = await makePluginFolder();
  await folder.add('a-good');
  await folder.add('b-same-key');
  await folder.add('c-built-in', { key: 'pie' });
  await folder.write('d-no-manifest', { 'chart.js': code });
  await folder.write('e-no-json', { 'plugin.json': '{', 'chart.js': code });
  await folder.write('f-empty', { 'plugin.json': '{}', 'view.js': '' });
  await folder.write('g-other-form', saying({ api: 1, key: 'older', name: 'Older' }));
  await folder.write('h-no-form', saying({ api: undefined }));
  await folder.write('i-no-name', saying({ name: ' ' }));
  await folder.write('j-wrong-key', saying({ key: '../x' }));
  await folder.write('k-unsound', { ...saying({ key: 'unsound' }), 'chart.js': 'process.exit(3); export default {' });
  await folder.write('m-large', { ...saying({ key: 'large' }), 'chart.js': ' '.repeat(2 * 1024 * 1024 + 1) });
  await folder.write('.hidden', { 'chart.js': '' });
  plugins = await openPlugins({ folder: folder.path, isBuiltIn: (key) => key === 'pie', log });
}, 60_000);
afterAll(() => folder.remove());

describe('a folder of chart plugins', () => {
  it('is offered as far as it is sound, and of the rest is said and logged what is wrong [PLG-002]', () => {
    expect(Object.fromEntries(plugins.found.map(({ folder, error }) => [folder, error]))).toEqual({
      'a-good': null,
      'b-same-key': 'The chart type top_sellers is already that of the plugin in a-good.',
      'c-built-in': 'The chart type pie is built in: a plugin needs a key of its own.',
      'd-no-manifest': 'It has no plugin.json, which the build writes: build it again with this installation.',
      'e-no-json': 'Its plugin.json is not a JSON object.',
      'f-empty': 'It has no chart.js, or an empty one.',
      'g-other-form': 'It was built for form 1 of plugins; this server takes form 2.',
      'h-no-form': 'It was built for form unknown of plugins; this server takes form 2.',
      'i-no-name': 'It has no name or no category.',
      'j-wrong-key': 'Its key must be lower-case letters, digits, _ and -, at most 100 of them.',
      'k-unsound': null,
      'm-large': 'It cannot be read: one of its files is larger than 2 MB.',
    });
    expect(lines).toContain('Chart plugin i-no-name is not offered: It has no name or no category.');
    expect(lines).toHaveLength(10);
  });

  it('runs nothing of a plugin: what its code does is for the frame to find out [PLG-002]', () => {
    expect(plugins.find('unsound')?.code).toContain('process.exit(3)');
  });

  it('says what people read of a plugin', () => {
    expect(plugins.find('top_sellers')?.facts).toEqual({
      key: 'top_sellers',
      name: 'Top sellers',
      description: 'Ranks the values of a column by a measure.',
      category: 'Ranking',
      tags: ['Comparison'],
      behaviors: ['INTERACTIVE_CHART'],
    });
  });

  it('names the chart types of those that are refused, by what they say or by their folder, but no type that is there [PLG-002]', () => {
    const keys = Object.fromEntries(plugins.refused.map(({ name, key }) => [name, key]));
    expect(keys).toMatchObject({ 'Top sellers': null, pie: null, 'd-no-manifest': 'd_no_manifest', Older: 'older' });
  });

  it('may be missing: the server says so and has none', async () => {
    const before = lines.length;
    const none = await openPlugins({ folder: `${folder.path}/nowhere`, isBuiltIn: () => false, log });
    expect(none.found).toEqual([]);
    expect(lines.slice(before)).toEqual([
      expect.stringContaining('The folder of chart plugins cannot be read: ENOENT'),
    ]);
  });
});
