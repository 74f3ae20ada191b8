import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { plainClassNames } from './plain-class-names.ts';
import { scopedName } from './style-names.ts';

const files: Readonly<Record<string, string>> = {
  'entry.js':
    "import styles from './Box.module.css';\nexport const used = [styles.frame, { styles: 1 }.styles];\nexport const other = (list) => list.styles.frame;",
  'Box.module.css': '.frame { color: red; }\n.unusedName { color: blue; }',
};

/** What the bundler makes of the files above. */
async function buildFiles(): Promise<string> {
  const folder = join(import.meta.dirname, 'nowhere');
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    css: { modules: { generateScopedName: scopedName } },
    plugins: [
      {
        name: 'files',
        enforce: 'pre',
        resolveId: (id) => {
          const name = id.split('/').at(-1) ?? '';
          return name in files ? join(folder, name) : null;
        },
        load: (id) => files[id.split('/').at(-1) ?? ''] ?? null,
      },
      plainClassNames(),
    ],
    build: { write: false, minify: false, lib: { entry: join(folder, 'entry.js'), formats: ['es'], fileName: 'out' } },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return output.map((part) => (part.type === 'chunk' ? part.code : String(part.source))).join('\n');
}

describe('classes of CSS modules in what is built', () => {
  it('stand where they are used, as the sheet has them, and no table of them is carried along', async () => {
    const text = await buildFiles();
    const name = scopedName('frame', join(import.meta.dirname, 'nowhere/Box.module.css'));
    expect(text).toContain(`used = ["${name}", { styles: 1 }.styles]`);
    expect(text).toContain(`.${name}`);
    expect(text).toContain('list.styles.frame');
    expect(text).not.toContain('unusedName:');
    expect(text).not.toMatch(/"Box-unusedName/);
  });
});
