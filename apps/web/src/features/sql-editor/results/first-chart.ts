import { digitsOf } from '@powerset/chart-kit';
import type { WireQueryRun } from '@powerset/contract';

type Form = Readonly<Record<string, unknown>>;
type Column = NonNullable<WireQueryRun['extra']['columns']>[number];

const kinds = { number: 0, text: 1, time: 2 } as const;

/** The chart that the columns of a query speak for, by rules: numbers over time, by category, or alone; else its rows. */
export function firstChart({ rows, extra }: Pick<WireQueryRun, 'rows' | 'extra'>): Form {
  const columns = extra.columns ?? [];
  const of = (kind: number) => columns.filter(({ type_generic }) => type_generic === kind);
  const [time] = of(kinds.time);
  const [category, ...others] = of(kinds.text);
  // Names of things and years are nothing to be added up.
  const numbers = of(kinds.number).filter(({ name }) => digitsOf(name) === 'grouped');
  const [number] = numbers;
  if (!number) return rowsOf(columns);
  if (time)
    return {
      viz_type: 'echarts_timeseries_line',
      x_axis: time.name,
      metrics: numbers.slice(0, mostMetrics).map(sumOf),
      groupby: category && others.length === 0 && numbers.length === 1 ? [category.name] : [],
    };
  if (category && others.length === 0)
    return {
      viz_type: 'echarts_timeseries_bar',
      x_axis: category.name,
      metrics: numbers.slice(0, mostMetrics).map(sumOf),
      groupby: [],
    };
  if (rows === 1 && columns.length === 1) return { viz_type: 'big_number_total', metric: sumOf(number) };
  return rowsOf(columns);
}

/** More would be lines that nobody tells apart. */
const mostMetrics = 5;

function rowsOf(columns: readonly Column[]): Form {
  return columns.length > 0 ? { query_mode: 'raw', all_columns: columns.map(({ name }) => name) } : {};
}

function sumOf({ name, type }: Column) {
  return {
    expressionType: 'SIMPLE',
    aggregate: 'SUM',
    column: { column_name: name, type },
    label: `SUM(${name})`,
    optionName: `metric_${name}`,
  };
}
