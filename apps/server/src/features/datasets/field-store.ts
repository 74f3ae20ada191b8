import { randomUUID } from 'node:crypto';
import type { DatasetColumnInput, DatasetMetricInput } from '@powerset/contract';
import type { RowChange, Store } from '../../metadata/index.ts';
import type { FieldPlan } from './fields.ts';

interface SaveInput<Input> {
  readonly plan: FieldPlan<Input>;
  readonly time: string;
}

type FieldTable = 'dataset_columns' | 'dataset_metrics';

interface FieldSave<Input, Change> extends SaveInput<Input> {
  readonly table: FieldTable;
  readonly toChange: (input: Input) => Change;
}

/** Takes away what the plan drops and changes what it keeps; what it adds is the caller's to insert. */
async function keepFields<Input extends { readonly uuid?: string | null }, Change extends RowChange<FieldTable>>(
  store: Store,
  { table, plan, time, toChange }: FieldSave<Input, Change>,
): Promise<void> {
  if (plan.removedIds.length > 0)
    await store
      .deleteFrom(table)
      .where('id', 'in', [...plan.removedIds])
      .execute();
  for (const { id, input, position } of plan.changed)
    await store
      .updateTable(table)
      .set({ ...toChange(input), ...(input.uuid ? { uuid: input.uuid } : {}), position, changed_on: time })
      .where('id', '=', id)
      .execute();
}

interface NewPlace {
  readonly uuid: string | null | undefined;
  readonly datasetId: number;
  readonly position: number;
  readonly time: string;
}

function toNewField({ uuid, datasetId, position, time }: NewPlace) {
  return { uuid: uuid || randomUUID(), dataset_id: datasetId, position, created_on: time, changed_on: time };
}

export async function saveColumns(
  store: Store,
  datasetId: number,
  { plan, time }: SaveInput<DatasetColumnInput>,
): Promise<void> {
  await keepFields(store, { table: 'dataset_columns', plan, time, toChange: toColumn });
  for (const { input, position } of plan.added)
    await store
      .insertInto('dataset_columns')
      .values({
        ...toColumn(input),
        column_name: input.column_name,
        ...toNewField({ uuid: input.uuid, datasetId, position, time }),
      })
      .execute();
}

export async function saveMetrics(
  store: Store,
  datasetId: number,
  { plan, time }: SaveInput<DatasetMetricInput>,
): Promise<void> {
  await keepFields(store, { table: 'dataset_metrics', plan, time, toChange: toMetric });
  for (const { input, position } of plan.added)
    await store
      .insertInto('dataset_metrics')
      .values({
        ...toMetric(input),
        metric_name: input.metric_name,
        expression: input.expression,
        ...toNewField({ uuid: input.uuid, datasetId, position, time }),
      })
      .execute();
}

const columnTexts = [
  'column_name',
  'type',
  'advanced_data_type',
  'verbose_name',
  'description',
  'expression',
  'extra',
  'python_date_format',
  'datetime_format',
] as const;
const columnFlags = ['filterable', 'groupby', 'is_active', 'is_dttm'] as const;
const metricTexts = [
  'metric_name',
  'expression',
  'metric_type',
  'description',
  'extra',
  'd3format',
  'verbose_name',
  'warning_text',
] as const;

function toColumn(input: DatasetColumnInput): RowChange<'dataset_columns'> {
  const texts = columnTexts.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]] as const]));
  const flags = columnFlags.flatMap((name) => (input[name] == null ? [] : [[name, input[name] ? 1 : 0] as const]));
  return Object.fromEntries([...texts, ...flags]);
}

function toMetric(input: DatasetMetricInput): RowChange<'dataset_metrics'> {
  const texts = metricTexts.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]] as const]));
  const { currency } = input;
  if (currency === undefined) return Object.fromEntries(texts);
  const text = typeof currency === 'string' || currency === null ? currency || null : JSON.stringify(currency);
  return { ...Object.fromEntries(texts), currency: text };
}
