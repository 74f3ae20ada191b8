import { type ChartDefinition, type ChartForm, columnsOf, controlsOf, isRecord, metricsOf } from '@powerset/chart-kit';
import type { ChosenParts, DataFacts } from '@powerset/charts/suggestions';
import type { ResultTable } from '@powerset/contract';
import { type ExploreDataset, kindOf } from './dataset.ts';

/** What is known of columns by their names. */
interface KnownValues {
  /** How many values differ. */
  readonly distinct: ReadonlyMap<string, number>;
  /** How far its times reach, in ms. */
  readonly spans?: ReadonlyMap<string, number>;
}

/** A dataset as suggestions of charts look at it. */
export function toDataFacts(dataset: ExploreDataset, { distinct, spans }: KnownValues): DataFacts {
  return {
    columns: dataset.columns
      .filter((column) => column.groupby !== false)
      .map((column) => {
        const count = distinct.get(column.column_name);
        const spanMs = spans?.get(column.column_name);
        return {
          name: column.column_name,
          type: kindOf(column),
          ...(column.verbose_name ? { label: column.verbose_name } : {}),
          ...(count === undefined ? {} : { distinct: count }),
          ...(spanMs === undefined ? {} : { spanMs }),
        };
      }),
    metrics: dataset.metrics.map(({ metric_name: name, verbose_name: label }) => ({
      name,
      ...(label ? { label } : {}),
    })),
    mainTime: dataset.main_dttm_col ?? null,
  };
}

/** How far the times of each column reach, in ms. */
export function timeSpans(table: ResultTable): ReadonlyMap<string, number> {
  return new Map(
    table.columns.flatMap(({ name, type, values }) => {
      const times = type === 'temporal' ? values.filter((value) => value !== null).map(Number) : [];
      if (times.length === 0) return [];
      const [low, high] = [Math.min(...times), Math.max(...times)];
      return Number.isFinite(high - low) ? [[name, high - low] as const] : [];
    }),
  );
}

/** Controls whose columns and metrics decorate a picture, or order it. */
const besides = /limit_metric|secondary|percent|tooltip|js_columns|all_columns|granularity|orderby|panel_by/;

/** What of a form says what is to be shown: its metrics, its groups, its time. */
export function chosenParts(form: ChartForm, definition: ChartDefinition, dataset: ExploreDataset): ChosenParts {
  const controls = controlsOf(definition).filter(({ name }) => !besides.test(name));
  const namesOf = (kinds: readonly string[]) =>
    controls.filter(({ type }) => kinds.includes(type)).map(({ name }) => name);
  const metrics = namesOf(['metric', 'metrics']).flatMap((name) => metricsOf(form, name));
  const columns = namesOf(['column', 'columns'])
    .flatMap((name) => columnsOf(form, name))
    .filter((column) => typeof column === 'string');
  const isTime = (name: string) => {
    const column = dataset.columns.find((one) => one.column_name === name);
    return column !== undefined && kindOf(column) === 'temporal';
  };
  const time = columns.find(isTime) ?? null;
  return {
    metrics: distinctMetrics(metrics),
    dimensions: [...new Set(columns.filter((name) => !isTime(name)))],
    time,
  };
}

function distinctMetrics(metrics: ChosenParts['metrics']): ChosenParts['metrics'] {
  const keyOf = (metric: ChosenParts['metrics'][number]) => (isRecord(metric) ? JSON.stringify(metric) : metric);
  return [...new Map(metrics.map((metric) => [keyOf(metric), metric])).values()];
}

/** Nothing says yet what the chart is to show; the time axis that a new chart begins with says nothing. */
export function isBlankChart({ metrics, dimensions }: ChosenParts): boolean {
  return metrics.length === 0 && dimensions.length === 0;
}
