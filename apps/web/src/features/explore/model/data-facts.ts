import { type ChartDefinition, type ChartForm, columnsOf, controlsOf, isRecord, metricsOf } from '@powerset/chart-kit';
import type { ChosenParts, DataFacts } from '@powerset/charts/suggestions';
import { type ExploreDataset, kindOf } from './dataset.ts';

/** A dataset as suggestions of charts look at it; `distinct` says how many values of a column differ, where that is known. */
export function toDataFacts(dataset: ExploreDataset, distinct: ReadonlyMap<string, number>): DataFacts {
  return {
    columns: dataset.columns
      .filter((column) => column.groupby !== false)
      .map((column) => {
        const count = distinct.get(column.column_name);
        return {
          name: column.column_name,
          type: kindOf(column),
          ...(column.verbose_name ? { label: column.verbose_name } : {}),
          ...(count === undefined ? {} : { distinct: count }),
        };
      }),
    metrics: dataset.metrics.map(({ metric_name: name, verbose_name: label }) => ({
      name,
      ...(label ? { label } : {}),
    })),
    mainTime: dataset.main_dttm_col ?? null,
  };
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
