import { parseRison } from '@powerset/contract';
import { type DataMasks, readMasks } from '../filters/index.ts';

/** What the address of a dashboard says. */
export interface DashboardAddress {
  readonly isEditing: boolean;
  readonly standalone: number;
  readonly focusedChartId: number | null;
  readonly preselected: unknown;
  readonly nativeFiltersKey: string | null;
  readonly permalinkKey: string | null;
  /** Masks written into the address itself. */
  readonly masks: DataMasks;
  readonly showsFilters: boolean;
  readonly expandsFilters: boolean;
  readonly anchor: string | null;
  /** Charts are asked past the cache when they are first shown. */
  readonly isForced: boolean;
  /** What a page that shows the dashboard wants of it. */
  readonly embedding: EmbeddingAddress;
  /** Parameters that are nobody's but the datasets'. */
  readonly urlParams: Readonly<Record<string, string>>;
}

export interface EmbeddingAddress {
  readonly hidesTitle: boolean;
  readonly hidesTabs: boolean;
  readonly hidesChartControls: boolean;
  /** It wants to hear of every filter that is set. */
  readonly emitsMasks: boolean;
}

/** The numbers of the reference, added up in `uiConfig`. */
const embeddingBits = { hidesTitle: 1, hidesTabs: 2, hidesChartControls: 8, emitsMasks: 16 } as const;

function readEmbedding(text: string | null): EmbeddingAddress {
  const bits = Number(text ?? 0);
  const has = (bit: number) => Number.isInteger(bits) && (bits & bit) !== 0;
  return {
    hidesTitle: has(embeddingBits.hidesTitle),
    hidesTabs: has(embeddingBits.hidesTabs),
    hidesChartControls: has(embeddingBits.hidesChartControls),
    emitsMasks: has(embeddingBits.emitsMasks),
  };
}

/** Reads `?edit=true&standalone=1&focused_chart=7&preselect_filters={…}&native_filters_key=…#TAB-1`. */
export function readAddress(search: string, hash: string): DashboardAddress {
  const params = new URLSearchParams(search);
  const focused = Number(params.get('focused_chart'));
  return {
    isEditing: params.get('edit') === 'true',
    standalone: Number(params.get('standalone')) || (params.get('standalone') === 'true' ? 1 : 0),
    focusedChartId: Number.isInteger(focused) && focused > 0 ? focused : null,
    preselected: parseLoosely(params.get('preselect_filters')),
    nativeFiltersKey: params.get('native_filters_key'),
    permalinkKey: params.get('permalink_key'),
    masks: readMasks(parseLoosely(params.get('native_filters'))),
    showsFilters: params.get('show_filters') !== 'false' && params.get('show_filters') !== '0',
    expandsFilters: params.get('expand_filters') !== 'false' && params.get('expand_filters') !== '0',
    anchor: hash.length > 1 ? decodeURIComponent(hash.slice(1)) : null,
    isForced: params.get('force') === 'true' || params.get('force') === '1',
    embedding: readEmbedding(params.get('uiConfig')),
    urlParams: Object.fromEntries(sharedParams(search).filter(([name]) => !viewParams.includes(name))),
  };
}

export interface AddressChange {
  readonly isEditing?: boolean;
  readonly nativeFiltersKey?: string | null;
  readonly focusedChartId?: number | null;
  /** A permalink was opened and is now spent. */
  readonly dropsPermalink?: boolean;
}

/** The address's query after a change; what it does not know stays. */
export function changeAddress(search: string, change: AddressChange): string {
  const params = new URLSearchParams(search);
  const put = (name: string, value: string | null) => (value === null ? params.delete(name) : params.set(name, value));
  if (change.isEditing !== undefined) put('edit', change.isEditing ? 'true' : null);
  if (change.nativeFiltersKey !== undefined) put('native_filters_key', change.nativeFiltersKey);
  if (change.focusedChartId !== undefined)
    put('focused_chart', change.focusedChartId === null ? null : String(change.focusedChartId));
  if (change.dropsPermalink) put('permalink_key', null);
  const text = params.toString();
  return text ? `?${text}` : '';
}

const ownParams = [
  'native_filters',
  'native_filters_key',
  'permalink_key',
  'preselect_filters',
  'edit',
  'focused_chart',
];

/** How the page is shown; says nothing of data. */
const viewParams = [
  ...['standalone', 'show_filters', 'expand_filters', 'force'],
  ...['uiConfig', 'themeMode', 'theme', 'locale', '_l_'],
];

/** Parameters that a permalink carries along. */
export function sharedParams(search: string): [string, string][] {
  return [...new URLSearchParams(search)].filter(([name]) => !ownParams.includes(name));
}

function parseLoosely(text: string | null): unknown {
  const value = text ? parseText(text) : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return parseRison(text);
    } catch {
      return undefined;
    }
  }
}
