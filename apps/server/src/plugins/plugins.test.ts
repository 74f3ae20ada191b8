import { makePluginFolder, type PluginFolder } from '@powerset/testkit';
import { buildThreadProgram } from '@powerset/testkit/engine-child';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlugins, type Plugins } from './plugins.ts';

let folder: PluginFolder;
let plugins: Plugins;
const lines: string[] = [];

const definition = (key: string, rest: string) =>
  `export default { api: 1, chart: { key: '${key}', name: 'One', category: 'Ranking', sections: [],
    toQueries: () => [], toModel: () => 0, toOptions: () => 0, readForm: (form) => form, ${rest} } };`;

beforeAll(async () => {
  folder = await makePluginFolder();
  await folder.add('a-good');
  await folder.add('b-same-key');
  await folder.add('c-built-in', { key: 'pie' });
  await folder.write('e-syntax', { 'chart.js': 'export default {' });
  await folder.write('f-empty', { 'view.js': '' });
  await folder.write('g-other-form', { 'chart.js': 'export default { api: 2, chart: {} };' });
  await folder.write('h-no-chart', { 'chart.js': 'export const chart = {};' });
  await folder.write('i-throws-at-load', { 'chart.js': 'throw new Error("no licence");' });
  await folder.write('j-hangs', { 'chart.js': 'while (true);' });
  await folder.write('k-wrong-key', { 'chart.js': definition('../x', '') });
  await folder.write('l-leaves', { 'chart.js': "import process from 'node:process'; process.exit(3);" });
  await folder.write('m-large', { 'chart.js': ' '.repeat(2 * 1024 * 1024 + 1) });
  await folder.write('n-throws-at-queries', {
    'chart.js': definition('thrower', 'toQueries: () => { throw new Error("no columns"); }'),
  });
  await folder.write('o-hangs-at-queries', { 'chart.js': definition('hanger', 'toQueries: () => { while (true); }') });
  await folder.write('.hidden', { 'chart.js': '' });
  plugins = await openPlugins({
    folder: folder.path,
    entry: await buildThreadProgram(),
    isBuiltIn: (key) => key === 'pie',
    log: pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line).msg) }),
    patienceMs: 1500,
  });
}, 60_000);
afterAll(async () => {
  await plugins.close();
  await folder.remove();
});

const problems = () => Object.fromEntries(plugins.found.map(({ folder, error }) => [folder, error]));

describe('a folder of chart plugins', () => {
  it('is offered as far as it is sound, and of the rest is said and logged what is wrong [PLG-002]', () => {
    expect(problems()).toEqual({
      'a-good': null,
      'b-same-key': 'The chart type top_sellers is already that of the plugin in a-good.',
      'c-built-in': 'The chart type pie is built in: a plugin needs a key of its own.',
      'e-syntax': 'SyntaxError: Unexpected end of input',
      'f-empty': 'It has no chart.js, or an empty one.',
      'g-other-form': 'It was built for form 2 of plugins; this server takes form 1.',
      'h-no-chart': 'chart.js must have a default export made by definePlugin.',
      'i-throws-at-load': 'Error: no licence',
      'j-hangs': 'It takes too long to work out.',
      'k-wrong-key': 'Its key must be lower-case letters, digits, _ and -, at most 100 of them.',
      'l-leaves': 'The thread ended.',
      'm-large': 'It cannot be read: one of its files is larger than 2 MB.',
      'n-throws-at-queries': null,
      'o-hangs-at-queries': null,
    });
    expect(lines).toContain('Chart plugin i-throws-at-load is not offered: Error: no licence');
    expect(lines).toHaveLength(11);
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

  it('plans the queries of a form in a thread, which may throw or hang without harm to others', async () => {
    const refusal = (key: string) => plugins.toQueries({ viz_type: key }).catch((error: Error) => error.message);
    expect(await refusal('thrower')).toMatch('The plugin of the chart type thrower says no query: Error: no columns');
    expect(await refusal('hanger')).toMatch('The plugin of the chart type hanger says no query: It takes too long');
    const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' };
    const [query] = await plugins.toQueries({ viz_type: 'top_sellers', groupby: ['country', 'city'], metric });
    expect(query).toMatchObject({ columns: ['country'], metrics: [metric], orderby: [[metric, false]] });
  });

  it('may be missing: the server says so and has none', async () => {
    const before = lines.length;
    const none = await openPlugins({
      folder: `${folder.path}/nowhere`,
      entry: await buildThreadProgram(),
      isBuiltIn: () => false,
      log: pino({ level: 'error' }, { write: (line) => lines.push(JSON.parse(line).msg) }),
    });
    expect(none.found).toEqual([]);
    expect(lines.slice(before)).toEqual([
      expect.stringContaining('The folder of chart plugins cannot be read: ENOENT'),
    ]);
    await none.close();
  });
});
