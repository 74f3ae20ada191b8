import type { QueryDataset } from '@powerset/query';
import { genericTypeOf } from './column-types.ts';
import type { AccessibleDataset } from './datasets.ts';

/** The dataset as the planner of queries knows it, with the row-level rules of whoever asks. */
export function toQueryDataset(dataset: AccessibleDataset): QueryDataset {
  const { row, columns, metrics, rowLevelClauses } = dataset;
  return {
    id: row.id,
    name: row.table_name,
    catalog: row.catalog,
    schema: row.schema,
    table: row.table_name,
    sql: row.sql || null,
    mainTemporalColumn: row.main_dttm_col,
    alwaysFilterMainTemporal: row.always_filter_main_dttm === 1,
    fetchValuesPredicate: row.fetch_values_predicate || null,
    columns: columns
      .filter((column) => column.is_active !== 0)
      .map((column) => ({
        name: column.column_name,
        expression: column.expression || null,
        type: isStoredAsTime(column) ? 'temporal' : genericTypeOf(column.type),
        nativeType: column.type,
        isTemporal: column.is_dttm === 1,
        pythonDateFormat: column.python_date_format,
        resultFormat: column.datetime_format,
        isFilterable: column.filterable === 1,
        isGroupable: column.groupby === 1,
      })),
    metrics: metrics.map((metric) => ({ name: metric.metric_name, expression: metric.expression })),
    rowLevelClauses,
    offsetHours: row.offset,
  };
}

/** A column with a format holds numbers or text that stand for times, and is compared as what it holds. */
function isStoredAsTime(column: AccessibleDataset['columns'][number]): boolean {
  return column.is_dttm === 1 && !column.python_date_format;
}
