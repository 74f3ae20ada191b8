import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listChartFolders } from '../tools/chart-folders.mjs';
import { toChartTypesPage } from './chart-types-page.ts';
import { chartDefinitions } from './definitions.ts';
import { modernForm } from './older-types/index.ts';
import { olderParts } from './older-types/parts.ts';
import { olderSeries } from './older-types/series.ts';

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'docs/chart-types.md');
const folders = new Map(listChartFolders().map(({ key, folder }) => [key, folder]));
const olderKeys = Object.keys({ ...olderSeries, ...olderParts });

const page = toChartTypesPage({
  definitions: chartDefinitions,
  folderOf: (key) => folders.get(key) ?? key,
  olderKeysOf: (key) => olderKeys.filter((older) => modernForm({ viz_type: older }).viz_type === key).sort(),
});

describe('the page of chart types', () => {
  it('is written down', () => {
    if (process.env.UPDATE_DOCS) writeFileSync(file, page);
    expect(readFileSync(file, 'utf8'), 'run it with UPDATE_DOCS=1').toBe(page);
  });

  it('tells of every type what it is for, needs and leads to, and shows its picture', () => {
    for (const { key, name, description } of chartDefinitions) {
      const [, entry = ''] = page.split(`\n### ${name}\n`);
      const own = entry.split('\n### ')[0] ?? '';
      expect(own, key).toContain(description);
      expect(own, key).toMatch(/\*\*Needs:\*\* (?!nothing)/);
      expect(own, key).toContain(`**Key:** \`${key}\``);
    }
  });

  it('links only to what is there', () => {
    const places = [...page.matchAll(/(?:src="|\]\()([^"#)]+)["#)]/g)].map(([, place = '']) => place);
    expect(places.length).toBeGreaterThan(chartDefinitions.length);
    expect(places.filter((place) => !existsSync(join(dirname(file), place)))).toEqual([]);
    const headings = new Set(
      [...page.matchAll(/^### (.+)$/gm)].map(([, name = '']) =>
        name
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    const anchors = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(anchors.filter((anchor) => !headings.has(anchor))).toEqual([]);
  });
});
