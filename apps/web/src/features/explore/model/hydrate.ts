import {
  type ChartDefinition,
  type ChartForm,
  columnsOf,
  completeForm,
  dropUnknownValues,
  type FormContext,
  isRecord,
  toList,
} from '@powerset/chart-kit';
import { columnLabel } from '@powerset/contract';
import { type ExploreDataset, kindOf } from './dataset.ts';

const defaultVizType = 'table';
const defaultTimeRange = 'No filter';

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
  /** Names that the dataset lacks stay and are marked, as when it is exchanged under an open form. */
  readonly keepsUnknown?: boolean;
  /** A time column that is included is a dimension like any other. */
  readonly hasGenericAxis?: boolean;
}

/** A form as it came, made fit for its dataset: unknown columns dropped or kept, the time column temporal, defaults filled in. */
export function hydrateForm(given: Readonly<Record<string, unknown>>, hydration: Hydration): ChartForm {
  const { definition, dataset, formContext, timeRange = defaultTimeRange } = hydration;
  const fit: ChartForm = {
    ...given,
    viz_type: definition.key,
    time_range: given.time_range ?? timeRange,
    ...('granularity_sqla' in given ? { granularity_sqla: fitGranularity(given.granularity_sqla, dataset) } : {}),
  };
  const form = hydration.hasGenericAxis ? groupByTime(fit) : fit;
  const known = hydration.keepsUnknown ? form : dropUnknownValues(definition, form, formContext);
  return completeForm(definition, known, formContext);
}

/** Older tables include their time column by a switch; it becomes their first dimension. */
function groupByTime(form: ChartForm): ChartForm {
  const { granularity_sqla: column, include_time: isIncluded } = form;
  if (isIncluded !== true || typeof column !== 'string') return form;
  const others = columnsOf(form, 'groupby').filter((one) => columnLabel(one) !== column);
  return { ...keepRange(form, column), groupby: [column, ...others], granularity_sqla: null };
}

/** A range stands beside its time column; when that goes, the range goes among the filters, or it would hold for nothing. */
function keepRange(form: ChartForm, subject: string): ChartForm {
  const range = form.time_range;
  if (typeof range !== 'string' || range === '' || range === defaultTimeRange) return form;
  const filters = toList(form.adhoc_filters);
  const isHeld = filters.some((one) => isRecord(one) && one.operator === 'TEMPORAL_RANGE' && one.subject === subject);
  const held = { clause: 'WHERE', expressionType: 'SIMPLE', subject, operator: 'TEMPORAL_RANGE', comparator: range };
  return { ...form, time_range: defaultTimeRange, adhoc_filters: isHeld ? filters : [...filters, held] };
}

/** A time column that is temporal: the one named, else the dataset's own, else its first, else none. */
export function fitGranularity(column: unknown, dataset: ExploreDataset): string | null {
  const temporal = dataset.columns.filter((one) => kindOf(one) === 'temporal').map((one) => one.column_name);
  if (typeof column === 'string' && temporal.includes(column)) return column;
  const main = dataset.main_dttm_col;
  return main && temporal.includes(main) ? main : (temporal[0] ?? null);
}
