import type { FormContext } from '@powerset/chart-kit';
import type { WireExplore, WireExploreColumn, WireExploreDataset, WireExploreMetric } from '@powerset/contract';
import { toGrainChoices } from '../../../i18n/index.ts';

type Certification = 'is_certified' | 'certified_by' | 'certification_details' | 'warning_markdown';

/** A column as explore needs it. */
export type ExploreColumn = Pick<
  WireExploreColumn,
  | 'id'
  | 'column_name'
  | 'verbose_name'
  | 'description'
  | 'expression'
  | 'type'
  | 'type_generic'
  | 'filterable'
  | 'groupby'
  | 'is_dttm'
> &
  Partial<Pick<WireExploreColumn, Certification | 'advanced_data_type'>>;

/** A metric as explore needs it. */
export type ExploreMetric = Pick<
  WireExploreMetric,
  'id' | 'metric_name' | 'verbose_name' | 'description' | 'expression' | 'warning_text'
> &
  Partial<Pick<WireExploreMetric, Certification>>;

/** The dataset as explore knows it; of one that is gone there is little more than its name. */
export type ExploreDataset = Pick<WireExplore['dataset'], 'id' | 'type' | 'name'> &
  Partial<
    Pick<
      WireExploreDataset,
      | 'table_name'
      | 'schema'
      | 'sql'
      | 'is_sqllab_view'
      | 'kind'
      | 'extra'
      | 'select_star'
      | 'main_dttm_col'
      | 'currency_code_column'
      | 'folders'
      | 'column_formats'
      | 'currency_formats'
      | 'verbose_map'
      | 'time_grain_sqla'
      | 'owners'
    >
  > & {
    readonly columns: readonly ExploreColumn[];
    readonly metrics: readonly ExploreMetric[];
    readonly database?: Pick<WireExploreDataset['database'], 'id' | 'name'> &
      Partial<Pick<WireExploreDataset['database'], 'backend'>>;
  };

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
