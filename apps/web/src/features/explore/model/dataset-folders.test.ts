import { describe, expect, it } from 'vitest';
import type { ExploreColumn, ExploreMetric } from './dataset.ts';
import { arrange, type ShownChild } from './dataset-folders.ts';

const column = (column_name: string): ExploreColumn => ({
  ...{ id: 1, column_name, verbose_name: null, description: null, expression: null, type: 'TEXT', type_generic: 1 },
  ...{ filterable: true, groupby: true, is_dttm: false },
});
const metric = (metric_name: string): ExploreMetric => ({
  ...{ id: 1, metric_name, verbose_name: null, description: null, expression: 'COUNT(*)', warning_text: null },
});
const plain = (children: readonly ShownChild[]): unknown =>
  children.map((child) => {
    if (child.type === 'folder') return { [child.folder.name]: plain(child.folder.children) };
    return child.type === 'metric' ? `# ${child.metric.metric_name}` : child.column.column_name;
  });

const ref = (type: 'metric' | 'column', name: string) => ({ type, uuid: `${type} ${name}`, name });
const folder = <Child>(name: string, children: readonly Child[]) => ({
  ...{ type: 'folder' as const, uuid: name, name, description: null },
  children,
});
const folders = [
  folder('Money', [ref('metric', 'a'), ref('column', 'a'), folder('Deep', [ref('column', 'b')])]),
  folder('Empty', [folder('Nothing', [ref('column', 'not found')])]),
];

describe('what Explore shows of a dataset with folders', () => {
  it('is each metric and column once, in its folder or below, and no folder without any', () => {
    const fields = { metrics: [metric('a'), metric('z')], columns: [column('a'), column('b'), column('c')] };
    const shown = arrange(folders, fields);
    expect(plain(shown.folders.map((one) => ({ type: 'folder', folder: one })))).toEqual([
      { Money: ['# a', 'a', { Deep: ['b'] }] },
    ]);
    expect([shown.metrics, shown.columns]).toEqual([[metric('z')], [column('c')]]);
    expect(arrange(null, fields)).toEqual({ folders: [], ...fields });
  });
});
