import {
  type Choices,
  type Clash,
  inWords,
  mapVersions,
  mergeOrder,
  sideOf,
  sideWith,
  type Versions,
} from '../../../conflicts/index.ts';
import {
  type FilterEntry,
  filterTypeLabels,
  isFilter,
  isRecord,
  readChartConfiguration,
  readFilterConfiguration,
  withScopes,
} from '../filters/index.ts';
import { chartIdsOf, type Layout, nameOf } from '../layout/index.ts';
import type { Metadata } from '../state/index.ts';
import type { Translate } from './layout-words.ts';

/** What follows from the rest, or is only noted; ours is as good as theirs. */
const derivedKeys = [
  'shared_label_colors',
  'map_label_colors',
  'color_scheme_domain',
  'native_filter_migration',
  'import_time',
];

/** Settings that hold one entry for each of several things. */
const tableKeys = ['label_colors', 'expanded_slices', 'filter_scopes'];

type Setting = readonly [id: string, value: unknown];

/** The metadata as single settings, each under an id of its own; what the layout decides is left out. */
function toSettings(metadata: Metadata): ReadonlyMap<string, unknown> {
  const {
    native_filter_configuration: filters,
    chart_configuration: own,
    global_chart_configuration: common,
    cross_filters_enabled: crosses,
    ...rest
  } = metadata;
  const settings = Object.entries(rest).flatMap(([key, value]): readonly Setting[] => {
    if (derivedKeys.includes(key)) return [];
    if (!tableKeys.includes(key) || !isRecord(value)) return [[`set:${key}`, value]];
    return Object.entries(value).map(([name, entry]): Setting => [`in:${key}:${name}`, entry]);
  });
  const scopes = isRecord(own) ? Object.entries(own) : [];
  return new Map<string, unknown>([
    ...settings,
    ...readFilterConfiguration(filters).map((entry): Setting => [`filter:${entry.id}`, withoutReach(entry)]),
    ...scopes.flatMap(([id, entry]): readonly Setting[] => {
      const scope = isRecord(entry) && isRecord(entry.crossFilters) ? entry.crossFilters.scope : 'global';
      return scope === undefined || scope === 'global' ? [] : [[`cross:${id}`, scope]];
    }),
    ['cross', isRecord(common) ? common.scope : undefined],
    ['set:cross_filters_enabled', crosses === false ? false : undefined],
    ['set:refresh_frequency', metadata.refresh_frequency || undefined],
    ['set:filter_bar_orientation', metadata.filter_bar_orientation === 'HORIZONTAL' ? 'HORIZONTAL' : undefined],
  ]);
}

function withoutReach(entry: FilterEntry): FilterEntry {
  if (!isFilter(entry)) return entry;
  const { chartsInScope: _charts, tabsInScope: _tabs, ...rest } = entry;
  return rest;
}

function settingIds(settings: Versions<ReadonlyMap<string, unknown>>): readonly string[] {
  return [...new Set([...settings.theirs.keys(), ...settings.mine.keys(), ...settings.base.keys()])];
}

/** Both put the filters into another order. */
const orderId = 'filters:order';

export function findMetadataClashes(
  metadata: Versions<Metadata>,
  layouts: Versions<Layout>,
  t: Translate,
): readonly Clash[] {
  const settings = mapVersions(metadata, toSettings);
  const single = settingIds(settings).flatMap((id) => {
    const values = mapVersions(settings, (one) => one.get(id));
    if (sideOf(values) !== 'clash') return [];
    return [{ id, label: labelOf({ id, values, layouts }, t), ...settingWords(id, values, t) }];
  });
  const { isClash } = mergeFilterOrder(metadata, {});
  if (!isClash) return single;
  const words = mapVersions(metadata, (one) =>
    readFilterConfiguration(one.native_filter_configuration).map(entryName).join('\n'),
  );
  return [...single, { id: orderId, label: t('Order of the filters'), ...words }];
}

const entryName = (entry: FilterEntry) => (isFilter(entry) ? entry.name : `— ${entry.title}`);

const settingLabels: Readonly<Record<string, string>> = {
  color_scheme: 'Color scheme',
  refresh_frequency: 'Refresh frequency',
  cross_filters_enabled: 'Enable cross-filtering',
  filter_bar_orientation: 'Orientation of filter bar',
};

interface SettingClash {
  readonly id: string;
  readonly values: Versions<unknown>;
  readonly layouts: Versions<Layout>;
}

function labelOf({ id, values, layouts }: SettingClash, t: Translate): string {
  const [kind, key = '', ...rest] = id.split(':');
  if (kind === 'filter') {
    const entry = readFilterConfiguration([values.mine ?? values.theirs])[0];
    return t('Filter: {{name}}', { name: entry ? entryName(entry) : key });
  }
  if (kind === 'cross') {
    const chart = Object.values(layouts.mine).find((node) => String(node.meta.chartId) === key);
    const name = t('Cross-filtering scoping');
    return chart ? `${name}: ${nameOf(chart, t)}` : name;
  }
  const label = settingLabels[key];
  return [label ? t(label) : key, ...rest].join(': ');
}

/** Where the words of two are the same, as they are stored. */
function settingWords(id: string, values: Versions<unknown>, t: Translate): Versions<string> {
  const whole = mapVersions(values, (value) =>
    typeof value === 'object' && value ? JSON.stringify(value, null, 1) : inWords(value),
  );
  if (!id.startsWith('filter:')) return whole;
  const words = mapVersions(values, (value) => (value ? filterWords(value, t) : ''));
  return words.theirs === words.mine ? whole : words;
}

function filterWords(value: unknown, t: Translate): string {
  const entry = readFilterConfiguration([value])[0];
  if (!entry) return '';
  if (!isFilter(entry)) return [`— ${entry.title}`, entry.description].filter(Boolean).join('\n');
  const column = entry.targets[0]?.column?.name;
  const parts = [entry.name, t(filterTypeLabels[entry.filterType]), ...(column ? [column] : [])];
  return [parts.join(' · '), entry.description].filter(Boolean).join('\n');
}

function mergeFilterOrder(metadata: Versions<Metadata>, choices: Choices) {
  const idsOf = (one: Metadata) => readFilterConfiguration(one.native_filter_configuration).map((entry) => entry.id);
  const lists = mapVersions(metadata, idsOf);
  const settings = mergeSettings(metadata, choices);
  const members = [...new Set([...lists.theirs, ...lists.mine])].filter((id) => settings.has(`filter:${id}`));
  return mergeOrder(lists, members, choices[orderId]);
}

function mergeSettings(metadata: Versions<Metadata>, choices: Choices): ReadonlyMap<string, unknown> {
  const settings = mapVersions(metadata, toSettings);
  return new Map(
    settingIds(settings).flatMap((id) => {
      const values = mapVersions(settings, (one) => one.get(id));
      const value = values[sideWith(choices, id, values)];
      return value === undefined ? [] : [[id, value] as const];
    }),
  );
}

/** The settings of both, but for what the layout has a say in. */
export function mergeMetadata(metadata: Versions<Metadata>, choices: Choices): Metadata {
  const settings = mergeSettings(metadata, choices);
  const single = Object.fromEntries(
    [...settings].flatMap(([id, value]) => (id.startsWith('set:') ? [[id.slice(4), value] as const] : [])),
  );
  const tables = tableKeys.flatMap((key) => {
    const start = `in:${key}:`;
    const entries = [...settings].flatMap(([id, value]) =>
      id.startsWith(start) ? [[id.slice(start.length), value] as const] : [],
    );
    return entries.length > 0 ? [[key, Object.fromEntries(entries)] as const] : [];
  });
  const derived = derivedKeys.flatMap((key) => {
    const value =
      new Map<string, unknown>(Object.entries(metadata.mine)).get(key) ??
      new Map<string, unknown>(Object.entries(metadata.theirs)).get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  const shared = [metadata.theirs.shared_label_colors, metadata.mine.shared_label_colors];
  return {
    ...Object.fromEntries(derived),
    ...single,
    ...Object.fromEntries(tables),
    ...(shared.every(Array.isArray) ? { shared_label_colors: [...new Set(shared.flat())] } : {}),
  };
}

/** Filters and scopes of selections, with the charts and tabs that each reaches in the merged layout. */
export function reachOf(metadata: Versions<Metadata>, choices: Choices, layout: Layout): Metadata {
  const settings = mergeSettings(metadata, choices);
  const entries = readFilterConfiguration(
    mergeFilterOrder(metadata, choices).order.map((id) => settings.get(`filter:${id}`)),
  );
  const chartIds = [...new Set(chartIdsOf(layout))];
  const common = settings.get('cross');
  const own = Object.fromEntries(
    chartIds.flatMap((id) => {
      const scope = settings.get(`cross:${id}`);
      return scope === undefined ? [] : [[String(id), { id, crossFilters: { scope } }] as const];
    }),
  );
  const scopes = {
    chart_configuration: own,
    ...(common === undefined ? {} : { global_chart_configuration: { scope: common } }),
  };
  return {
    ...scopes,
    native_filter_configuration: withScopes(entries, layout).map((entry) => ({ ...entry })),
    chart_configuration: readChartConfiguration(scopes, layout, chartIds),
  };
}
