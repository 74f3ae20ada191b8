import type { ChartBatchLine, WireDashboardChart, WireDashboardDetail } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { type ChartRun, failRun, finishRun, startRun, textFailure } from '../../../chart-runs/chart-run.ts';
import { extraFormDataFor, type NativeFilter, narrowingOf, newFilter, toMask } from '../filters/index.ts';
import { chartIdsOf, createNode, deleteNode, gridId, newNode, type Outcome } from '../layout/index.ts';
import { toCopyBody, toSaveBody } from '../saving/save-body.ts';
import { changeAddress, readAddress, sharedParams } from './address.ts';
import { type DashboardData, nextDraftId } from './dashboard-data.ts';
import { type DashboardState, hasUnsavedChanges, layoutOf, openDashboard } from './dashboard-state.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { refreshChoices, refreshDelays, toCustomSeconds } from './refresh.ts';
import { makeWireChart } from './test-parts.ts';

let count = 0;
const makeId = (type: string) => {
  count += 1;
  return `${type}-${count}`;
};

const chart = makeWireChart;

const region: NativeFilter = {
  ...newFilter('r'),
  name: ' Region ',
  targets: [{ datasetId: 7, column: { name: 'region' } }],
};

function dashboard(change: Partial<WireDashboardDetail> = {}): WireDashboardDetail {
  return {
    id: 3,
    uuid: 'u',
    created_by: null,
    created_on_delta_humanized: '',
    custom_tags: [],
    dashboard_title: 'Sales',
    slug: null,
    url: '',
    css: '',
    position_json: '{}',
    json_metadata: JSON.stringify({ native_filter_configuration: [region], refresh_frequency: 0 }),
    published: false,
    thumbnail_url: null,
    certified_by: null,
    certification_details: null,
    is_managed_externally: false,
    owners: [],
    roles: [],
    tags: [],
    changed_by: null,
    changed_by_name: '',
    changed_on_delta_humanized: '',
    changed_on: '',
    last_modified_time: 10,
    charts: [],
    theme: null,
    is_editable: true,
    ...change,
  };
}

function open(change: Partial<WireDashboardDetail> = {}, options: object = {}): DashboardState {
  const data = { dashboard: dashboard(change), charts: [chart(1), chart(2)], datasets: [] };
  return openDashboard(data, { makeId, ...options });
}

const storeOf = (state: DashboardState, onHistoryUsedUp = (_steps: number) => undefined) =>
  createDashboardStore(state, { onHistoryUsedUp });

const must = (outcome: Outcome) => {
  if (!outcome.isDone) throw new Error(outcome.refusal);
  return outcome.layout;
};

const added = (state: DashboardState) =>
  must(
    createNode(layoutOf(state), {
      node: newNode('DIVIDER', makeId('DIVIDER')),
      place: { parentId: gridId, index: 0 },
      makeId,
    }),
  );

describe('opening a dashboard', () => {
  it('has every flag of the dashboard’s state [DSH-011]', () => {
    expect(open()).toMatchObject({
      editMode: false,
      hasOtherChanges: false,
      refreshFrequency: 0,
      isPublished: false,
      fullSizeChartId: null,
      activeTabs: [],
      focusedFilterField: null,
    });
    const metadata = JSON.stringify({ refresh_frequency: 30, color_scheme: 'supersetColors' });
    const kept = open({ published: true, json_metadata: metadata }, { isEditing: true });
    expect(kept).toMatchObject({ isPublished: true, refreshFrequency: 30 });
    const store = storeOf(kept);
    store.getState().setPublished(false);
    store.getState().setRefreshFrequency(60);
    expect(store.getState()).toMatchObject({ isPublished: false, refreshFrequency: 60 });
  });

  it('shows charts that its layout does not place, and survives a layout that is no JSON', () => {
    const state = open({ position_json: 'broken', json_metadata: 'broken' });
    expect([...chartIdsOf(layoutOf(state))]).toEqual([1, 2]);
    expect(state.layoutProblems).toHaveLength(1);
    expect(state.filters).toEqual([]);
  });

  it('is edited only by who may edit it, however that is asked for [DSH-003] [PRM-008]', () => {
    expect(open({}, { isEditing: true }).editMode).toBe(true);
    expect(open({ is_editable: false }, { isEditing: true }).editMode).toBe(false);
    const asked = (isEditable: boolean) => {
      const store = createDashboardStore(open({ is_editable: isEditable }), { onHistoryUsedUp: () => undefined });
      store.getState().setEditMode(true);
      return store.getState().editMode;
    };
    expect([asked(true), asked(false)]).toEqual([true, false]);
  });

  it('opens the tabs around what its address leads to: a nested tab, or a chart in one', () => {
    const part = (id: string, type: string, children: readonly string[], meta: object = {}) => ({
      [id]: { id, type, children, meta },
    });
    const layout = {
      DASHBOARD_VERSION_KEY: 'v2',
      ...part('ROOT_ID', 'ROOT', ['TABS-outer']),
      ...part('GRID_ID', 'GRID', []),
      ...part('TABS-outer', 'TABS', ['TAB-1', 'TAB-2']),
      ...part('TAB-1', 'TAB', ['ROW-1'], { text: 'One' }),
      ...part('TAB-2', 'TAB', ['TABS-inner'], { text: 'Two' }),
      ...part('TABS-inner', 'TABS', ['TAB-3', 'TAB-4']),
      ...part('TAB-3', 'TAB', [], { text: 'Three' }),
      ...part('TAB-4', 'TAB', ['ROW-2'], { text: 'Four' }),
      ...part('ROW-1', 'ROW', ['CHART-1']),
      ...part('ROW-2', 'ROW', ['CHART-2']),
      ...part('CHART-1', 'CHART', [], { chartId: 1, width: 4, height: 50 }),
      ...part('CHART-2', 'CHART', [], { chartId: 2, width: 4, height: 50 }),
    };
    const tabsFor = (anchor: string | null) =>
      [...open({ position_json: JSON.stringify(layout) }, { anchor }).activeTabs].sort();
    expect(tabsFor(null)).toEqual(['TAB-1', 'TAB-3']);
    expect(tabsFor('TAB-4')).toEqual(['TAB-2', 'TAB-4']);
    expect(tabsFor('CHART-2')).toEqual(['TAB-2', 'TAB-4']);
    expect(tabsFor('CHART-1')).toEqual(['TAB-1', 'TAB-3']);
    expect(tabsFor('CHART-of-old')).toEqual(['TAB-1', 'TAB-3']);
  });

  it('takes masks of filters and of selections from a link [FLT-019]', () => {
    const masks = {
      [region.id]: toMask(region, ['EU']),
      1: { id: '1', extraFormData: { filters: [{ col: 'a', op: 'IN', val: [1] }] }, filterState: {}, ownState: {} },
      unknown: toMask({ ...region, id: 'unknown' }, ['x']),
    };
    const state = open({}, { masks });
    expect(state.bar.applied[region.id]?.filterState.value).toEqual(['EU']);
    expect(Object.keys(state.crossMasks)).toEqual(['1']);
    const off = { json_metadata: JSON.stringify({ cross_filters_enabled: false }) };
    expect(open(off, { masks }).crossMasks).toEqual({});
  });
});

describe('changing a dashboard', () => {
  it('marks it as unsaved until the change is saved or undone [DSH-018, DSH-019, DSH-020]', () => {
    const store = storeOf(open());
    store.getState().setLayout(added(store.getState()), 'CREATE_COMPONENT');
    expect(hasUnsavedChanges(store.getState())).toBe(true);
    store.getState().undo();
    expect(hasUnsavedChanges(store.getState())).toBe(false);
    store.getState().redo();
    expect(hasUnsavedChanges(store.getState())).toBe(true);
    store.getState().markSaved(11);
    expect(hasUnsavedChanges(store.getState())).toBe(false);
    expect(store.getState().history.past).toEqual([]);
    store.getState().setTitle('Other');
    expect(hasUnsavedChanges(store.getState())).toBe(true);
  });

  it('tells once when the undo steps are used up, and saving gives them back [LAY-025, LAY-027]', () => {
    const told: number[] = [];
    const store = storeOf(open(), (steps) => void told.push(steps));
    for (let index = 0; index < 55; index += 1) store.getState().setLayout(added(store.getState()), 'CREATE_COMPONENT');
    expect(told).toEqual([50]);
    store.getState().markSaved(11);
    expect(store.getState().history).toMatchObject({ past: [], isExceeded: false });
  });

  it('works out the scopes of filters anew when the layout changes [FLT-011]', () => {
    const store = storeOf(open());
    expect(store.getState().filters[0]).toMatchObject({ chartsInScope: [1, 2] });
    const layout = layoutOf(store.getState());
    const node = Object.values(layout).find((entry) => entry.meta.chartId === 2);
    store.getState().setLayout(must(deleteNode(layout, node?.id ?? '')), 'DELETE_COMPONENT');
    expect(store.getState().filters[0]).toMatchObject({ chartsInScope: [1] });
  });

  it('asks for the chosen values in the new way when the filter configuration is changed, and forgets those of another column [FLT-020]', () => {
    const store = storeOf(open());
    const applied = () => store.getState().bar.applied[region.id];
    store.getState().chooseFilter(toMask(region, ['EU']));
    store.getState().applyFilters();
    const inverse = { ...region, controlValues: { ...region.controlValues, inverseSelection: true } };
    store.getState().setFilters([inverse]);
    expect(applied()).toEqual(toMask(inverse, ['EU']));
    expect(applied()?.extraFormData).toMatchObject({ filters: [{ op: 'NOT IN', val: ['EU'] }] });
    store.getState().setFilters([{ ...inverse, targets: [{ datasetId: 9, column: { name: 'other' } }] }]);
    expect(applied()?.filterState.value).toBeNull();
    store.getState().setFilters([]);
    expect(applied()).toBeUndefined();
  });

  it('takes back a selection when it is made a second time or all are cleared [XFL-005]', () => {
    const store = storeOf(open());
    const selection = { filters: [{ column: 'a', op: 'IN' as const, values: ['x'] }], selectedLabels: ['x'] };
    store.getState().select(1, selection);
    expect(Object.keys(store.getState().crossMasks)).toEqual(['1']);
    store.getState().select(1, null);
    expect(store.getState().crossMasks).toEqual({});
    store.getState().select(1, selection);
    store.getState().setMetadata({ cross_filters_enabled: false });
    expect(store.getState().crossMasks).toEqual({});
  });
});

describe('rows that a reader keeps or leaves out', () => {
  const web = { column: 'channel', op: 'IN' as const, values: ['Web'], label: 'Web' };

  it('narrow their own chart and those in its scope, beside each other, until they are let go one by one', () => {
    const store = storeOf(open());
    store.getState().narrow(1, { kind: 'only', filters: [web] });
    store.getState().narrow(1, { kind: 'not', filters: [{ ...web, column: 'city' }] });
    const { filters, bar, crossMasks, crossScopes } = store.getState();
    const asked = (chartId: number) =>
      extraFormDataFor(chartId, { filters, filterMasks: bar.applied, crossMasks, crossScopes })
        .flatMap((mask) => (Array.isArray(mask.filters) ? mask.filters : []))
        .slice(-2);
    const conditions = [
      { col: 'channel', op: 'IN', val: ['Web'] },
      { col: 'city', op: 'NOT IN', val: ['Web'], keeps_null: true },
    ];
    expect([asked(1), asked(2)]).toEqual([conditions, conditions]);
    const [first = ''] = Object.keys(crossMasks);
    store.getState().dropSelection(first);
    expect(Object.values(store.getState().crossMasks).map(({ id }) => narrowingOf(id))).toEqual(['not']);
  });

  it('come back with the link of a state, as long as their chart is there', () => {
    const store = storeOf(open());
    store.getState().narrow(2, { kind: 'not', filters: [web] });
    const masks = store.getState().crossMasks;
    expect(open({}, { masks }).crossMasks).toEqual(masks);
    const [mask] = Object.values(masks);
    const strange = { '99-not-1': { ...mask!, id: '99-not-1' } };
    expect(open({}, { masks: strange })).toMatchObject({ crossMasks: {}, gone: { selections: 1 } });
  });
});

describe('what saving sends', () => {
  it('is the layout inside the metadata, filters trimmed, charts that left forgotten [DSH-014, XFL-006]', () => {
    const store = storeOf(open());
    const node = Object.values(layoutOf(store.getState())).find((entry) => entry.meta.chartId === 2);
    store.getState().setLayout(must(deleteNode(layoutOf(store.getState()), node?.id ?? '')), 'DELETE_COMPONENT');
    const body = toSaveBody(store.getState(), false);
    expect(body).toMatchObject({ dashboard_title: 'Sales', css: '', slug: null, last_modified_time: 10 });
    const metadata = JSON.parse(body.json_metadata ?? '');
    expect(Object.keys(metadata.chart_configuration)).toEqual(['1']);
    expect(metadata.native_filter_configuration[0].name).toBe('Region');
    expect(metadata.positions.DASHBOARD_VERSION_KEY).toBe('v2');
    expect(toSaveBody(store.getState(), true)).not.toHaveProperty('last_modified_time');
  });

  it('for a copy carries its title and whether the charts are copied too [DSH-015]', () => {
    expect(toCopyBody(open(), 'Copy', true)).toMatchObject({ dashboard_title: 'Copy', duplicate_slices: true });
  });
});

describe('the address', () => {
  it('says how a dashboard opens [DSH-003, DSH-004, DSH-005, DSH-006]', () => {
    const preselected = encodeURIComponent(JSON.stringify({ Region: ['EU'] }));
    const address = readAddress(`?edit=true&standalone=2&focused_chart=7&preselect_filters=${preselected}`, '#TAB-1');
    expect(address).toMatchObject({
      isEditing: true,
      standalone: 2,
      focusedChartId: 7,
      preselected: { Region: ['EU'] },
      anchor: 'TAB-1',
    });
    expect(readAddress('?preselect_filters=%7B', '')).toMatchObject({ preselected: undefined, isEditing: false });
    expect(readAddress('?native_filters=(a:(filterState:(value:!(EU))))', '').masks).toHaveProperty('a');
  });

  it('keeps what it does not know when it changes', () => {
    expect(changeAddress('?x=1&edit=true', { isEditing: false, nativeFiltersKey: 'k' })).toBe(
      '?x=1&native_filters_key=k',
    );
    expect(changeAddress('?permalink_key=p', { dropsPermalink: true })).toBe('');
    expect(sharedParams('?x=1&edit=true&permalink_key=p')).toEqual([['x', '1']]);
  });
});

describe('refreshing by itself', () => {
  it('is off unless chosen [DSH-038]', () => {
    expect(refreshChoices[0]).toEqual({ seconds: 0, label: "Don't refresh" });
    for (const json_metadata of ['{}', '{"refresh_frequency":0}', ''])
      expect([json_metadata, open({ json_metadata }).refreshFrequency]).toEqual([json_metadata, 0]);
  });

  it('spreads the charts over the larger of interval and stagger time, unless turned off [DSH-039, DSH-040]', () => {
    expect(refreshDelays(3, 10_000, {})).toEqual([0, 5000, 10_000]);
    expect(refreshDelays(3, 1000, {})).toEqual([0, 2500, 5000]);
    expect(refreshDelays(3, 1000, { stagger_time: 200 })).toEqual([0, 500, 1000]);
    expect(refreshDelays(3, 1000, { stagger_refresh: false })).toEqual([0, 0, 0]);
    expect(refreshDelays(3, 1000, { stagger_refresh: 'false' })).toEqual([0, 0, 0]);
  });

  it('reads a custom interval and says what is wrong with it', () => {
    expect(toCustomSeconds(1, 2, 3)).toBe(3723);
    expect(toCustomSeconds(0, 60, 0)).toBe('Put positive values and valid minute and second value less than 60');
    expect(toCustomSeconds(0, 0, 0)).toBe('Put some positive value greater than 0');
  });
});

describe('a dashboard with an old filter box', () => {
  const box: WireDashboardChart = {
    ...chart(9),
    form_data: {
      viz_type: 'filter_box',
      datasource: '7__table',
      filter_configs: [{ column: 'country', multiple: false, defaultValue: '4' }],
    },
  };
  const datasets = [
    { id: 7, columns: [{ column_name: 'country', type: 'INTEGER' }] },
  ] as unknown as DashboardData['datasets'];
  const openBoxed = (metadata: object = { native_filter_configuration: [region] }, options: object = {}) =>
    openDashboard(
      {
        dashboard: dashboard({ json_metadata: JSON.stringify(metadata) }),
        charts: [chart(1), chart(2), box],
        datasets,
      },
      { makeId, ...options },
    );

  it('opens with native filters in its place, which reach the other charts from the start [FBX-001, FBX-004]', () => {
    const state = openBoxed();
    expect(state.filters.map((filter) => filter.id)).toEqual(['NATIVE_FILTER-r', 'NATIVE_FILTER-9-country']);
    expect(state.filters[1]).toMatchObject({ chartsInScope: [1, 2] });
    expect(state.bar.applied['NATIVE_FILTER-9-country']?.filterState.value).toEqual([4]);
    expect(chartIdsOf(layoutOf(state))).toEqual([1, 2]);
    expect([state.hasNewFilters, hasUnsavedChanges(state)]).toEqual([true, false]);
  });

  it('keeps them when it is saved, and brings none back that was deleted since', () => {
    const saved = JSON.parse(toSaveBody(openBoxed(), false).json_metadata ?? '');
    expect(saved.native_filter_configuration).toHaveLength(2);
    expect(saved.native_filter_migration).toEqual({ filter_boxes: [9] });
    const again = openBoxed({ ...saved, native_filter_configuration: [] });
    expect([again.filters, again.hasNewFilters]).toEqual([[], false]);
    expect(chartIdsOf(layoutOf(again))).toEqual([1, 2]);
  });

  it('leaves it as it is where native filters are off', () => {
    const state = openBoxed({}, { features: { hasNativeFilters: false, hasCrossFilters: true } });
    expect([state.filters, chartIdsOf(layoutOf(state))]).toEqual([[], [1, 2, 9]]);
  });
});

describe('datasets that are read anew', () => {
  const failed = (code: string): ChartRun => {
    const error = { message: 'Error', error_type: code, level: 'error' as const, extra: {} };
    return finishRun(startRun(undefined, 'k', 0), {
      key: '1',
      status: 500,
      error: { errors: [error] },
    } as ChartBatchLine);
  };

  it('empty the charts that failed with a trace, and no others [DSH-042]', () => {
    const store = storeOf(open());
    const done: ChartRun = { ...startRun(undefined, 'k', 0), status: 'success' };
    store.getState().setRuns({
      1: failed('GENERIC_DB_ENGINE_ERROR'),
      2: failed('TABLE_SECURITY_ACCESS_ERROR'),
      3: done,
      4: failRun(startRun(undefined, 'k', 0), textFailure('Network error.')),
    });
    store.getState().setDatasets([]);
    expect(Object.keys(store.getState().runs)).toEqual(['2', '3', '4']);
    expect(store.getState().datasets).toEqual({});
  });
});

it('turns drafts into the charts that they were saved as, wherever they stand, and names none of them before', () => {
  const store = createDashboardStore(open(), { onHistoryUsedUp: () => undefined });
  const node = newNode('CHART', 'CHART-draft', { chartId: -1, uuid: 'draft', width: 4 });
  const place = { parentId: gridId, index: 0 };
  const outcome = createNode(layoutOf(store.getState()), { node, place, makeId });
  if (!outcome.isDone) throw new Error(outcome.refusal);
  store.getState().setLayout(outcome.layout, 'CREATE_COMPONENT');
  store.getState().addChart(chart(-1));
  store.getState().setRuns({ [-1]: startRun(undefined, 'asked', 5) });
  const configured = () =>
    Object.keys(JSON.parse(toSaveBody(store.getState(), true).json_metadata ?? '').chart_configuration);
  expect(configured()).not.toContain('-1');
  expect(nextDraftId(store.getState().charts)).toBe(-2);
  store.getState().takeSaved(new Map([[-1, chart(9)]]));
  const state = store.getState();
  expect(layoutOf(state)['CHART-draft']?.meta).toMatchObject({ chartId: 9, uuid: 'uuid-9' });
  expect([state.charts[9]?.slice_name, state.runs[9]?.key]).toEqual(['Chart 9', 'asked']);
  expect(configured()).toContain('9');
  state.undo();
  store.getState().redo();
  expect(chartIdsOf(layoutOf(store.getState()))).toContain(9);
});
