import { describe, expect, it } from 'vitest';
import { emptyLayout, gridId, type Layout, newNode, withMissingCharts, withParents } from '../layout/index.ts';
import {
  applyDraft,
  canApply,
  chartsInScope,
  chooseDraft,
  clearAll,
  clearMask,
  countValues,
  defaultMask,
  describeCrossMask,
  dividerIdPrefix,
  extraFormDataFor,
  filterIdPrefix,
  filterProblems,
  fitsFilter,
  hasPendingChange,
  initialMasks,
  missingRequired,
  type NativeFilter,
  newDivider,
  newFilter,
  possibleParents,
  readChartConfiguration,
  readFilterConfiguration,
  readMasks,
  rebuildMasks,
  removalDelayMs,
  scopeOf,
  selectedLabelsOf,
  tabsInScope,
  toCrossMask,
  toMask,
  toStoredEntry,
  updateMask,
  withPreselected,
  withScopes,
} from './index.ts';

const filter = (change: Partial<NativeFilter> = {}): NativeFilter => ({
  ...newFilter('a'),
  name: 'Region',
  targets: [{ datasetId: 7, column: { name: 'region' } }],
  ...change,
});

/** Two tabs with one chart each, and one chart in both. */
function tabbed(): Layout {
  const chart = (id: string, chartId: number) => newNode('CHART', id, { chartId });
  return withParents({
    ...emptyLayout(),
    ROOT_ID: { ...newNode('ROOT', 'ROOT_ID'), children: ['TABS-1'] },
    'TABS-1': { ...newNode('TABS', 'TABS-1'), children: ['TAB-1', 'TAB-2'] },
    'TAB-1': { ...newNode('TAB', 'TAB-1'), children: ['ROW-1'] },
    'TAB-2': { ...newNode('TAB', 'TAB-2'), children: ['ROW-2'] },
    'ROW-1': { ...newNode('ROW', 'ROW-1'), children: ['C1', 'C3'] },
    'ROW-2': { ...newNode('ROW', 'ROW-2'), children: ['C2', 'C4'] },
    C1: chart('C1', 1),
    C2: chart('C2', 2),
    C3: chart('C3', 3),
    C4: chart('C4', 3),
  });
}

describe('what a filter writes', () => {
  it('asks for the chosen values, or all but them [FLT-016, FLT-017]', () => {
    expect(toMask(filter(), ['EU', null])).toEqual({
      id: 'NATIVE_FILTER-a',
      extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU', null] }] },
      filterState: { value: ['EU', null], label: 'EU, <NULL>' },
      ownState: {},
    });
    const inverse = filter({ controlValues: { inverseSelection: true } });
    expect(toMask(inverse, ['EU']).extraFormData).toEqual({ filters: [{ col: 'region', op: 'NOT IN', val: ['EU'] }] });
  });

  it('writes ranges, times, columns and grains each in their own way [FLT-012]', () => {
    const range = filter({ filterType: 'filter_range' });
    expect(toMask(range, [1, 5]).extraFormData).toEqual({
      filters: [
        { col: 'region', op: '>=', val: 1 },
        { col: 'region', op: '<=', val: 5 },
      ],
    });
    expect(toMask(range, [null, 5])).toMatchObject({
      extraFormData: { filters: [{ op: '<=', val: 5 }] },
      filterState: { label: 'x ≤ 5' },
    });
    expect(toMask(range, [null, null]).extraFormData).toEqual({});
    expect(toMask(filter({ filterType: 'filter_time' }), 'Last week').extraFormData).toEqual({
      time_range: 'Last week',
    });
    expect(toMask(filter({ filterType: 'filter_time' }), 'No filter').extraFormData).toEqual({});
    expect(toMask(filter({ filterType: 'filter_timecolumn' }), ['at']).extraFormData).toEqual({
      granularity_sqla: 'at',
    });
    expect(toMask(filter({ filterType: 'filter_timegrain' }), ['P1D']).extraFormData).toEqual({
      time_grain_sqla: 'P1D',
    });
  });

  it('lets no row pass while a required value is missing [FLT-012]', () => {
    const required = filter({ controlValues: { enableEmptyFilter: true } });
    expect(toMask(required, []).extraFormData).toEqual({
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
    });
    expect(toMask(filter(), []).extraFormData).toEqual({});
    const range = filter({ filterType: 'filter_range', controlValues: { enableEmptyFilter: true } });
    expect(toMask(range, [null, null]).extraFormData).toEqual(toMask(required, []).extraFormData);
    const time = filter({ filterType: 'filter_time', controlValues: { enableEmptyFilter: true } });
    expect(toMask(time, null).extraFormData).toEqual({});
  });
});

describe('the configuration', () => {
  it('reads what is stored and leaves out what is no entry [FLT-002, FLT-003, FLT-004]', () => {
    const stored = [
      { id: 'NATIVE_FILTER-1', name: 'Region', filterType: 'filter_select', targets: [{ datasetId: 1 }] },
      { id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'Where', description: '' },
      { name: 'no id' },
      null,
    ];
    const [first, second, ...rest] = readFilterConfiguration(stored);
    expect(first).toMatchObject({
      type: 'NATIVE_FILTER',
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      controlValues: {},
    });
    expect(second).toEqual({ id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'Where', description: '' });
    expect(rest).toEqual([]);
    expect(readFilterConfiguration('damaged')).toEqual([]);
    expect(newFilter('x').id.startsWith(filterIdPrefix)).toBe(true);
    expect(newDivider('x').id.startsWith(dividerIdPrefix)).toBe(true);
  });

  it('keeps every part of a filter, as it is read and as it is stored [FLT-002]', () => {
    const whole: NativeFilter = {
      id: 'NATIVE_FILTER-1',
      type: 'NATIVE_FILTER',
      name: 'Region',
      description: 'Where?',
      filterType: 'filter_range',
      targets: [{ datasetId: 7, column: { name: 'region' } }],
      controlValues: { enableEmptyFilter: true, defaultToFirstItem: true },
      defaultDataMask: { filterState: { value: ['EU'] } },
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' }],
      time_range: 'Last week',
      granularity_sqla: 'ordered_at',
      cascadeParentIds: ['NATIVE_FILTER-2'],
      scope: { rootPath: ['TAB-1'], excluded: [3] },
      sortMetric: 'count',
      requiredFirst: true,
      chartsInScope: [1, 2],
      tabsInScope: ['TAB-1'],
    };
    const read = readFilterConfiguration(JSON.parse(JSON.stringify([whole])));
    expect(read).toEqual([whole]);
    expect(read.map(toStoredEntry)).toEqual([whole]);
  });

  it('takes the first value at the start where a first one is required, until that is turned off [FLT-012]', () => {
    const takesFirst = (controlValues?: object) =>
      readFilterConfiguration([{ id: 'NATIVE_FILTER-1', requiredFirst: true, controlValues }]).map((entry) =>
        entry.type === 'NATIVE_FILTER' ? entry.controlValues.defaultToFirstItem : null,
      );
    expect(takesFirst()).toEqual([true]);
    expect(takesFirst({ multiSelect: true })).toEqual([true]);
    expect(takesFirst({ defaultToFirstItem: false })).toEqual([false]);
  });

  it('trims names and descriptions before they are saved [FLT-008]', () => {
    expect(toStoredEntry(filter({ name: ' Region ', description: '  Where?\n' }))).toMatchObject({
      name: 'Region',
      description: 'Where?',
    });
  });

  it('says what a filter lacks, and how long a removed one can be taken back [FLT-005, FLT-007]', () => {
    const texts = filterProblems(newFilter('a')).map(({ text }) => text);
    expect(texts).toEqual(['Name is required', 'Dataset is required', 'Column is required']);
    expect(filterProblems(filter())).toEqual([]);
    expect(filterProblems(filter({ filterType: 'filter_time', targets: [{}] }))).toEqual([]);
    expect(removalDelayMs).toBe(5000);
  });

  it('lets no filter hang on itself through others', () => {
    const chain = [
      filter({ id: 'a' }),
      filter({ id: 'b', cascadeParentIds: ['a'] }),
      filter({ id: 'c', cascadeParentIds: ['b'] }),
      filter({ id: 'd' }),
    ];
    expect(possibleParents(chain, 'a').map((entry) => entry.id)).toEqual(['d']);
    expect(possibleParents(chain, 'c').map((entry) => entry.id)).toEqual(['a', 'b', 'd']);
  });
});

describe('the filter bar', () => {
  const entries = [filter(), filter({ id: 'NATIVE_FILTER-b', controlValues: { enableEmptyFilter: true } })];
  const open = () => {
    const masks = initialMasks(entries, { 'NATIVE_FILTER-b': toMask(entries[1] as NativeFilter, ['x']) });
    return { draft: masks, applied: masks };
  };

  it('holds what is chosen until it is applied [FLT-011, FLT-017]', () => {
    const chosen = chooseDraft(open(), toMask(filter(), ['EU']));
    expect(hasPendingChange(chosen)).toBe(true);
    expect(chosen.applied['NATIVE_FILTER-a']?.filterState.value).toBeNull();
    expect(chosen.draft['NATIVE_FILTER-b']?.filterState.value).toEqual(['x']);
    const applied = applyDraft(chosen);
    expect(applied.applied['NATIVE_FILTER-a']?.filterState.value).toEqual(['EU']);
    expect(hasPendingChange(applied)).toBe(false);
  });

  it('cannot be applied while nothing changed or a required value is missing', () => {
    expect(canApply(open(), entries)).toBe(false);
    expect(canApply(chooseDraft(open(), toMask(filter(), ['EU'])), entries)).toBe(true);
    const emptied = chooseDraft(open(), toMask(entries[1] as NativeFilter, []));
    expect(missingRequired(entries, emptied.draft).map((entry) => entry.id)).toEqual(['NATIVE_FILTER-b']);
    expect(canApply(emptied, entries)).toBe(false);
  });

  it('clears every value at once [FLT-018]', () => {
    const cleared = clearAll(applyDraft(chooseDraft(open(), toMask(filter(), ['EU']))), entries);
    expect(countValues(entries, cleared.draft)).toBe(0);
    expect(countValues(entries, cleared.applied)).toBe(2);
    expect(clearMask(updateMask({}, toMask(filter(), ['EU'])), 'NATIVE_FILTER-a')).toEqual({});
  });
});

describe('masks of a dashboard that opens', () => {
  const withDefault = filter({ defaultDataMask: { filterState: { value: ['EU'] } } });

  it('are those of the link, else the defaults [FLT-019]', () => {
    expect(initialMasks([withDefault])['NATIVE_FILTER-a']?.extraFormData).toEqual({
      filters: [{ col: 'region', op: 'IN', val: ['EU'] }],
    });
    const given = { 'NATIVE_FILTER-a': toMask(withDefault, ['US']), other: toMask(filter({ id: 'other' }), ['x']) };
    const masks = initialMasks([withDefault], given);
    expect(Object.keys(masks)).toEqual(['NATIVE_FILTER-a']);
    expect(masks['NATIVE_FILTER-a']?.filterState.value).toEqual(['US']);
    expect(defaultMask(filter()).extraFormData).toEqual({});
  });

  it('take values that the address chooses beforehand [DSH-005]', () => {
    const masks = withPreselected(initialMasks([filter()]), [filter()], { Region: ['EU', 'US'] });
    expect(masks['NATIVE_FILTER-a']?.filterState.value).toEqual(['EU', 'US']);
    const byId = withPreselected({}, [filter()], { 'NATIVE_FILTER-a': ['EU'] });
    expect(byId['NATIVE_FILTER-a']?.filterState.value).toEqual(['EU']);
    expect(withPreselected({}, [filter()], 'nonsense')).toEqual({});
  });

  it('survive a damaged link', () => {
    expect(readMasks({ a: 7, b: { filterState: 'x', extraFormData: { filters: [] } } })).toEqual({
      b: { id: 'b', extraFormData: { filters: [] }, filterState: {}, ownState: {} },
    });
    expect(readMasks('x')).toEqual({});
  });

  it('are rebuilt when the configuration changes: same question, same value [FLT-020]', () => {
    const masks = { 'NATIVE_FILTER-a': toMask(filter(), ['US']) };
    const inverse = filter({ controlValues: { inverseSelection: true } });
    expect(rebuildMasks(masks, [filter()], [inverse])['NATIVE_FILTER-a']?.extraFormData).toEqual({
      filters: [{ col: 'region', op: 'NOT IN', val: ['US'] }],
    });
    const other = filter({ targets: [{ datasetId: 7, column: { name: 'country' } }] });
    expect(rebuildMasks(masks, [filter()], [other])['NATIVE_FILTER-a']?.filterState.value).toBeNull();
    expect(rebuildMasks(masks, [filter()], [])).toEqual({});
  });
});

describe('scopes', () => {
  it('reach the charts under their roots, but for the excluded [FLT-006, FLT-011]', () => {
    const layout = tabbed();
    expect(chartsInScope(layout, { rootPath: ['ROOT_ID'], excluded: [] })).toEqual([1, 2, 3]);
    expect(chartsInScope(layout, { rootPath: ['TAB-1'], excluded: [] })).toEqual([1, 3]);
    expect(chartsInScope(layout, { rootPath: ['ROOT_ID'], excluded: [3] })).toEqual([1, 2]);
    expect(tabsInScope(layout, { rootPath: ['TAB-1'], excluded: [3] })).toEqual(['TAB-1']);
    expect(chartsInScope(layout, scopeOf(layout, [2]))).toEqual([2]);
    const [scoped] = withScopes([filter({ scope: { rootPath: ['TAB-2'], excluded: [] } })], layout);
    expect(scoped).toMatchObject({ chartsInScope: [2, 3], tabsInScope: ['TAB-2', 'TAB-1'] });
  });

  it('of cross-filters are global unless said otherwise, and never reach the chart itself [XFL-003, XFL-004]', () => {
    const layout = withMissingCharts(
      emptyLayout(),
      [1, 2, 3].map((id) => ({ id, name: '' })),
      (type) => `${type}-${Math.random()}`,
    );
    expect(layout[gridId]?.children).toHaveLength(1);
    const metadata = {
      chart_configuration: { 1: { id: 1, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [2] } } } },
      global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [3] } },
    };
    expect(readChartConfiguration(metadata, layout, [1, 2])).toEqual({
      1: { id: 1, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [2] }, chartsInScope: [3] } },
      2: { id: 2, crossFilters: { scope: 'global', chartsInScope: [1] } },
    });
    expect(readChartConfiguration({}, layout, [1])['1']?.crossFilters.chartsInScope).toEqual([2, 3]);
  });
});

describe('cross-filters', () => {
  const selection = {
    filters: [{ column: 'country', op: 'IN' as const, values: ['Germany'] }],
    selectedLabels: ['Germany'],
  };

  it('turn a chosen mark into a condition for the charts in scope [XFL-005]', () => {
    const mask = toCrossMask(1, selection);
    expect(mask).toMatchObject({
      id: '1',
      extraFormData: { filters: [{ col: 'country', op: 'IN', val: ['Germany'] }] },
      filterState: { selectedValues: ['Germany'], label: 'Germany' },
    });
    expect(selectedLabelsOf(mask)).toEqual(['Germany']);
    expect(mask && describeCrossMask(mask)).toEqual({ column: 'country', value: 'Germany' });
    expect(toCrossMask(1, null)).toBeUndefined();
    const nothing = {
      filters: [{ column: 'country', op: 'IS NULL' as const, values: [] }],
      selectedLabels: ['<NULL>'],
    };
    expect(toCrossMask(1, nothing)?.extraFormData).toEqual({ filters: [{ col: 'country', op: 'IS NULL' }] });
  });

  it('and native filters narrow each chart in their scope, and no other [FLT-011, XFL-005]', () => {
    const layout = tabbed();
    const filters = withScopes([filter({ scope: { rootPath: ['TAB-1'], excluded: [] } })], layout);
    const cross = toCrossMask(2, selection);
    const sources = {
      filters,
      filterMasks: { 'NATIVE_FILTER-a': toMask(filter(), ['EU']) },
      crossMasks: Object.fromEntries(cross ? [['2', cross]] : []),
      crossScopes: readChartConfiguration({}, layout, [2]),
    };
    const region = { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] };
    const country = { filters: [{ col: 'country', op: 'IN', val: ['Germany'] }] };
    expect(extraFormDataFor(1, sources)).toEqual([region, country]);
    expect(extraFormDataFor(2, sources)).toEqual([]);
    expect(extraFormDataFor(3, sources)).toEqual([region, country]);
  });
});

describe('a mask that was kept', () => {
  const mask = (extraFormData: Record<string, unknown>) => ({ ...toMask(filter(), null), extraFormData });
  const onRegion = { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] };
  it.each([
    ['on the filter’s column', filter(), onRegion, true],
    ['on another column', filter({ targets: [{ datasetId: 7, column: { name: 'country' } }] }), onRegion, false],
    ['of values, for a time range now', filter({ filterType: 'filter_time', targets: [{}] }), onRegion, false],
    ['of a time range, for values now', filter(), { time_range: 'Last week' }, false],
    ['of a time range', filter({ filterType: 'filter_time', targets: [{}] }), { time_range: 'Last week' }, true],
    ['of a grain', filter({ filterType: 'filter_timegrain' }), { time_grain_sqla: 'P1D' }, true],
    ['of a column, for a grain now', filter({ filterType: 'filter_timegrain' }), { granularity_sqla: 'at' }, false],
    ['of nothing', filter(), {}, true],
  ])('%s counts only where it asks what the filter asks', (_what, now, extra, isFit) => {
    expect(fitsFilter(now, mask(extra))).toBe(isFit);
  });
});
