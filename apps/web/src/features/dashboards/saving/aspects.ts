import type { WireDashboardDetail } from '@powerset/contract';
import type { Difference } from '../../../conflicts/index.ts';
import {
  type FilterEntry,
  type FilterScope,
  filterTypeLabels,
  globalScope,
  isFilter,
  readFilterConfiguration,
  readScope,
} from '../filters/index.ts';
import { type Layout, type LayoutNode, nameOf, readLayout, rootId } from '../layout/index.ts';
import { readDashboardMetadata } from '../state/index.ts';

/** What two versions of a dashboard are told apart by. */
export type DashboardVersion = Pick<
  WireDashboardDetail,
  | 'dashboard_title'
  | 'slug'
  | 'css'
  | 'owners'
  | 'roles'
  | 'published'
  | 'certified_by'
  | 'certification_details'
  | 'position_json'
  | 'json_metadata'
>;

interface Aspect {
  readonly label: string;
  /** Reads well. */
  readonly text: string;
  /** Says everything: two versions of the same text may differ in it. */
  readonly whole?: unknown;
}

type Translate = (text: string) => string;

/** Everything in which two versions differ, in words; where words are the same, as it is stored. */
export function differencesOf(
  left: DashboardVersion,
  right: DashboardVersion,
  translate: Translate = (text) => text,
): readonly Difference[] {
  const others = aspectsOf(right, translate);
  return aspectsOf(left, translate).flatMap((aspect, index) => {
    const other = others[index];
    if (!other || wholeOf(aspect) === wholeOf(other)) return [];
    const isSameText = aspect.text === other.text;
    return [
      {
        label: aspect.label,
        left: isSameText ? wholeOf(aspect) : aspect.text,
        right: isSameText ? wholeOf(other) : other.text,
      },
    ];
  });
}

function wholeOf({ whole, text }: Aspect): string {
  return whole === undefined ? text : JSON.stringify(whole, null, 1);
}

function aspectsOf(version: DashboardVersion, t: Translate): readonly Aspect[] {
  const {
    native_filter_configuration: filters,
    chart_configuration: own,
    global_chart_configuration: common,
    color_scheme: scheme,
    refresh_frequency: refresh,
    cross_filters_enabled: crosses,
    filter_bar_orientation: orientation,
    ...rest
  } = readDashboardMetadata(version.json_metadata);
  const entries = readFilterConfiguration(filters);
  const { layout } = readLayout(version.position_json, () => 'node');
  return [
    { label: t('Name'), text: version.dashboard_title },
    { label: t('URL slug'), text: version.slug ?? '' },
    { label: t('Status'), text: version.published ? t('Published') : t('Draft') },
    { label: t('Owners'), text: version.owners.map((one) => `${one.first_name} ${one.last_name}`).join('\n') },
    { label: t('Roles'), text: version.roles.map((role) => role.name).join('\n') },
    { label: t('Certified by'), text: version.certified_by ?? '' },
    { label: t('Certification details'), text: version.certification_details ?? '' },
    { label: t('Color scheme'), text: scheme ?? '' },
    { label: t('Refresh frequency'), text: String(refresh ?? 0) },
    {
      label: t('Filters'),
      text: entries.map((entry) => filterLine(entry, t)).join('\n'),
      whole: entries.map(withoutReach),
    },
    { label: t('Enable cross-filtering'), text: crosses === false ? t('No') : t('Yes') },
    {
      label: t('Orientation of filter bar'),
      text: orientation === 'HORIZONTAL' ? t('Horizontal (Top)') : t('Vertical (Left)'),
    },
    {
      label: t('Cross-filtering scoping'),
      text: scopeLines(layout, { own: scopesOf(own), common: globalScope(common) }, t),
      whole: [scopesOf(own), globalScope(common)],
    },
    { label: t('Layout'), text: outline(layout, { id: rootId, depth: 0, t }), whole: outlineWhole(layout, rootId) },
    { label: t('CSS'), text: version.css },
    { label: t('Other settings'), text: settingLines(rest) },
  ];
}

function filterLine(entry: FilterEntry, t: Translate): string {
  if (!isFilter(entry)) return `— ${entry.title}`;
  const column = entry.targets[0]?.column?.name;
  return [entry.name, t(filterTypeLabels[entry.filterType]), ...(column ? [column] : [])].join(' · ');
}

/** The charts that a filter reaches follow from the layout. */
function withoutReach(entry: FilterEntry): unknown {
  if (!isFilter(entry)) return entry;
  const { chartsInScope: _charts, tabsInScope: _tabs, ...rest } = entry;
  return sorted(rest);
}

/** Scopes that are a chart's own; which charts they reach follows from the layout. */
function scopesOf(configuration: unknown): readonly OwnScope[] {
  const entries = Object.entries((configuration ?? {}) as Record<string, { crossFilters?: { scope?: unknown } }>);
  return entries.flatMap(([id, entry]) => {
    const scope = entry?.crossFilters?.scope ?? 'global';
    return scope === 'global' ? [] : [[id, readScope(scope)] as const];
  });
}

type OwnScope = readonly [chartId: string, scope: FilterScope];

/** A line for all charts, and one for each whose scope is its own: what is under it, and what is left out of that. */
function scopeLines(
  layout: Layout,
  { own, common }: { readonly own: readonly OwnScope[]; readonly common: FilterScope },
  t: Translate,
): string {
  const chartName = (id: string) => {
    const chart = Object.values(layout).find(({ meta }) => String(meta.chartId) === id);
    return chart ? nameOf(chart, t) : id;
  };
  const rootName = (id: string) => {
    const node = layout[id];
    return id === rootId || !node ? t('All charts') : nameOf(node, t);
  };
  const inWords = ({ rootPath, excluded }: FilterScope) =>
    [...rootPath.map(rootName), ...excluded.map((id) => `− ${chartName(String(id))}`)].join(', ') || t('None');
  return [
    `${t('All charts/global scoping')}: ${inWords(common)}`,
    ...own.map(([id, scope]) => `${chartName(id)}: ${inWords(scope)}`),
  ].join('\n');
}

/** A line for each setting. */
function settingLines(settings: object): string {
  return Object.entries(sorted(settings))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

interface OutlinePart {
  readonly id: string;
  readonly depth: number;
  readonly t: Translate;
}

/** The layout as an indented list of its parts, charts with their sizes. */
export function outline(layout: Layout, { id, depth, t }: OutlinePart): string {
  const node = layout[id];
  if (!node) return '';
  const isFrame = node.type === 'ROOT' || node.type === 'GRID';
  const own = isFrame ? [] : [`${'  '.repeat(depth)}${describe(node, t)}`];
  const parts = node.children.map((child) => outline(layout, { id: child, depth: isFrame ? depth : depth + 1, t }));
  return [...own, ...parts].filter(Boolean).join('\n');
}

function describe(node: LayoutNode, t: Translate): string {
  const { width, height, code } = node.meta;
  const size = height === undefined ? '' : ` (${width ?? ''}×${height})`;
  return `${code ? code.replaceAll(/\s+/g, ' ').slice(0, 200) : nameOf(node, t)}${size}`;
}

function outlineWhole(layout: Layout, id: string): unknown {
  const node = layout[id];
  if (!node) return null;
  const { uuid: _uuid, ...meta } = node.meta;
  return [node.type, sorted(meta), node.children.map((child) => outlineWhole(layout, child))];
}

function sorted(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined && entry !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
