import { describe, expect, it } from 'vitest';
import type { DashboardVersion } from './aspects.ts';
import { mergeVersions } from './merge-versions.ts';

type Node = readonly [id: string, type: string, children?: readonly string[], meta?: object];

/** A stored layout; rows of the grid are named first. */
function layoutOf(rows: readonly string[], ...nodes: readonly Node[]): string {
  const grid = { id: 'GRID_ID', type: 'GRID', children: rows };
  const parts = nodes.map(([id, type, children = [], meta = {}]) => [id, { id, type, children, meta }]);
  const root = { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] };
  return JSON.stringify({ ROOT_ID: root, GRID_ID: grid, ...Object.fromEntries(parts) });
}

const chart = (id: number, meta: object = {}): Node => [
  `CHART-${id}`,
  'CHART',
  [],
  { chartId: id, width: 4, height: 30, ...meta },
];
const row = (name: string, ...ids: number[]): Node => [`ROW-${name}`, 'ROW', ids.map((id) => `CHART-${id}`)];
const filter = (id: string, change: object = {}) => ({
  id: `NATIVE_FILTER-${id}`,
  type: 'NATIVE_FILTER',
  name: id,
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: id } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...change,
});

const base: DashboardVersion = {
  dashboard_title: 'Board',
  slug: null,
  css: '',
  owners: [{ id: 1, first_name: 'Ada', last_name: 'L' }],
  roles: [],
  published: false,
  certified_by: null,
  certification_details: null,
  position_json: layoutOf(['ROW-a', 'ROW-b'], row('a', 1, 2), row('b', 3), chart(1), chart(2), chart(3)),
  json_metadata: JSON.stringify({ native_filter_configuration: [filter('region'), filter('year')] }),
};

const made = (change: Partial<DashboardVersion>): DashboardVersion => ({ ...base, ...change });
const placed = (...of: Parameters<typeof layoutOf>) => made({ position_json: layoutOf(...of) });
const set = (metadata: object) => made({ json_metadata: JSON.stringify(metadata) });

function merge(theirs: DashboardVersion, mine: DashboardVersion, choices: Record<string, 'theirs' | 'mine'> = {}) {
  const ids = Array.from({ length: 20 }, (_, index) => `new${index}`);
  const words = { t: (text: string) => text, makeId: (type: string) => `${type}-${ids.pop()}` };
  const merged = mergeVersions({ base, theirs, mine }, words);
  const { json_metadata: json, ...fields } = merged.toBody(choices);
  const { positions, ...metadata } = JSON.parse(json ?? '{}');
  const rows = positions?.GRID_ID.children.map((id: string) => positions[id].children.join(' '));
  return { clashes: merged.clashes, kept: merged.kept, fields, metadata, positions, rows };
}

describe('two saves of one dashboard', () => {
  it('that touch different fields are one without a question', () => {
    const theirs = made({
      dashboard_title: 'Theirs',
      owners: [...base.owners, { id: 2, first_name: 'B', last_name: '' }],
    });
    const { clashes, fields, kept, positions } = merge(theirs, made({ css: '.mine {}', published: true }));
    expect(clashes).toEqual([]);
    expect(fields).toEqual({ css: '.mine {}', published: true });
    expect([kept, positions]).toEqual([['Name', 'Owners'], undefined]);
  });

  it('that say different things of one field are told apart by what was before', () => {
    const { clashes } = merge(made({ dashboard_title: 'Theirs' }), made({ dashboard_title: 'Mine' }));
    expect(clashes).toEqual([{ id: 'dashboard_title', label: 'Name', base: 'Board', theirs: 'Theirs', mine: 'Mine' }]);
    const chosen = merge(made({ dashboard_title: 'Theirs' }), made({ dashboard_title: 'Mine' }), {
      dashboard_title: 'mine',
    });
    expect(chosen.fields).toEqual({ dashboard_title: 'Mine' });
    expect(merge(made({ dashboard_title: 'Same' }), made({ dashboard_title: 'Same' })).clashes).toEqual([]);
  });

  it('keep both people’s filters, the changed, the new and the removed ones', () => {
    const theirs = set({
      native_filter_configuration: [filter('region', { name: 'Where' }), filter('year'), filter('shop')],
    });
    const mine = set({ native_filter_configuration: [filter('region'), filter('country')] });
    const { clashes, metadata } = merge(theirs, mine);
    expect(clashes).toEqual([]);
    expect(metadata.native_filter_configuration.map((one: { name: string }) => one.name)).toEqual([
      'Where',
      'shop',
      'country',
    ]);
    const both = merge(
      theirs,
      set({ native_filter_configuration: [filter('region', { name: 'Place' }), filter('year')] }),
    );
    expect(both.clashes).toMatchObject([
      { id: 'filter:NATIVE_FILTER-region', theirs: 'Where · Value · region', mine: 'Place · Value · region' },
    ]);
  });

  it('ask for a filter that one removed and the other changed', () => {
    const theirs = set({ native_filter_configuration: [filter('year')] });
    const mine = set({ native_filter_configuration: [filter('region', { name: 'Place' }), filter('year')] });
    const id = 'filter:NATIVE_FILTER-region';
    expect(merge(theirs, mine).clashes).toMatchObject([
      { id, base: 'region · Value · region', theirs: '', mine: 'Place · Value · region' },
    ]);
    const names = (side: 'theirs' | 'mine') =>
      merge(theirs, mine, { [id]: side }).metadata.native_filter_configuration.length;
    expect([names('theirs'), names('mine')]).toEqual([1, 2]);
  });

  it('put single settings and colours of single labels together', () => {
    const theirs = set({ ...JSON.parse(base.json_metadata), color_scheme: 'x', label_colors: { a: '#111' } });
    const mine = set({ ...JSON.parse(base.json_metadata), refresh_frequency: 60, label_colors: { b: '#222' } });
    const { clashes, metadata } = merge(theirs, mine);
    expect(clashes).toEqual([]);
    expect(metadata).toMatchObject({
      color_scheme: 'x',
      refresh_frequency: 60,
      label_colors: { a: '#111', b: '#222' },
    });
  });
});

it('a save that only renames sends no layout, so that charts which stand nowhere in it stay on the dashboard', () => {
  const { fields, positions } = merge(made({ css: '.theirs {}' }), made({ dashboard_title: 'Mine' }));
  expect([fields, positions]).toEqual([{ dashboard_title: 'Mine' }, undefined]);
});

it('a chart that the stored layout does not place, and the page put at its end, is kept', () => {
  const mine = placed(
    ['ROW-a', 'ROW-b', 'ROW-x'],
    row('a', 1, 2),
    row('b', 3),
    row('x', 9),
    chart(1, { width: 6 }),
    chart(2),
    chart(3),
    chart(9),
  );
  expect(merge(made({ css: '.theirs {}' }), mine).rows).toContain('CHART-9');
});

describe('two who arrange one dashboard', () => {
  it('both find their changes: a size, a place, a new part, a part removed', () => {
    const theirs = placed(['ROW-a', 'ROW-b'], row('a', 1), row('b', 3), chart(1, { width: 8 }), chart(3));
    const mine = placed(
      ['ROW-a', 'ROW-b', 'ROW-m'],
      row('a', 1, 2),
      row('b', 3),
      row('m', 9),
      chart(1),
      chart(2),
      chart(3, { height: 50 }),
      chart(9),
    );
    const { clashes, rows, positions } = merge(theirs, mine);
    expect(clashes).toEqual([]);
    expect(rows).toEqual(['CHART-1', 'CHART-3', 'CHART-9']);
    expect([positions['CHART-1'].meta.width, positions['CHART-3'].meta.height]).toEqual([8, 50]);
  });

  it('may change the width of a chart and its height, but not both the width', () => {
    const resized = (meta: object) =>
      placed(['ROW-a', 'ROW-b'], row('a', 1, 2), row('b', 3), chart(1, meta), chart(2), chart(3));
    expect(merge(resized({ width: 6 }), resized({ height: 40 })).positions['CHART-1'].meta).toMatchObject({
      width: 6,
      height: 40,
    });
    const { clashes } = merge(resized({ width: 6 }), resized({ width: 3 }));
    expect(clashes).toMatchObject([{ id: 'CHART-1:meta:width', base: '4', theirs: '6', mine: '3' }]);
    expect(
      merge(resized({ width: 6 }), resized({ width: 3 }), { 'CHART-1:meta:width': 'mine' }).positions['CHART-1'].meta
        .width,
    ).toBe(3);
  });

  it('are asked where a chart belongs that each moved elsewhere', () => {
    const theirs = placed(['ROW-a', 'ROW-b'], row('a', 2), row('b', 3, 1), chart(1), chart(2), chart(3));
    const mine = placed(
      ['ROW-a', 'ROW-m', 'ROW-b'],
      row('a', 2),
      row('m', 1),
      row('b', 3),
      chart(1),
      chart(2),
      chart(3),
    );
    const { clashes } = merge(theirs, mine);
    expect(clashes).toMatchObject([{ id: 'CHART-1:place' }]);
    // Their layout stays as it is stored: my new row went with the chart.
    expect(merge(theirs, mine, { 'CHART-1:place': 'theirs' }).positions).toBeUndefined();
    expect(merge(theirs, mine, { 'CHART-1:place': 'mine' }).rows).toEqual(['CHART-2', 'CHART-1', 'CHART-3']);
  });

  it('are asked for a part that one removed and the other changed', () => {
    const theirs = placed(['ROW-b'], row('b', 3), chart(3));
    const mine = placed(['ROW-a', 'ROW-b'], row('a', 1, 2), row('b', 3), chart(1, { width: 6 }), chart(2), chart(3));
    const { clashes } = merge(theirs, mine);
    expect(clashes).toMatchObject([{ id: 'ROW-a:existence', theirs: 'Removed' }]);
    expect(merge(theirs, mine, { 'ROW-a:existence': 'mine' }).rows).toEqual(['CHART-1 CHART-2', 'CHART-3']);
    expect(merge(theirs, mine, { 'ROW-a:existence': 'theirs' }).rows).toBeUndefined();
  });

  it('keep a chart that one put into a row which the other emptied', () => {
    const theirs = placed(['ROW-a'], row('a', 1, 2), chart(1), chart(2));
    const mine = placed(['ROW-a', 'ROW-b'], row('a', 1, 2), row('b', 3, 9), chart(1), chart(2), chart(3), chart(9));
    const { clashes, rows } = merge(theirs, mine);
    expect([clashes, rows]).toEqual([[], ['CHART-1 CHART-2', 'CHART-9']]);
  });

  it('have a chart once that both put in, and no row wider than its place', () => {
    const wide = (id: string, chartId: number): Node => [id, 'CHART', [], { chartId, width: 4, height: 30 }];
    const theirs = placed(
      ['ROW-a', 'ROW-b', 'ROW-t'],
      row('a', 1, 2),
      row('b', 3),
      ['ROW-t', 'ROW', ['CHART-t']],
      chart(1),
      chart(2),
      chart(3),
      wide('CHART-t', 9),
    );
    const mine = placed(
      ['ROW-a', 'ROW-b'],
      ['ROW-a', 'ROW', ['CHART-1', 'CHART-2', 'CHART-m']],
      row('b', 3),
      chart(1),
      chart(2),
      chart(3),
      wide('CHART-m', 9),
    );
    const { clashes, positions } = merge(theirs, mine);
    expect(clashes).toMatchObject([{ id: 'CHART-t:place' }]);
    const shown = Object.values<{ meta?: { chartId?: number } }>(positions ?? JSON.parse(theirs.position_json));
    expect(shown.filter((node) => node.meta?.chartId === 9)).toHaveLength(1);
    const full = placed(
      ['ROW-a', 'ROW-b'],
      ['ROW-a', 'ROW', ['CHART-1', 'CHART-2', 'CHART-8']],
      row('b', 3),
      chart(1),
      chart(2),
      chart(3),
      wide('CHART-8', 8),
    );
    expect(merge(full, mine).rows).toHaveLength(3);
  });

  it('have a chart once that stood nowhere and that each page put at its end, where theirs did', () => {
    const withLast = (name: string) =>
      placed(
        ['ROW-a', 'ROW-b', `ROW-${name}`],
        row('a', 1, 2),
        row('b', 3),
        [`ROW-${name}`, 'ROW', [`CHART-${name}`]],
        chart(1),
        chart(2),
        chart(3),
        [`CHART-${name}`, 'CHART', [], { chartId: 9, width: 4, height: 30 }],
      );
    const mine = made({ position_json: withLast('m').position_json, css: '.mine {}' });
    const { clashes, fields, positions } = merge(withLast('t'), mine);
    expect([clashes, fields, positions]).toEqual([[], { css: '.mine {}' }, undefined]);
  });

  it('find what one put into the grid under the tabs that the other put over it', () => {
    const tabbed: Node[] = [
      ['TABS-t', 'TABS', ['TAB-t']],
      ['TAB-t', 'TAB', ['ROW-a', 'ROW-b'], { text: 'First' }],
    ];
    const theirs = placed([], ...tabbed, row('a', 1, 2), row('b', 3), chart(1), chart(2), chart(3));
    const top = JSON.parse(theirs.position_json);
    top.ROOT_ID.children = ['TABS-t'];
    const mine = placed(
      ['ROW-a', 'ROW-b', 'ROW-m'],
      row('a', 1, 2),
      row('b', 3),
      row('m', 9),
      chart(1),
      chart(2),
      chart(3),
      chart(9),
    );
    const { clashes, positions } = merge(made({ position_json: JSON.stringify(top) }), mine);
    expect([clashes, positions['TAB-t'].children]).toEqual([[], ['ROW-a', 'ROW-b', 'ROW-m']]);
  });

  it('choose one layout as a whole where both put tabs over everything', () => {
    const tabbed = (name: string) => {
      const nodes: Node[] = [
        [`TABS-${name}`, 'TABS', [`TAB-${name}`]],
        [`TAB-${name}`, 'TAB', ['ROW-a', 'ROW-b'], { text: name }],
      ];
      const layout = JSON.parse(layoutOf([], ...nodes, row('a', 1, 2), row('b', 3), chart(1), chart(2), chart(3)));
      layout.ROOT_ID.children = [`TABS-${name}`];
      return made({ position_json: JSON.stringify(layout) });
    };
    expect(merge(tabbed('t'), tabbed('m')).clashes).toMatchObject([{ id: 'layout', label: 'Layout' }]);
    expect(merge(tabbed('t'), tabbed('m'), { layout: 'mine' }).positions['TAB-m'].children).toEqual(['ROW-a', 'ROW-b']);
  });
});
