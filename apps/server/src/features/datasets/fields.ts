import type { DatasetColumnInput, DatasetMetricInput } from '@powerset/contract';
import type { Dataset } from '../../catalog/index.ts';
import { fieldError } from '../../http/index.ts';

/** What becomes of the columns or metrics of a dataset when a list of them is saved. */
export interface FieldPlan<Input> {
  readonly added: readonly { readonly input: Input; readonly position: number }[];
  readonly changed: readonly { readonly id: number; readonly input: Input; readonly position: number }[];
  readonly removedIds: readonly number[];
}

/** `epoch_s`, `epoch_ms`, or a date that may be followed by a time. */
const timeFormat = /^(epoch_s|epoch_ms|%Y(-%m(-%d)?)?([\sT]%H(:%M(:%S(\.%f)?)?)?)?)$/;

export function planColumns(
  dataset: Pick<Dataset, 'columns'>,
  inputs: readonly DatasetColumnInput[],
  overrides: boolean,
): FieldPlan<DatasetColumnInput> {
  for (const [index, { python_date_format: format }] of inputs.entries())
    if (format && !timeFormat.test(format))
      throw fieldError({ [`columns.${index}.python_date_format`]: ['Invalid date/timestamp format'] }, 400);
  const known = dataset.columns.map(({ id, column_name: name }) => ({ id, name }));
  const named = inputs.map((input) => ({ input, id: input.id, name: input.column_name }));
  return plan({ known: overrides ? [] : known, named, field: 'columns', oldIds: known.map(({ id }) => id), overrides });
}

export function planMetrics(dataset: Dataset, inputs: readonly DatasetMetricInput[]): FieldPlan<DatasetMetricInput> {
  const known = dataset.metrics.map(({ id, metric_name: name }) => ({ id, name }));
  const named = inputs.map((input) => ({ input, id: input.id, name: input.metric_name }));
  return plan({ known, named, field: 'metrics', oldIds: known.map(({ id }) => id), overrides: false });
}

interface PlanInput<Input> {
  readonly known: readonly { readonly id: number; readonly name: string }[];
  readonly named: readonly { readonly input: Input; readonly id: number | undefined; readonly name: string }[];
  readonly field: 'columns' | 'metrics';
  readonly oldIds: readonly number[];
  readonly overrides: boolean;
}

function plan<Input>({ known, named, field, oldIds, overrides }: PlanInput<Input>): FieldPlan<Input> {
  const names = named.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw fieldError({ [field]: [`One or more ${field} are duplicated`] });
  const isOld = (id: number | undefined): id is number => id !== undefined && !overrides;
  const knownIds = new Set(known.map(({ id }) => id));
  if (named.some(({ id }) => isOld(id) && !knownIds.has(id)))
    throw fieldError({ [field]: [`One or more ${field} do not exist`] });
  const stays = new Set(named.flatMap(({ id }) => (isOld(id) ? [id] : [])));
  const fresh = named.filter(({ id }) => !isOld(id));
  const taken = new Set(known.flatMap(({ id, name }) => (stays.has(id) ? [] : [name])));
  if (fresh.some(({ name }) => taken.has(name))) throw fieldError({ [field]: [`One or more ${field} already exist`] });
  return {
    added: named.flatMap(({ input, id }, position) => (isOld(id) ? [] : [{ input, position }])),
    changed: named.flatMap(({ input, id }, position) => (isOld(id) ? [{ id, input, position }] : [])),
    removedIds: oldIds.filter((id) => !stays.has(id)),
  };
}
