import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as calledAddresses from './checks/called-addresses.mjs';
import * as engineNames from './checks/engine-names.mjs';
import * as forbiddenWords from './checks/forbidden-words.mjs';
import * as functionBudgets from './checks/function-budgets.mjs';
import * as importCycles from './checks/import-cycles.mjs';
import * as importLaw from './checks/import-law.mjs';
import * as licences from './checks/licences.mjs';
import * as loadEffects from './checks/load-effects.mjs';
import * as lockFile from './checks/lock-file.mjs';
import * as namedAnswers from './checks/named-answers.mjs';
import * as requirementTitles from './checks/requirement-titles.mjs';
import * as roomNames from './checks/room-names.mjs';
import * as styleClasses from './checks/style-classes.mjs';
import * as suppressions from './checks/suppressions.mjs';
import { readSource } from './checks/syntax.mjs';
import * as typedFiles from './checks/typed-files.mjs';
import { typeProjects } from './type-projects.mjs';

interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

type Check = { readonly check: (project: { root: string; sources: unknown[] }) => Problem[] };

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** Runs a check over a project that holds only these files, and returns what it says. */
function run({ check }: Check, files: Readonly<Record<string, string>>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'powerset-check-'));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const sources = Object.keys(files)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readSource(root, path));
  return check({ root, sources }).map(({ path, line, message }) => `${path}:${line} ${message}`);
}

const server = 'apps/server/src';
const web = 'apps/web/src';
const charts = 'packages/charts/src';

describe('titles of tests', () => {
  const ledger = ['SQL-001', 'SQL-002', 'SQL-003', 'SQL-004', 'SQL-005'].map((id) => `| ${id} | Tabs. | 1 §1 |`);
  const titled = (path: string, title: string) =>
    run(requirementTitles, { 'docs/requirements.md': ledger.join('\n'), [path]: `it('${title}', () => {});` });

  it('name four rows at most, in tests, journeys and tools', () => {
    const five = 'too much [SQL-001, SQL-002] [SQL-003] [SQL-004, SQL-005]';
    for (const path of [`${server}/a.test.ts`, 'e2e/a.e2e.ts', 'tools/a.test.ts'])
      expect(titled(path, five)).toEqual([`${path}:1 names 5 rows: cut it into tests of at most 4`]);
    expect(titled('e2e/a.e2e.ts', 'four [SQL-001, SQL-002, SQL-003] [SQL-004]')).toEqual([]);
    expect(titled('e2e/a.ts', five)).toEqual([]);
  });

  it('name rows that there are', () => {
    expect(titled('e2e/a.e2e.ts', 'tabs [SQL-099]')).toEqual([
      'e2e/a.e2e.ts:1 SQL-099 is no row of docs/requirements.md',
    ]);
  });
});

describe('the import law', () => {
  it.each([
    ['sql takes no package of ours', 'packages/sql/src/a.ts', "import { x } from '@powerset/contract';"],
    ['query does not take chart-kit', 'packages/query/src/a.ts', "import { x } from '@powerset/chart-kit';"],
    ['the interface does not take query', `${web}/a.ts`, "import { x } from '@powerset/query';"],
    ['the server does not take the views of charts', `${server}/a.ts`, "import { x } from '@powerset/charts/views';"],
    ['only the view of a chart takes ui', `${charts}/pie/options.ts`, "import { x } from '@powerset/ui';"],
    ['types obey too', 'packages/sql/src/a.ts', "import type { X } from '@powerset/contract';"],
    ['a lazy import obeys too', `${web}/a.ts`, "export const load = () => import('@powerset/sql');"],
    ['nobody goes past a door', `${server}/a.ts`, "import { x } from '@powerset/sql/src/printer.ts';"],
    ['shipped code takes nothing of the testkit', `${server}/a.ts`, "import { x } from '@powerset/testkit';"],
    ['a relative import exists and carries its extension', `${server}/a.ts`, "import { x } from './b';"],
    ['only doors pass on whole modules', `${server}/http/a.ts`, "export * from './index.ts';"],
  ])('refuses: %s', (_rule, path, text) => {
    expect(run(importLaw, { [path]: text, [`${server}/http/index.ts`]: '' })).toHaveLength(1);
  });

  it.each([
    ['a relative path into another workspace', `${server}/a.ts`, 'packages/sql/src/b.ts', 'leaves apps/server'],
    [
      'one feature in another',
      `${server}/features/charts/a.ts`,
      `${server}/features/users/index.ts`,
      'another feature',
    ],
    ['one chart in another', `${charts}/pie/index.ts`, `${charts}/table/index.ts`, 'another chart'],
    [
      'a floor that reaches up into a feature',
      `${server}/jobs/a.ts`,
      `${server}/features/users/index.ts`,
      'may not import a feature',
    ],
    ['what lies behind the door of a feature', `${server}/app.ts`, `${server}/features/users/store.ts`, 'index.ts'],
    [
      'what a chart keeps from the registry',
      `${charts}/views.ts`,
      `${charts}/pie/options.ts`,
      'inside packages/charts/src/pie',
    ],
  ])('refuses %s', (_what, path, target, reason) => {
    const up = '../'.repeat(path.split('/').length - 1);
    const problems = run(importLaw, {
      [path]: `import { x } from './${up}${target}';`,
      [target]: 'export const x = 1;',
    });
    expect(problems).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['a value', "import { x } from './inner/hidden.ts';"],
    ['a type', "import type { X } from './inner/hidden.ts';"],
    ['a type in its place', "export type Y = import('./inner/hidden.ts').X;"],
    ['a re-export', "export { x } from './inner/hidden.ts';"],
    ['what is loaded later', "export const load = () => import('./inner/hidden.ts');"],
    ['what a pattern names', "const found = import.meta.glob('./inner/h*.ts');"],
  ])('lets nobody past the door of a room on any floor: %s', (_what, text) => {
    for (const folder of [`${web}/lists`, `${web}/features/users`, `${server}/http`, 'packages/query/src/time']) {
      const problems = run(importLaw, {
        [`${folder}/a.ts`]: text,
        [`${folder}/inner/index.ts`]: "export { x } from './hidden.ts';",
        [`${folder}/inner/hidden.ts`]: 'export const x = 1;',
      });
      expect(problems).toEqual([
        `${folder}/a.ts:1 ${folder}/inner/hidden.ts is inside ${folder}/inner: import its index.ts`,
      ]);
    }
  });

  it('takes what the law allows', () => {
    const files = {
      [`${server}/app.ts`]: "import { a } from './features/users/index.ts';\nimport { sql } from '@powerset/sql';",
      [`${server}/features/users/index.ts`]: "import { b } from './store.ts';",
      [`${server}/features/users/store.ts`]: "import type { X } from '@powerset/contract';",
      [`${server}/features/users/a.test.ts`]: "import { startServer } from '@powerset/testkit';",
      [`${charts}/pie/PieChart.tsx`]:
        "import { Button } from '@powerset/ui';\nimport { c } from '../shared/colours.ts';",
      [`${charts}/shared/colours.ts`]: '',
      [`${charts}/pie/index.ts`]: '',
      [`${charts}/views.ts`]: "export const load = () => import('./pie/View.tsx');",
      [`${charts}/pie/View.tsx`]: '',
      [`${web}/routes.tsx`]: "const found = import.meta.glob('./features/*/index.ts');",
      [`${web}/features/users/index.ts`]: "export const loadPage = () => import('./UsersPage.tsx');",
      [`${web}/features/users/UsersPage.tsx`]: "import { d } from '@powerset/charts/definitions';",
    };
    expect(run(importLaw, files)).toEqual([]);
  });

  it('takes an exception that gives its reason', () => {
    const text = "// check-ignore import-law: the reference client needs it\nimport { x } from '@powerset/query';";
    expect(run(importLaw, { [`${web}/a.ts`]: text })).toEqual([]);
  });
});

describe('import cycles', () => {
  it('are found through files and through the doors of packages', () => {
    const problems = run(importCycles, {
      'packages/sql/package.json': '{"name":"@powerset/sql","exports":{".":"./src/index.ts"}}',
      'packages/sql/src/index.ts': "export * from './a.ts';",
      'packages/sql/src/a.ts': "import { b } from './b.ts';\nexport const a = 1;",
      'packages/sql/src/b.ts': "import { a } from '@powerset/sql';\nexport const b = 1;",
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('packages/sql/src/a.ts -> packages/sql/src/b.ts -> packages/sql/src/index.ts');
  });

  it.each([
    ['a type', "import type { A } from './a.ts';"],
    ['a type in its place', "export type B = import('./a.ts').A;"],
    ['a re-export', "export { a } from './a.ts';"],
    ['what is loaded later', "export const later = () => import('./a.ts');"],
    ['what a pattern names', "export const all = import.meta.glob('./*.ts');"],
  ])('count %s', (_what, text) => {
    const problems = run(importCycles, { [`${web}/a.ts`]: "import { b } from './b.ts';", [`${web}/b.ts`]: text });
    expect(problems).toEqual([expect.stringContaining(`${web}/a.ts -> ${web}/b.ts -> ${web}/a.ts`)]);
  });
});

describe('budgets', () => {
  const body = (lines: number): string => '  work();\n'.repeat(lines);

  it('refuse a function of more than 80 lines and one of four parameters', () => {
    const text = `export function long() {\n${body(80)}}\nexport const wide = (a, b, c, d) => a;\n`;
    expect(run(functionBudgets, { 'apps/cli/src/a.ts': text })).toEqual([
      expect.stringContaining(':1 long has 82 lines'),
      expect.stringContaining('wide takes 4 parameters'),
      expect.stringContaining('0.0 % of the functions keep to 40 lines'),
    ]);
  });

  it('refuse an area in which too many functions are over 40 lines', () => {
    const short = Array.from({ length: 18 }, (_, at) => `function f${at}() {\n${body(3)}}\n`).join('');
    const long = `function long() {\n${body(50)}}\n`;
    expect(run(functionBudgets, { 'packages/sql/src/a.ts': short + long })).toHaveLength(1);
    expect(run(functionBudgets, { 'apps/web/src/a.ts': short + long })).toEqual([]);
  });

  it('ask for a reason for a file of more than 400 lines', () => {
    const text = 'export const a = 1;\n'.repeat(401);
    expect(run(functionBudgets, { 'packages/sql/src/a.ts': text })).toHaveLength(1);
    expect(
      run(functionBudgets, { 'packages/sql/src/a.ts': `// check-ignore file-length: one table\n${text}` }),
    ).toEqual([]);
  });
});

describe('side effects at load', () => {
  it.each([
    ['a call', 'start();'],
    ['a loop', 'for (const a of b) a();'],
    ['the clock', 'export const startedAt = Date.now();'],
    ['the environment', 'const home = process.env.HOME;'],
    ['the disk', "const text = readFileSync('x');"],
    ['the page', "const root = document.querySelector('main');"],
  ])('refuse %s', (_what, text) => {
    expect(run(loadEffects, { 'packages/sql/src/a.ts': text })).toHaveLength(1);
  });

  it('leave definitions alone, and programs, and tests', () => {
    const definitions =
      "'use client';\nconst a = defineChart({ document: 1 });\nexport const now = () => Date.now();\nexport function f() { start(); }";
    expect(run(loadEffects, { 'packages/sql/src/a.ts': definitions })).toEqual([]);
    expect(run(loadEffects, { [`${web}/main.tsx`]: 'start();', [`${server}/a.test.ts`]: 'start();' })).toEqual([]);
  });
});

describe('engine names', () => {
  it('are refused outside the rooms that may know them', () => {
    const text = "export const isFast = name === 'duckdb';\nconst sqliteFile = 1;\nconst sqlItems = 2;";
    expect(run(engineNames, { [`${server}/features/charts/a.ts`]: text })).toHaveLength(2);
    expect(run(engineNames, { [`${server}/engines/duckdb/a.ts`]: text })).toEqual([]);
    const others = ['openTrino', 'trinoUri', 'toPresto', 'presto'].map((name) => `export const ${name} = 1;`);
    expect(run(engineNames, { [`${server}/features/charts/a.ts`]: others.join('\n') })).toHaveLength(4);
  });
});

describe('addresses of calls', () => {
  const written = [
    "export const one = '/api/v1/chart/';",
    `export const two = (id: number) => \`/api/v1/chart/\${id}\`;`,
  ].join('\n');

  it('are written out in the contract alone', () => {
    const problem = 'writes out an address: take the endpoint of /api/v1/chart/ from @powerset/contract';
    expect(run(calledAddresses, { [`${web}/a.ts`]: written, [`${server}/b.ts`]: written })).toEqual([
      `${web}/a.ts:1 ${problem}`,
      `${web}/a.ts:2 ${problem}`,
      `${server}/b.ts:1 ${problem}`,
      `${server}/b.ts:2 ${problem}`,
    ]);
    expect(run(calledAddresses, { 'packages/contract/src/a.ts': written })).toEqual([]);
  });

  it('may be written out by tests, journeys and measurements, and in other words', () => {
    const free = [`${web}/a.test.ts`, `${server}/a-fixture.ts`, 'e2e/a.e2e.ts', 'bench/a.ts', 'testkit/src/a.ts'];
    expect(run(calledAddresses, Object.fromEntries(free.map((path) => [path, written])))).toEqual([]);
    const others = "export const other = ['See /api/v1/chart/', '/api/v1beta', '/api/v2/chart/'];";
    expect(run(calledAddresses, { [`${web}/a.ts`]: others })).toEqual([]);
  });
});

describe('names of rooms', () => {
  const contract = 'packages/contract/src';
  const floors = (names: { table: string; schemas: string; server: string; web: string }) => ({
    [`${contract}/${names.table}.ts`]: 'export const someEndpoints = {};',
    [`${contract}/schemas/${names.schemas}.ts`]: 'export const someOperations = {};',
    [`${server}/features/${names.server}/index.ts`]: 'export {};',
    [`${web}/features/${names.web}/index.ts`]: 'export {};',
  });
  const alike = { table: 'sql-editor', schemas: 'sql-editor', server: 'sql-editor', web: 'sql-editor' };

  it('are the same in the contract, on the server and in the interface', () => {
    expect(run(roomNames, floors(alike))).toEqual([]);
    const asked = (name: string) => `the contract has no "${name}": name the room as the contract names the resource`;
    expect(run(roomNames, floors({ ...alike, web: 'people' }))).toEqual([
      `${web}/features/people/index.ts:1 ${asked('people')}`,
    ]);
    expect(run(roomNames, floors({ ...alike, server: 'sqllab' }))).toEqual([
      `${contract}/sql-editor.ts:1 the server has no room of the name "sql-editor"`,
      `${server}/features/sqllab/index.ts:1 ${asked('sqllab')}`,
    ]);
    expect(run(roomNames, floors({ ...alike, schemas: 'editor' }))).toEqual([
      `${contract}/sql-editor.ts:1 its schemas belong into ${contract}/schemas/sql-editor.ts`,
    ]);
  });

  it('are those of the larger room for its parts, and free for screens over several resources', () => {
    expect(run(roomNames, floors({ table: 'users', schemas: 'users', server: 'security', web: 'home' }))).toEqual([]);
  });
});

describe('answers of endpoints', () => {
  const named = [
    'export const a = async () => (await api.callEndpoint(e)).result as Row[];',
    'export const b = () => api.openEndpoint(e).then((answer) => answer.json()) as Promise<Row>;',
    'export const c = () => useList<Row>(resource);',
    'export const d = async (answer: Response) => (await answer.json()) as Row;',
  ].join('\n');

  it('are given no type where the web calls', () => {
    expect(run(namedAnswers, { [`${web}/a.ts`]: named })).toEqual([
      `${web}/a.ts:1 names the type of an answer: its endpoint says it`,
      `${web}/a.ts:2 names the type of an answer: its endpoint says it`,
      `${web}/a.ts:3 gives useList the type of an answer: its endpoint says it`,
      `${web}/a.ts:4 names the type of an answer: its endpoint says it`,
    ]);
  });

  it('may not be named through the constant that holds them, where it is known', () => {
    const held = [
      'export async function load(other: unknown) {',
      '  const answer = await api.callEndpoint(e);',
      '  const { result: [first] } = useItem(r, 1);',
      '  return [answer.result as Row, first as Row, answer as const, other as Row];',
      '}',
      'export const later = (answer: unknown) => answer as Row;',
    ].join('\n');
    const message = 'names the type of an answer: its endpoint says it';
    expect(run(namedAnswers, { [`${web}/a.ts`]: held })).toEqual([
      `${web}/a.ts:4 ${message}`,
      `${web}/a.ts:4 ${message}`,
    ]);
  });

  it('may be named on the way to the server and by tests; other values by everybody', () => {
    expect(run(namedAnswers, { 'apps/web/src/api/a.ts': named, [`${web}/a.test.ts`]: named })).toEqual([]);
    const others = 'export const a = JSON.parse(text) as Row;\nexport const b = [api.callEndpoint(e)] as const;';
    expect(run(namedAnswers, { [`${web}/a.ts`]: others })).toEqual([]);
  });
});

describe('classes of style sheets', () => {
  const component = `${web}/Card.tsx`;
  const sheet = `${web}/Card.module.css`;
  const user = (use: string) => `import styles from './Card.module.css';\nexport const found = ${use};`;

  it('are used by who imports the sheet, and exist', () => {
    const css = '.card {\n  color: red;\n}\n/* .old */\n.card:hover > .head {\n  margin: 0.5px;\n}\n';
    expect(run(styleClasses, { [sheet]: css, [component]: user('[styles.card, styles.head]') })).toEqual([]);
    expect(run(styleClasses, { [sheet]: css, [component]: user('[styles.card, styles.foot]') })).toEqual([
      `${component}:2 styles.foot is no class of the module`,
      `${sheet}:5 nothing uses .head`,
    ]);
  });

  it('are seen in media queries and not in what is global, in attributes, in strings or in numbers', () => {
    const css =
      "@media (max-width: 1.5px) {\n  .a :global(.anticon) [href='.b'] {\n    opacity: .5;\n    content: '.c';\n  }\n}";
    expect(run(styleClasses, { [sheet]: css, [component]: user("styles['a']") })).toEqual([]);
    expect(run(styleClasses, { [sheet]: css, [component]: user('0') })).toEqual([`${sheet}:2 nothing uses .a`]);
  });

  it('are named where they are used, and no sheet lies about unused', () => {
    const css = '.a { color: red; }';
    expect(run(styleClasses, { [sheet]: css, [component]: user('(name: string) => styles[name]') })).toEqual([
      expect.stringContaining(`${component}:2 name the class`),
      expect.stringContaining('nothing uses .a'),
    ]);
    expect(run(styleClasses, { [sheet]: css })).toEqual([`${sheet}:1 nothing imports this style sheet`]);
  });

  it('ask neither the whole page nor the pointer what they hold', () => {
    const css = [
      ':global(body:has([data-a])) .a,\n.a { color: red; }',
      '.a:has(.a:hover) > .a { color: red; }',
      '.a:has(> .a, [data-b]):hover .a { color: red; }',
      '/* body:has(.a) */ .a { color: red; }',
    ].join('\n');
    expect(run(styleClasses, { [sheet]: css, [component]: user('styles.a') })).toEqual([
      `${sheet}:1 no :has() of the whole page: set an attribute on it instead`,
      `${sheet}:3 no :hover within :has(): mark what is under the pointer instead`,
    ]);
  });

  it('belong to modules: another global sheet is refused', () => {
    expect(run(styleClasses, { [`${web}/more.css`]: '.a { color: red; }' })).toHaveLength(1);
    expect(run(styleClasses, { 'packages/ui/src/base.css': '* { margin: 0; }' })).toEqual([]);
  });
});

describe('tokens', () => {
  const tokens = 'packages/ui/src/tokens.css';
  const base = { 'packages/ui/src/base.css': 'body { margin: 0; }' };

  it('are read by a sheet or by code, by whole names or by beginnings that a number follows', () => {
    const css = ':root {\n  --card: white;\n  --seq-1: red;\n  --grid: blue;\n}\nbody { color: var(--card); }';
    const code = "const prefix = '--seq-';\nexport const names = [prefix, '--grid'];";
    expect(run(styleClasses, { ...base, [tokens]: css, [`${web}/theme.ts`]: code })).toEqual([]);
  });

  it('that nothing reads are found where they are set first, and comments and words with a dash do not count', () => {
    const css = ':root {\n  --seq-1: red;\n  --s-1: 4px;\n}\n.dark {\n  --s-1: 8px;\n}\n/* var(--s-1) */';
    const code = "export const option = ['--seq', '--s-10'];";
    expect(run(styleClasses, { ...base, [tokens]: css, [`${web}/theme.ts`]: code })).toEqual([
      `${tokens}:2 nothing reads --seq-1`,
      `${tokens}:3 nothing reads --s-1`,
    ]);
  });

  it('that are read and never set are found where they are read, unless something stands in their place', () => {
    const css =
      ':root {\n  --card: white;\n}\nbody {\n  color: var(--crad);\n  width: var(--width, 100%);\n  background: var(--card);\n}';
    const code = "export const style = { color: 'var(--text-secondary)', '--own': 1, fill: 'var(--own)' };";
    expect(run(styleClasses, { ...base, [tokens]: css, [`${web}/theme.ts`]: code })).toEqual([
      `${tokens}:5 nothing sets --crad`,
      `${web}/theme.ts:1 nothing sets --text-secondary`,
    ]);
  });
});

describe('suppressions', () => {
  it('need a reason', () => {
    const texts = ['// @ts-ignore', '// biome-ignore lint/a/b: no', '// @ts-expect-error'];
    for (const text of texts)
      expect(run(suppressions, { 'packages/sql/src/a.ts': `${text}\nconst a = 1;` })).toHaveLength(1);
    const good = '// biome-ignore lint/a/b: the driver types it so\nconst a = 1;';
    expect(run(suppressions, { 'packages/sql/src/a.ts': good })).toEqual([]);
    const [listed] = suppressions.listSuppressions(readSource(roots.at(-1) ?? '', 'packages/sql/src/a.ts'));
    expect(listed).toMatchObject({ line: 1, rule: 'lint/a/b', reason: 'the driver types it so' });
  });
});

describe('forbidden words', () => {
  it('are found in code, documents and data', () => {
    const problems = run(forbiddenWords, {
      'docs/a.md': ['see ', 'work/x'].join('/'),
      'packages/sql/src/a.ts': `// reads ../${'shared'}/fixtures`,
      'package-lock.json': `{"resolved":"https://registry.${'npmjs'}.org/a"}`,
    });
    expect(problems).toHaveLength(3);
  });

  it('do not hit a path inside the application', () => {
    expect(run(forbiddenWords, { 'docs/a.md': 'open /homework/ or /api/v1/work/' })).toEqual([]);
  });
});

describe('licences', () => {
  const lock = (entry: object): Record<string, string> => ({
    'package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', ...entry } } }),
  });

  it('refuse what binds our code, and what states nothing', () => {
    expect(run(licences, lock({ license: 'GPL-3.0' }))).toHaveLength(1);
    expect(run(licences, lock({ license: 'MIT AND GPL-3.0' }))).toHaveLength(1);
    expect(run(licences, lock({}))).toHaveLength(1);
    expect(run(licences, lock({ license: 'MPL-2.0' }))).toHaveLength(1);
  });

  it('take permissive ones, a choice of one, and the Mozilla licence for tools of development', () => {
    expect(run(licences, lock({ license: 'MIT' }))).toEqual([]);
    expect(run(licences, lock({ license: '(GPL-2.0 OR Apache-2.0)' }))).toEqual([]);
    expect(run(licences, lock({ license: 'MPL-2.0', dev: true }))).toEqual([]);
  });
});

describe('the lock file', () => {
  it('names the packages of every platform', () => {
    const whole = { 'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0' } }, 'node_modules/a-linux': {} };
    const { 'node_modules/a': partial } = whole;
    expect(run(lockFile, { 'package-lock.json': JSON.stringify({ packages: whole }) })).toEqual([]);
    expect(run(lockFile, { 'package-lock.json': JSON.stringify({ packages: { 'node_modules/a': partial } }) })).toEqual(
      [expect.stringContaining('a-linux is missing')],
    );
  });
});

describe('files of TypeScript', () => {
  const projects = (change: Readonly<Record<string, object>>) =>
    Object.fromEntries(typeProjects.map(({ file }) => [file, JSON.stringify(change[file] ?? { include: [] })]));

  it('lie in a project whose types are checked', () => {
    const files = {
      'apps/web/a.tsx': '',
      'apps/web/a.test.ts': '',
      'apps/webb/a.ts': '',
      'b.config.ts': '',
      'c.mjs': '',
    };
    const web = { include: ['apps/web', 'b.config.ts'], exclude: ['**/*.test.ts'] };
    expect(run(typedFiles, { ...files, ...projects({ 'tsconfig.web.json': web }) })).toEqual([
      'apps/web/a.test.ts:1 is in no project whose types are checked',
      'apps/webb/a.ts:1 is in no project whose types are checked',
    ]);
    const tests = { include: ['apps'] };
    const both = projects({ 'tsconfig.web.json': web, 'tsconfig.web-tests.json': tests });
    expect(run(typedFiles, { ...files, ...both })).toEqual([]);
  });

  it('are not taken for covered by a pattern that the check cannot read', () => {
    const strange = projects({ 'tsconfig.json': { include: ['apps/**/a'] } });
    expect(() => run(typedFiles, strange)).toThrow('apps/**/a');
  });
});
