import type { WireDashboardChart, WireDashboardDetail } from '@powerset/contract';
import type { ChartRun } from '../../../chart-runs/index.ts';
import {
  type ChartConfigurations,
  chartOfMask,
  type DataMask,
  type DataMasks,
  type FilterBarState,
  type FilterEntry,
  fitsFilter,
  initialMasks,
  isFilter,
  isNoValue,
  isOfChart,
  maskValue,
  readChartConfiguration,
  readFilterBoxes,
  readFilterConfiguration,
  toNativeFilters,
  withPreselected,
  withScopes,
} from '../filters/index.ts';
import {
  firstContainer,
  gridId,
  type History,
  isAtStart,
  type Layout,
  type LayoutNode,
  type LayoutProblem,
  type MakeId,
  readLayout,
  rootId,
  startHistory,
  withChartNames,
  withMissingCharts,
  withoutCharts,
} from '../layout/index.ts';
import { type DashboardData, type DashboardDataset, type Metadata, readDashboardMetadata } from './dashboard-data.ts';
import type { Deletion } from './deletion.ts';

/** What the installation has switched on. */
export interface DashboardFeatures {
  readonly hasNativeFilters: boolean;
  readonly hasCrossFilters: boolean;
  /** The page that shows the dashboard wants its charts without menus. */
  readonly hidesChartControls?: boolean;
  /** Another site shows it: there is nobody for whom anything is kept. */
  readonly isEmbedded?: boolean;
}

export interface DashboardState {
  readonly features: DashboardFeatures;
  readonly dashboard: WireDashboardDetail;
  readonly charts: Readonly<Record<number, WireDashboardChart>>;
  readonly datasets: Readonly<Record<number, DashboardDataset>>;
  readonly history: History;
  /** What was mended when the layout was read. */
  readonly layoutProblems: readonly LayoutProblem[];
  /** Old filter boxes were read as native filters, which are not stored yet. */
  readonly hasNewFilters: boolean;
  /** What the page's own address says beside the product's parameters; datasets with templates read it. */
  readonly urlParams: Readonly<Record<string, string>>;
  /** What a link or kept state named and is there no more, or is another now. */
  readonly gone: GoneParts;
  readonly title: string;
  readonly css: string;
  readonly metadata: Metadata;
  readonly filters: readonly FilterEntry[];
  readonly crossScopes: ChartConfigurations;
  readonly bar: FilterBarState;
  readonly crossMasks: DataMasks;
  /** A view's own state that changes its query, by chart id. */
  readonly ownStates: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  readonly runs: Readonly<Record<number, ChartRun>>;
  /** Charts that follow what is brushed only once it is let go, while somebody drags. */
  readonly brushWaits: readonly number[];
  readonly activeTabs: readonly string[];
  readonly editMode: boolean;
  /** Title, style or filters differ from what is saved. */
  readonly hasOtherChanges: boolean;
  readonly fullSizeChartId: number | null;
  readonly isPublished: boolean;
  readonly refreshFrequency: number;
  /** The filter, or the chart of a selection, that is pointed at: it and the charts that it reaches are marked. */
  readonly focusedFilterField: string | null;
  /** The filter that the bar is to show; null once it does. */
  readonly wantedFilter: string | null;
  readonly isBarShown: boolean;
  readonly lastModifiedTime: number;
  /** What was deleted since the page was opened, the last one at the end. */
  readonly deletions: readonly Deletion[];
}

/** What the address says when a dashboard opens. */
export interface OpeningOptions {
  readonly masks?: DataMasks;
  readonly preselected?: unknown;
  readonly activeTabs?: readonly string[];
  /** The part of the layout that the address leads to; the tabs around it are open. */
  readonly anchor?: string | null;
  readonly isEditing?: boolean;
  readonly focusedChartId?: number | null;
  readonly features?: DashboardFeatures;
  readonly urlParams?: Readonly<Record<string, string>>;
  readonly makeId: MakeId;
}

const allFeatures: DashboardFeatures = { hasNativeFilters: true, hasCrossFilters: true };

/** The state of a dashboard that opens. */
export function openDashboard(data: DashboardData, options: OpeningOptions): DashboardState {
  const { dashboard } = data;
  const { features = allFeatures } = options;
  const read = readLayout(dashboard.position_json, options.makeId);
  const stored = readDashboardMetadata(dashboard.json_metadata);
  const boxes = features.hasNativeFilters ? findBoxes(data, read.layout, stored) : noBoxes;
  const known = data.charts.filter((chart) => !boxes.chartIds.has(chart.id));
  const layout = withoutCharts(withCharts(read.layout, known, options.makeId), boxes.chartIds);
  const metadata = boxes.chartIds.size > 0 ? { ...stored, native_filter_migration: boxes.note } : stored;
  const entries = [...readFilterConfiguration(metadata.native_filter_configuration), ...boxes.filters];
  const filters = withScopes(entries, layout);
  const masks = splitMasks(options.masks ?? {}, filters, known);
  const filterMasks = withPreselected(initialMasks(filters, masks.filters), filters, options.preselected);
  const charts = Object.fromEntries(known.map((chart) => [chart.id, chart]));
  const effective = features.hasNativeFilters ? filterMasks : {};
  return {
    features,
    dashboard,
    charts,
    datasets: Object.fromEntries(data.datasets.map((dataset) => [dataset.id, dataset])),
    history: startHistory(layout),
    layoutProblems: read.problems,
    hasNewFilters: boxes.filters.length > 0,
    urlParams: options.urlParams ?? noParams,
    gone: { ...masks.gone, tabs: (options.activeTabs ?? []).filter((id) => !layout[id]).length },
    title: dashboard.dashboard_title,
    css: dashboard.css,
    metadata,
    filters,
    crossScopes: readChartConfiguration(metadata, layout, Object.keys(charts).map(Number)),
    bar: { draft: effective, applied: effective },
    crossMasks: isCrossFiltering({ features, metadata }) ? masks.charts : {},
    ownStates: {},
    runs: {},
    brushWaits: [],
    activeTabs: withFirstTabs(layout, [...tabsAround(layout, options.anchor), ...(options.activeTabs ?? [])]),
    editMode: options.isEditing === true && dashboard.is_editable,
    hasOtherChanges: false,
    fullSizeChartId: options.focusedChartId ?? null,
    isPublished: dashboard.published,
    refreshFrequency: metadata.refresh_frequency ?? 0,
    focusedFilterField: null,
    wantedFilter: null,
    isBarShown: false,
    lastModifiedTime: dashboard.last_modified_time,
    deletions: [],
  };
}

/** Choosing marks filters other charts: the installation has it, and the dashboard did not turn it off. */
export function isCrossFiltering({ features, metadata }: Pick<DashboardState, 'features' | 'metadata'>): boolean {
  return features.hasCrossFilters && metadata.cross_filters_enabled !== false;
}

function withCharts(layout: Layout, charts: readonly WireDashboardChart[], makeId: MakeId): Layout {
  const known = charts.map((chart) => ({
    id: chart.id,
    name: chart.slice_name,
    uuid: chart.uuid,
    vizType: String(chart.form_data.viz_type ?? ''),
  }));
  return withChartNames(withMissingCharts(layout, known, makeId), known);
}

interface Boxes {
  readonly chartIds: ReadonlySet<number>;
  readonly filters: readonly FilterEntry[];
  /** Kept with the metadata, so that a filter that is deleted later does not come back. */
  readonly note: Readonly<Record<string, unknown>>;
}

const noBoxes: Boxes = { chartIds: new Set(), filters: [], note: {} };

/** Old filter boxes, and the native filters that take their place unless they did so before. */
function findBoxes({ charts, datasets }: DashboardData, layout: Layout, metadata: Metadata): Boxes {
  const typeOf = (datasetId: number | null, name: string) =>
    datasets.find((one) => one.id === datasetId)?.columns.find((column) => column.column_name === name)?.type ??
    undefined;
  const boxes = readFilterBoxes({ charts, layout, metadata, typeOf });
  const before = metadata.native_filter_migration ?? {};
  const done = Array.isArray(before.filter_boxes) ? before.filter_boxes : [];
  const ids = boxes.map((box) => box.chartId);
  return {
    chartIds: new Set(ids),
    filters: boxes.filter((box) => !done.includes(box.chartId)).flatMap(toNativeFilters),
    note: { ...before, filter_boxes: [...new Set([...done, ...ids])] },
  };
}

/** How many parts of a state that was kept are no longer what they were. */
export interface GoneParts {
  readonly filters: number;
  readonly selections: number;
  readonly tabs: number;
}

const noParams: Readonly<Record<string, string>> = {};

/** Masks of a link are those of filters and, by chart id, those of selections; what became of their filter or chart decides whether they count. */
function splitMasks(masks: DataMasks, filters: readonly FilterEntry[], charts: readonly WireDashboardChart[]) {
  const known = new Map(filters.filter(isFilter).map((filter) => [filter.id, filter]));
  const chartIds = new Set(charts.map((chart) => String(chart.id)));
  const fits = (id: string, mask: DataMask) => {
    const filter = known.get(id);
    return filter !== undefined && fitsFilter(filter, mask);
  };
  const entries = Object.entries(masks);
  const selections = entries.filter(([id, mask]) => isOfChart(id) && hasFilters(mask.extraFormData));
  const chosen = entries.filter(([id, mask]) => !isOfChart(id) && !isNoValue(maskValue(mask)));
  return {
    filters: Object.fromEntries(entries.filter(([id, mask]) => fits(id, mask))),
    charts: Object.fromEntries(selections.filter(([id]) => chartIds.has(String(chartOfMask(id))))),
    gone: {
      filters: chosen.filter(([id, mask]) => !fits(id, mask)).length,
      selections: selections.filter(([id]) => !chartIds.has(String(chartOfMask(id)))).length,
    },
  };
}

function hasFilters(extra: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(extra.filters) && extra.filters.length > 0;
}

/** Every group of tabs shows one of its tabs: the one asked for, else the first. */
export function withFirstTabs(layout: Layout, asked: readonly string[]): readonly string[] {
  return Object.values(layout)
    .filter((node) => node.type === 'TABS')
    .flatMap((tabs) => tabs.children.find((tab) => asked.includes(tab)) ?? tabs.children.slice(0, 1));
}

/** The tabs in which a part lies, itself included where it is one. */
function tabsAround(layout: Layout, anchor: string | null | undefined): readonly string[] {
  const around = Object.values(layout).find(({ children }) => anchor && children.includes(anchor));
  if (!anchor || !around) return [];
  return [...tabsAround(layout, around.id), ...(layout[anchor]?.type === 'TAB' ? [anchor] : [])];
}

/** Where the dashboard's content begins: the open one of its top-level tabs, or the grid. */
export function topNodeOf(state: Pick<DashboardState, 'history' | 'activeTabs'>): {
  readonly tabs: LayoutNode | undefined;
  readonly contentId: string;
} {
  const layout = layoutOf(state);
  const top = layout[layout[rootId]?.children[0] ?? ''];
  if (top?.type !== 'TABS') return { tabs: undefined, contentId: top?.id ?? gridId };
  return { tabs: top, contentId: top.children.find((tab) => state.activeTabs.includes(tab)) ?? top.children[0] ?? '' };
}

export function layoutOf(state: Pick<DashboardState, 'history'>): Layout {
  return state.history.present;
}

/** Something would be lost by leaving. */
export function hasUnsavedChanges(state: Pick<DashboardState, 'history' | 'hasOtherChanges'>): boolean {
  return state.hasOtherChanges || !isAtStart(state.history);
}

export { firstContainer };
