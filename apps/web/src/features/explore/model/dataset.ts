import type { FormContext } from '@powerset/chart-kit';
import { toGrainChoices } from '../../../i18n/index.ts';

export interface ExploreColumn {
  readonly id: number;
  readonly column_name: string;
  readonly verbose_name: string | null;
  readonly description: string | null;
  readonly expression: string | null;
  readonly type: string | null;
  readonly type_generic: number | null;
  readonly filterable: boolean;
  readonly groupby: boolean;
  readonly is_dttm: boolean;
  readonly is_certified?: boolean;
  readonly certified_by?: string | null;
  readonly certification_details?: string | null;
  readonly warning_markdown?: string | null;
  readonly advanced_data_type?: string | null;
}

export interface ExploreMetric {
  readonly id: number;
  readonly metric_name: string;
  readonly verbose_name: string | null;
  readonly description: string | null;
  readonly expression: string;
  readonly warning_text: string | null;
  readonly is_certified?: boolean;
  readonly certified_by?: string | null;
  readonly certification_details?: string | null;
  readonly warning_markdown?: string | null;
}

/** The dataset as explore knows it, under the wire's names. */
export interface ExploreDataset {
  readonly id: number | null;
  readonly type: string;
  readonly name: string;
  readonly table_name?: string;
  readonly schema?: string | null;
  readonly sql?: string | null;
  readonly is_sqllab_view?: boolean;
  readonly kind?: 'physical' | 'virtual';
  readonly extra?: string | null;
  readonly select_star?: string | null;
  readonly main_dttm_col?: string | null;
  readonly columns: readonly ExploreColumn[];
  readonly metrics: readonly ExploreMetric[];
  readonly column_formats?: Readonly<Record<string, string>>;
  readonly currency_formats?: Readonly<
    Record<string, { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' }>
  >;
  readonly verbose_map?: Readonly<Record<string, string>>;
  readonly time_grain_sqla?: readonly (readonly [string | null, string])[];
  readonly database?: { readonly id: number; readonly name: string; readonly backend?: string };
  readonly owners?: readonly {
    readonly id: number;
    readonly first_name?: string | null;
    readonly last_name?: string | null;
    readonly username?: string | null;
  }[];
}

export type ColumnKind = 'number' | 'string' | 'temporal' | 'boolean';
const kinds: readonly ColumnKind[] = ['number', 'string', 'temporal', 'boolean'];

export function kindOf(column: Pick<ExploreColumn, 'type_generic' | 'is_dttm'>): ColumnKind {
  if (column.is_dttm) return 'temporal';
  return kinds[column.type_generic ?? 1] ?? 'string';
}

/** What the controls of a chart may look at. */
export function toFormContext(dataset: ExploreDataset, maxRows: number): FormContext {
  const temporal = dataset.columns.filter((column) => kindOf(column) === 'temporal');
  const main = temporal.find((column) => column.column_name === dataset.main_dttm_col) ?? temporal[0];
  return {
    columns: dataset.columns.map((column) => ({ name: column.column_name, type: kindOf(column) })),
    metrics: dataset.metrics.map((metric) => ({ name: metric.metric_name })),
    timeGrains: toGrainChoices(dataset.time_grain_sqla),
    mainTemporalColumn: main?.column_name ?? null,
    maxRows,
  };
}

/** Is the dataset that a chart names still there? */
export function isMissing(dataset: ExploreDataset): boolean {
  return dataset.id === null || dataset.name === '[Missing Dataset]';
}
