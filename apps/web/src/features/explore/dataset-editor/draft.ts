import { isRecord } from '@powerset/chart-kit';

/** A dataset as the server has it, under the wire's names. */
export interface WireDataset {
  readonly id: number;
  readonly table_name: string;
  readonly schema: string | null;
  readonly kind: 'physical' | 'virtual';
  readonly sql: string | null;
  readonly description: string | null;
  readonly main_dttm_col: string | null;
  readonly cache_timeout: number | null;
  readonly offset: number;
  readonly default_endpoint: string | null;
  readonly fetch_values_predicate: string | null;
  readonly template_params: string | null;
  readonly extra: string | null;
  readonly filter_select_enabled: boolean;
  readonly normalize_columns: boolean;
  readonly always_filter_main_dttm: boolean;
  readonly is_managed_externally: boolean;
  /** When it was saved, in epoch seconds. */
  readonly last_modified_time: number;
  readonly url: string;
  readonly database: { readonly id: number; readonly database_name: string; readonly backend: string };
  readonly owners: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[];
  readonly columns: readonly DraftColumn[];
  readonly metrics: readonly DraftMetric[];
}

export interface DraftColumn {
  readonly id?: number;
  readonly column_name: string;
  readonly verbose_name: string | null;
  readonly description: string | null;
  readonly expression: string | null;
  readonly type: string | null;
  readonly is_dttm: boolean;
  readonly filterable: boolean;
  readonly groupby: boolean;
  readonly python_date_format?: string | null;
  readonly advanced_data_type?: string | null;
  readonly extra?: string | null;
}

export interface Currency {
  readonly symbol: string;
  readonly symbolPosition: 'prefix' | 'suffix';
}

export interface DraftMetric {
  readonly id?: number;
  readonly metric_name: string;
  readonly verbose_name: string | null;
  readonly description?: string | null;
  readonly expression: string;
  readonly d3format: string | null;
  readonly currency?: Currency | null;
  readonly warning_text: string | null;
  readonly extra?: string | null;
}

/** A dataset while it is being edited: numbers are text, so that what is typed stays until it is right. */
export interface DatasetDraft extends Omit<WireDataset, 'cache_timeout' | 'offset' | 'owners'> {
  readonly cache_timeout: string;
  readonly offset: string;
  readonly owners: readonly number[];
}

export interface DraftProps {
  readonly draft: DatasetDraft;
  readonly onChange: (draft: DatasetDraft) => void;
}

export function toDraft(wire: WireDataset): DatasetDraft {
  return {
    ...wire,
    cache_timeout: wire.cache_timeout === null ? '' : String(wire.cache_timeout),
    offset: String(wire.offset),
    owners: wire.owners.map((owner) => owner.id),
  };
}

const columnFields = [
  'id',
  'column_name',
  'verbose_name',
  'description',
  'expression',
  'type',
  'advanced_data_type',
  'python_date_format',
  'extra',
  'is_dttm',
  'filterable',
  'groupby',
] as const;
const metricFields = [
  'id',
  'metric_name',
  'verbose_name',
  'description',
  'd3format',
  'currency',
  'warning_text',
  'extra',
] as const;

/** The named fields; empty text is sent as nothing. */
function pick<Item extends object>(item: Item, names: readonly (keyof Item)[]): object {
  return Object.fromEntries(
    names.filter((name) => item[name] !== undefined).map((name) => [name, item[name] === '' ? null : item[name]]),
  );
}

const isWhole = (text: string) => /^-?\d{1,9}$/.test(text.trim());

/** What is sent to save a draft. */
export function toDatasetChange(draft: DatasetDraft): object {
  return {
    ...(draft.kind === 'virtual' ? { sql: draft.sql } : {}),
    table_name: draft.table_name.trim(),
    schema: draft.schema || null,
    description: draft.description || null,
    main_dttm_col: draft.main_dttm_col,
    cache_timeout: isWhole(draft.cache_timeout) ? Number(draft.cache_timeout) : null,
    offset: isWhole(draft.offset) ? Number(draft.offset) : 0,
    default_endpoint: draft.default_endpoint || null,
    fetch_values_predicate: draft.fetch_values_predicate || null,
    template_params: draft.template_params || null,
    extra: draft.extra || null,
    filter_select_enabled: draft.filter_select_enabled,
    normalize_columns: draft.normalize_columns,
    always_filter_main_dttm: draft.always_filter_main_dttm,
    owners: draft.owners,
    columns: draft.columns.map((column) => pick(column, columnFields)),
    metrics: draft.metrics.map((metric) => ({ ...pick(metric, metricFields), expression: metric.expression })),
  };
}

/** What the extra of a metric or column says of its worth. */
export interface Worth {
  readonly certifiedBy: string;
  readonly details: string;
  readonly warning: string;
}

function readExtra(text: string | null | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function readWorth(extra: string | null | undefined): Worth {
  const { certification, warning_markdown } = readExtra(extra);
  const given = isRecord(certification) ? certification : {};
  return {
    certifiedBy: textOf(given.certified_by),
    details: textOf(given.details),
    warning: textOf(warning_markdown),
  };
}

/** The extra with other worth in it; what else it holds stays. */
export function writeWorth(extra: string | null | undefined, worth: Worth): string | null {
  const { certification: _certification, warning_markdown: _warning, ...rest } = readExtra(extra);
  const next = {
    ...rest,
    ...(worth.certifiedBy || worth.details
      ? { certification: { certified_by: worth.certifiedBy, details: worth.details } }
      : {}),
    ...(worth.warning ? { warning_markdown: worth.warning } : {}),
  };
  return Object.keys(next).length > 0 ? JSON.stringify(next) : null;
}
