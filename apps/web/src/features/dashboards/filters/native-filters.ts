import { msg } from '../../../i18n/index.ts';
import type { DataMask } from './data-mask.ts';

export const filterTypes = [
  'filter_select',
  'filter_range',
  'filter_time',
  'filter_timecolumn',
  'filter_timegrain',
] as const;
export type FilterType = (typeof filterTypes)[number];

/** What the filter types are called where one is chosen. */
export const filterTypeLabels: Readonly<Record<FilterType, string>> = {
  filter_select: msg('Value'),
  filter_range: msg('Numerical range'),
  filter_time: msg('Time range'),
  filter_timecolumn: msg('Time column'),
  filter_timegrain: msg('Time grain'),
};

export interface FilterScope {
  readonly rootPath: readonly string[];
  /** Chart ids. */
  readonly excluded: readonly number[];
}

export interface FilterTarget {
  readonly datasetId?: number;
  readonly column?: { readonly name: string; readonly displayName?: string };
}

export interface NativeFilter {
  readonly id: string;
  readonly type: 'NATIVE_FILTER';
  readonly name: string;
  readonly description: string;
  readonly filterType: FilterType;
  readonly targets: readonly FilterTarget[];
  readonly controlValues: Readonly<Record<string, unknown>>;
  readonly defaultDataMask: Partial<Omit<DataMask, 'id'>>;
  readonly cascadeParentIds: readonly string[];
  readonly scope: FilterScope;
  readonly sortMetric?: string | null;
  readonly adhoc_filters?: readonly unknown[];
  readonly time_range?: string;
  readonly granularity_sqla?: string;
  readonly requiredFirst?: boolean;
  readonly chartsInScope?: readonly number[];
  readonly tabsInScope?: readonly string[];
}

export interface FilterDivider {
  readonly id: string;
  readonly type: 'DIVIDER';
  readonly title: string;
  readonly description: string;
}

export type FilterEntry = NativeFilter | FilterDivider;

export const filterIdPrefix = 'NATIVE_FILTER-';
export const dividerIdPrefix = 'NATIVE_FILTER_DIVIDER-';
export const defaultRowLimit = 1000;
/** How long a filter removed in the editor can be taken back. */
export const removalDelayMs = 5000;

const wholeDashboard: FilterScope = { rootPath: ['ROOT_ID'], excluded: [] };

/** Reads a stored configuration; entries that are none are left out, missing parts get their defaults. */
export function readFilterConfiguration(value: unknown): readonly FilterEntry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): readonly FilterEntry[] => {
    if (!isRecord(entry) || typeof entry.id !== 'string') return [];
    return entry.type === 'DIVIDER' || entry.id.startsWith(dividerIdPrefix)
      ? [readDivider(entry)]
      : [readFilter(entry)];
  });
}

function readDivider(entry: Readonly<Record<string, unknown>>): FilterDivider {
  return { id: String(entry.id), type: 'DIVIDER', title: textOf(entry.title), description: textOf(entry.description) };
}

function readFilter(entry: Readonly<Record<string, unknown>>): NativeFilter {
  const filterType = filterTypes.find((type) => type === entry.filterType) ?? 'filter_select';
  return {
    ...entry,
    id: String(entry.id),
    type: 'NATIVE_FILTER',
    name: textOf(entry.name),
    description: textOf(entry.description),
    filterType,
    targets: Array.isArray(entry.targets) ? entry.targets.filter(isRecord) : [],
    controlValues: readControlValues(entry),
    defaultDataMask: isRecord(entry.defaultDataMask) ? entry.defaultDataMask : {},
    cascadeParentIds: Array.isArray(entry.cascadeParentIds) ? entry.cascadeParentIds.map(String) : [],
    scope: readScope(entry.scope),
  };
}

/** A first value that is required is taken at the start, unless that was turned off since. */
function readControlValues({ requiredFirst, controlValues }: Readonly<Record<string, unknown>>) {
  const own = isRecord(controlValues) ? controlValues : {};
  return requiredFirst === true ? { defaultToFirstItem: true, ...own } : own;
}

export function readScope(value: unknown): FilterScope {
  if (!isRecord(value)) return wholeDashboard;
  return {
    rootPath: Array.isArray(value.rootPath) ? value.rootPath.map(String) : wholeDashboard.rootPath,
    excluded: Array.isArray(value.excluded) ? value.excluded.map(Number).filter(Number.isInteger) : [],
  };
}

export function isFilter(entry: FilterEntry): entry is NativeFilter {
  return entry.type === 'NATIVE_FILTER';
}

/** A new filter as the editor begins with it. */
export function newFilter(random: string): NativeFilter {
  return {
    id: `${filterIdPrefix}${random}`,
    type: 'NATIVE_FILTER',
    name: '',
    description: '',
    filterType: 'filter_select',
    targets: [{}],
    controlValues: { multiSelect: true, sortAscending: true },
    defaultDataMask: {},
    cascadeParentIds: [],
    scope: wholeDashboard,
  };
}

export function newDivider(random: string): FilterDivider {
  return { id: `${dividerIdPrefix}${random}`, type: 'DIVIDER', title: '', description: '' };
}

/** An entry as it is stored: texts trimmed. */
export function toStoredEntry(entry: FilterEntry): FilterEntry {
  if (entry.type === 'DIVIDER') return { ...entry, title: entry.title.trim(), description: entry.description.trim() };
  return { ...entry, name: entry.name.trim(), description: entry.description.trim() };
}

/** A filter may hang on those alone that do not hang on it. */
export function possibleParents(filters: readonly NativeFilter[], id: string): readonly NativeFilter[] {
  const dependsOn = (from: string, seen: ReadonlySet<string>): boolean => {
    if (from === id) return true;
    if (seen.has(from)) return false;
    const parents = filters.find((filter) => filter.id === from)?.cascadeParentIds ?? [];
    return parents.some((parent) => dependsOn(parent, new Set([...seen, from])));
  };
  return filters.filter((filter) => filter.filterType !== 'filter_timegrain' && !dependsOn(filter.id, new Set()));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
