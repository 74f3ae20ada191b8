import { type ChartForm, columnsOf, metricsOf } from '@powerset/chart-kit';
import type { QueryColumn, QueryMetric } from '@powerset/contract';
import { type ExploreDataset, kindOf } from './dataset.ts';

type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** What a chart that was never saved could be called: its first metric, and what splits it. */
export function proposedName(form: ChartForm, dataset: ExploreDataset, t: Translate): string {
  const [metric] = [...metricsOf(form, 'metrics'), ...metricsOf(form, 'metric')];
  if (metric === undefined) return '';
  const column = splittingColumn(form, dataset);
  const name = labelIn(dataset, metric);
  return column === undefined
    ? name
    : t('{{metric}} by {{column}}', { metric: name, column: labelIn(dataset, column) });
}

/** A course over time is rather called by its lines than by its axis. */
function splittingColumn(form: ChartForm, { columns }: ExploreDataset): QueryColumn | undefined {
  const split = ['x_axis', 'groupby', 'groupbyRows', 'columns', 'groupbyColumns'].flatMap((key) =>
    columnsOf(form, key),
  );
  const isTime = (name: QueryColumn) =>
    columns.some((column) => column.column_name === name && kindOf(column) === 'temporal');
  return split.find((name) => !isTime(name)) ?? split[0];
}

function labelIn({ columns, metrics }: ExploreDataset, field: QueryColumn | QueryMetric): string {
  if (typeof field !== 'string') return field.label || 'SQL';
  const named =
    columns.find(({ column_name: name }) => name === field) ?? metrics.find(({ metric_name: name }) => name === field);
  return named?.verbose_name || field;
}
