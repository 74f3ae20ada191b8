import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles, projectRoot } from '../sources.mjs';
import { readDocument, sectionsOf, slugOf } from './documents.mjs';
import { readHelp, sizeOfWebp, writeHelp } from './site.mjs';

interface Page {
  readonly name: string;
  readonly file: string;
  readonly label: string;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const documents: readonly string[] = listFiles(projectRoot, ['docs', 'README.md']).filter((path: string) =>
  path.endsWith('.md'),
);
const all = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

const help = readHelp(projectRoot);
const pages: readonly Page[] = help.pages;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'powerset-help-'));
  writeHelp(projectRoot, folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const written = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the documents', () => {
  it('link to pages, headings, files and pictures that are there', () => {
    expect(help.problems).toEqual([]);
  });

  it('are each in the navigation, under a name of their own', () => {
    const inDocs = documents.filter((path) => path.startsWith('docs/'));
    expect(inDocs.filter((path) => !pages.some(({ file }) => file === path))).toEqual([]);
    expect(new Set(pages.map(({ label }) => label)).size).toBe(pages.length);
    const navigation = /<nav id="pages".*?<\/nav>/s.exec(written('index.html'))?.[0] ?? '';
    for (const { name } of pages) expect(navigation).toContain(`href="${name}.html"`);
  });

  it('name settings, commands and feature flags that there are', () => {
    const sources: readonly string[] = listFiles(projectRoot, ['apps/server/src', 'testkit/src', 'e2e', 'tools']);
    const inCode = sources.filter((path) => !path.includes('.test.')).map(read);
    const settings = new Set([
      ...all(read('README.md'), /^\| `(POWERSET_[A-Z_]+)`/gm),
      // Commands, builds and tests have a few of their own.
      ...inCode.flatMap((text) => all(text, /\b(POWERSET_[A-Z_]+)\b/g)),
    ]);
    const flags = read('apps/server/src/feature-flags.ts');
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
    const commands = ['backup/commands.ts', 'doctor/command.ts', 'main.ts', 'moving-over/words.ts']
      .map((name) => read(`apps/server/src/${name}`))
      .join();
    for (const path of documents.filter((name) => !/decisions|requirements/.test(name))) {
      const text = read(path);
      for (const name of all(text, /(?<!\$)\b(POWERSET_[A-Z][A-Z_]*[A-Z])\b/g))
        expect([...settings], `${path}: ${name}`).toContain(
          settings.has(name) ? name : name.replace(/_(FILE|COMMAND)$/, ''),
        );
      for (const name of all(text, /POWERSET_FEATURES=-?([A-Z_]+)/g))
        expect(flags, `${path}: ${name}`).toContain(`${name}:`);
      // A plugin's folder has scripts of its own.
      const own = path.endsWith('plugins.md') ? [] : all(text, /\bnpm run ([a-z:]+)/g);
      for (const name of own) expect(scripts, `${path}: ${name}`).toHaveProperty([name]);
      for (const name of all(text, /`(?:npx )?powerset ([a-z-]+)/g))
        expect(commands, `${path}: ${name}`).toContain(`'${name}'`);
    }
  });
});

describe('the pages', () => {
  it('hold no script and no style but the files beside them, so that the strictest policy lets them work', () => {
    for (const { name } of pages) {
      const page = written(`${name}.html`);
      expect(page.match(/<script(?! src="help\.js"><)/), name).toBeNull();
      expect(page.match(/\s(style|on[a-z]+)="/), name).toBeNull();
    }
  });

  it('lead to files that were written', () => {
    for (const { name } of pages)
      for (const address of all(written(`${name}.html`), /(?:href|src)="([^"#:]+)(?:#[^"]*)?"/g))
        if (address !== '/') expect(existsSync(join(folder, decodeURI(address))), `${name}: ${address}`).toBe(true);
  });

  it('drop what a document should not do', () => {
    const [paragraph] = readDocument(
      '<script>x()</script><p onclick="x()"><a href="javascript:x()">a</a></p>',
      undefined,
    );
    expect(JSON.stringify(paragraph)).not.toMatch(/script|onclick|onClick/i);
  });

  it('take one section of a document as a page of its own', () => {
    const nodes = readDocument('# All\n\n## One\n\na\n\n### Part\n\nb\n\n## Two\n\nc', 'One');
    expect(sectionsOf(nodes)).toEqual([
      { anchor: 'one', level: 1, heading: 'One', text: 'a' },
      { anchor: 'part', level: 2, heading: 'Part', text: 'b' },
    ]);
    expect(() => readDocument('# All', 'Three')).toThrow('There is no section "Three"');
  });

  it('name headings as links in the documents do', () => {
    expect(slugOf('Who did what?')).toBe('who-did-what');
    expect(slugOf('deck.gl 3D Hexagon')).toBe('deckgl-3d-hexagon');
  });

  it('know how large their pictures are', () => {
    const file = join(projectRoot, 'docs/screenshots/home-light.webp');
    const { width, height } = sizeOfWebp(readFileSync(file));
    expect(width).toBeGreaterThan(height);
    expect(written('tour.html')).toContain(`width="${width}" height="${height}"`);
  });

  it('are found by every heading and paragraph', () => {
    const index = JSON.parse(written('search-index.js').replace(/^window\.powersetHelp=|;\n$/g, '')) as readonly {
      page: string;
      parts: readonly (readonly [string, string, string])[];
    }[];
    const parts = index.flatMap(({ page, parts: own }) =>
      own.map(([anchor, heading, text]) => ({ page, anchor, heading, text })),
    );
    expect(parts).toContainEqual(
      expect.objectContaining({ page: 'people.html', anchor: 'which-rows', heading: 'Which rows' }),
    );
    expect(parts.some(({ page, text }) => page === 'configuration.html' && text.includes('POWERSET_SMTP_URL'))).toBe(
      true,
    );
  });
});

it('writes over nothing but what it wrote itself', () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'mine.txt'), 'mine');
  const { status, stderr } = spawnSync(process.execPath, ['tools/docs.mjs', other], { cwd: projectRoot });
  expect([status, String(stderr).includes('holds other files')]).toEqual([1, true]);
  expect(existsSync(join(other, 'mine.txt'))).toBe(true);
});
