import { describe, expect, it } from 'vitest';
import { type DashboardVersion, differencesOf } from './aspects.ts';

const metadata = (change: object = {}) => JSON.stringify(change);
const positions = (width: number, background = 'BACKGROUND_TRANSPARENT') =>
  JSON.stringify({
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], meta: { background } },
    'CHART-1': {
      id: 'CHART-1',
      type: 'CHART',
      children: [],
      meta: { chartId: 1, sliceName: 'Sales', width, height: 50 },
    },
  });
const version = (change: Partial<DashboardVersion> = {}): DashboardVersion => ({
  dashboard_title: 'Board',
  slug: null,
  css: '',
  owners: [{ id: 1, first_name: 'Ada', last_name: 'L' }],
  roles: [],
  published: false,
  certified_by: null,
  certification_details: null,
  position_json: positions(4),
  json_metadata: metadata(),
  ...change,
});
const filter = (change: object = {}) => ({
  id: 'NATIVE_FILTER-a',
  type: 'NATIVE_FILTER',
  name: 'Region',
  filterType: 'filter_select',
  targets: [{ datasetId: 7, column: { name: 'region' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...change,
});
const filtered = (...entries: object[]) =>
  version({ json_metadata: metadata({ native_filter_configuration: entries }) });

describe('two versions of a dashboard', () => {
  it('that are the same differ in nothing, also where they are written otherwise', () => {
    expect(differencesOf(version(), version({ json_metadata: '{"refresh_frequency":0,"color_scheme":null}' }))).toEqual(
      [],
    );
    const reached = { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [1] };
    expect(
      differencesOf(version(), version({ json_metadata: metadata({ global_chart_configuration: reached }) })),
    ).toEqual([]);
    expect(differencesOf(filtered(filter()), filtered(filter({ chartsInScope: [1], tabsInScope: [] })))).toEqual([]);
  });

  it.each([
    ['Name', version({ dashboard_title: 'Other' }), 'Board', 'Other'],
    ['URL slug', version({ slug: 'sales' }), '', 'sales'],
    ['Status', version({ published: true }), 'Draft', 'Published'],
    ['Owners', version({ owners: [] }), 'Ada L', ''],
    ['CSS', version({ css: '.a {}' }), '', '.a {}'],
    ['Color scheme', version({ json_metadata: metadata({ color_scheme: 'x' }) }), '', 'x'],
    ['Enable cross-filtering', version({ json_metadata: metadata({ cross_filters_enabled: false }) }), 'Yes', 'No'],
    ['Filters', filtered(filter()), '', 'Region · Value · region'],
    [
      'Cross-filtering scoping',
      version({
        json_metadata: metadata({ chart_configuration: { 1: { crossFilters: { scope: { excluded: [1] } } } } }),
      }),
      'All charts/global scoping: All charts',
      'All charts/global scoping: All charts\nSales: All charts, − Sales',
    ],
    [
      'Other settings',
      version({ json_metadata: metadata({ stagger_time: 3, words: ['a'] }) }),
      '',
      'stagger_time: 3\nwords: ["a"]',
    ],
    ['Layout', version({ position_json: positions(6) }), 'Row\n  Sales (4×50)', 'Row\n  Sales (6×50)'],
  ])('differ in %s, and say how', (label, right, before, after) => {
    expect(differencesOf(version(), right)).toEqual([{ label, left: before, right: after }]);
  });

  it('that read alike are told apart by what is stored', () => {
    const [painted] = differencesOf(version(), version({ position_json: positions(4, 'BACKGROUND_WHITE') }));
    expect(painted?.label).toBe('Layout');
    expect(painted?.right).toContain('BACKGROUND_WHITE');
    const [scoped] = differencesOf(
      filtered(filter()),
      filtered(filter({ scope: { rootPath: ['TAB-1'], excluded: [] } })),
    );
    expect([scoped?.label, scoped?.right.includes('TAB-1')]).toEqual(['Filters', true]);
    const [crossed] = differencesOf(
      version(),
      version({ json_metadata: metadata({ global_chart_configuration: { scope: { rootPath: [], excluded: [1] } } }) }),
    );
    expect(crossed?.label).toBe('Cross-filtering scoping');
    const [other] = differencesOf(version(), version({ json_metadata: metadata({ stagger_time: 3 }) }));
    expect(other).toMatchObject({ label: 'Other settings', right: expect.stringContaining('stagger_time') });
  });
});
