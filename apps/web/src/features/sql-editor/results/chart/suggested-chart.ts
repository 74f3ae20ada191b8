import { columnsOf, isRecord, metricsOf } from '@powerset/chart-kit';
import type { Suggestion } from '@powerset/charts/suggestions';
import { columnLabel, type ResultChart, resultChartTypes } from '@powerset/contract';
import { rowsCounted } from './first-chart.ts';

/** A suggestion as the settings of a result's chart; null for a type that a result is not drawn as. */
export function suggestedChart(
  { key, fields }: Pick<Suggestion, 'key' | 'fields'>,
  grainOf: (column: string) => ResultChart['grain'],
): ResultChart | null {
  const type = resultChartTypes.find((one) => one === key);
  if (!type) return null;
  const [first = null, second = null] = [...columnsOf(fields, 'x_axis'), ...columnsOf(fields, 'groupby')].map(
    columnLabel,
  );
  const figures = [...metricsOf(fields, 'metrics'), ...metricsOf(fields, 'metric')].map(toFigure);
  const isAlone = type === 'big_number_total';
  return {
    type,
    x: isAlone ? null : first,
    grain: isAlone || first === null ? null : grainOf(first),
    y: figures.length > 0 ? figures : [rowsCounted],
    split: isAlone ? null : second,
  };
}

/** What is no aggregate of a column counts rows. */
function toFigure(metric: unknown): ResultChart['y'][number] {
  const column = isRecord(metric) && isRecord(metric.column) ? metric.column.column_name : null;
  if (!isRecord(metric) || typeof column !== 'string') return rowsCounted;
  return { column, aggregate: metric.aggregate === 'AVG' ? 'AVG' : 'SUM' };
}
