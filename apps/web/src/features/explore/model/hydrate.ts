import {
  type ChartDefinition,
  type ChartForm,
  completeForm,
  dropUnknownValues,
  type FormContext,
} from '@powerset/chart-kit';
import { type ExploreDataset, kindOf } from './dataset.ts';

export const defaultVizType = 'table';
export const defaultTimeRange = 'No filter';

/** The chart type to start with: that of the address, else that of the form, else the configured one, else a table. */
export function startVizType(
  fromAddress: string | null,
  form: Readonly<Record<string, unknown>>,
  configured?: unknown,
): string {
  const candidates = [fromAddress, form.viz_type, configured];
  return candidates.find((one): one is string => typeof one === 'string' && one !== '') ?? defaultVizType;
}

export interface Hydration {
  readonly definition: ChartDefinition;
  readonly dataset: ExploreDataset;
  readonly formContext: FormContext;
  /** The time range of charts that name none. */
  readonly timeRange?: string;
}

/** A form as it came, made fit for its dataset: unknown columns dropped, the time column temporal, defaults filled in. */
export function hydrateForm(given: Readonly<Record<string, unknown>>, hydration: Hydration): ChartForm {
  const { definition, dataset, formContext, timeRange = defaultTimeRange } = hydration;
  const form: ChartForm = {
    ...given,
    viz_type: definition.key,
    time_range: given.time_range ?? timeRange,
    ...('granularity_sqla' in given ? { granularity_sqla: fitGranularity(given.granularity_sqla, dataset) } : {}),
  };
  return completeForm(definition, dropUnknownValues(definition, form, formContext), formContext);
}

/** A time column that is temporal: the one named, else the dataset's own, else its first, else none. */
export function fitGranularity(column: unknown, dataset: ExploreDataset): string | null {
  const temporal = dataset.columns.filter((one) => kindOf(one) === 'temporal').map((one) => one.column_name);
  if (typeof column === 'string' && temporal.includes(column)) return column;
  const main = dataset.main_dttm_col;
  return main && temporal.includes(main) ? main : (temporal[0] ?? null);
}
