import { isRecord } from '@powerset/chart-kit';
import type { WireDatasetColumn, WireDatasetDetail, WireDatasetMetric } from '@powerset/contract';
import { type Folder, toSentFolders } from './folders.ts';

export type DraftColumn = Pick<
  WireDatasetColumn,
  'column_name' | 'verbose_name' | 'description' | 'expression' | 'type' | 'is_dttm' | 'filterable' | 'groupby'
> &
  Partial<
    Pick<WireDatasetColumn, 'id' | 'uuid' | 'python_date_format' | 'datetime_format' | 'advanced_data_type' | 'extra'>
  >;

type SavedMetric = Pick<
  WireDatasetMetric,
  'metric_name' | 'verbose_name' | 'expression' | 'd3format' | 'warning_text'
> &
  Partial<Pick<WireDatasetMetric, 'id' | 'uuid' | 'description' | 'currency' | 'extra'>>;

export type DraftMetric = Omit<SavedMetric, 'expression'> & { readonly expression: string };

/** A dataset as it is saved, as far as the editor needs it. */
export type SavedDataset = Pick<
  WireDatasetDetail,
  | 'id'
  | 'table_name'
  | 'catalog'
  | 'schema'
  | 'kind'
  | 'sql'
  | 'description'
  | 'main_dttm_col'
  | 'currency_code_column'
  | 'cache_timeout'
  | 'offset'
  | 'default_endpoint'
  | 'fetch_values_predicate'
  | 'template_params'
  | 'extra'
  | 'filter_select_enabled'
  | 'normalize_columns'
  | 'always_filter_main_dttm'
  | 'is_managed_externally'
  | 'last_modified_time'
  | 'url'
  | 'database'
  | 'owners'
> & {
  readonly columns: readonly DraftColumn[];
  readonly metrics: readonly SavedMetric[];
  readonly folders: readonly Folder[] | null;
};

/** A dataset while it is being edited: numbers are text, so that what is typed stays until it is right. */
export interface DatasetDraft extends Omit<SavedDataset, 'cache_timeout' | 'offset' | 'owners' | 'metrics'> {
  readonly cache_timeout: string;
  readonly offset: string;
  readonly owners: readonly number[];
  readonly metrics: readonly DraftMetric[];
}

/** What becomes different; as a function, of what is there when it is made: two may come before the first is drawn. */
export type Change<T> = Partial<T> | ((now: T) => Partial<T>);

export function applyChange<T extends object>(now: T, change: Change<T>): T {
  return { ...now, ...(typeof change === 'function' ? change(now) : change) };
}

export interface DraftProps {
  readonly draft: DatasetDraft;
  readonly onChange: (change: Change<DatasetDraft>) => void;
}

export function toDraft(wire: SavedDataset): DatasetDraft {
  return {
    ...wire,
    cache_timeout: wire.cache_timeout === null ? '' : String(wire.cache_timeout),
    offset: String(wire.offset),
    owners: wire.owners.map((owner) => owner.id),
    metrics: wire.metrics.map((metric) => ({ ...metric, expression: metric.expression ?? '' })),
  };
}

const columnFields = [
  'id',
  'uuid',
  'column_name',
  'verbose_name',
  'description',
  'expression',
  'type',
  'advanced_data_type',
  'python_date_format',
  'datetime_format',
  'extra',
  'is_dttm',
  'filterable',
  'groupby',
] as const;
const metricFields = [
  'id',
  'uuid',
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
    // Where only its own is read, none is sent: what the dataset keeps of an earlier time stays.
    ...(draft.database.allow_multi_catalog ? { catalog: draft.catalog || null } : {}),
    schema: draft.schema || null,
    description: draft.description || null,
    main_dttm_col: draft.main_dttm_col,
    currency_code_column: draft.currency_code_column || null,
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
    folders: toSentFolders(draft),
    columns: draft.columns.map((column) => pick(column, columnFields)),
    metrics: draft.metrics.map((metric) => ({ ...pick(metric, metricFields), expression: metric.expression })),
  };
}

/** What the extra of a metric or column says of its certification. */
export interface Certification {
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

export function readCertification(extra: string | null | undefined): Certification {
  const { certification, warning_markdown } = readExtra(extra);
  const given = isRecord(certification) ? certification : {};
  return {
    certifiedBy: textOf(given.certified_by),
    details: textOf(given.details),
    warning: textOf(warning_markdown),
  };
}

/** The extra with another certification in it; what else it holds stays. */
export function writeCertification(extra: string | null | undefined, certification: Certification): string | null {
  const { certification: _certification, warning_markdown: _warning, ...rest } = readExtra(extra);
  const next = {
    ...rest,
    ...(certification.certifiedBy || certification.details
      ? { certification: { certified_by: certification.certifiedBy, details: certification.details } }
      : {}),
    ...(certification.warning ? { warning_markdown: certification.warning } : {}),
  };
  return Object.keys(next).length > 0 ? JSON.stringify(next) : null;
}
