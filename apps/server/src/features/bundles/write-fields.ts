import { randomUUID } from 'node:crypto';
import { othersTurn } from '../../turns/index.ts';
import { toStoredText } from './documents.ts';
import type { ColumnFile, DatasetFile, MetricFile } from './shapes.ts';
import type { Writer } from './writer.ts';

/** Columns and metrics of a dataset become those of the file; those of the same name keep their numbers. */
export async function saveFields(writer: Writer, datasetId: number, value: DatasetFile): Promise<void> {
  const columns = (value.columns ?? []).map(toColumn);
  const metrics = (value.metrics ?? []).map(toMetric);
  await saveNamed(writer, { table: 'dataset_columns', nameOf: 'column_name', datasetId, fields: columns });
  await saveNamed(writer, { table: 'dataset_metrics', nameOf: 'metric_name', datasetId, fields: metrics });
}

function toColumn(column: ColumnFile, position: number) {
  return {
    column_name: column.column_name,
    verbose_name: column.verbose_name ?? null,
    description: column.description ?? null,
    expression: column.expression || null,
    type: column.type ?? null,
    advanced_data_type: column.advanced_data_type ?? null,
    filterable: column.filterable === false ? 0 : 1,
    groupby: column.groupby === false ? 0 : 1,
    is_active: column.is_active === false ? 0 : 1,
    is_dttm: column.is_dttm ? 1 : 0,
    python_date_format: column.python_date_format ?? null,
    datetime_format: column.datetime_format ?? null,
    extra: keepText(column.extra),
    position,
  };
}

function toMetric(metric: MetricFile, position: number) {
  return {
    metric_name: metric.metric_name,
    verbose_name: metric.verbose_name ?? null,
    description: metric.description ?? null,
    expression: metric.expression,
    metric_type: metric.metric_type ?? null,
    d3format: metric.d3format ?? null,
    currency: keepText(metric.currency),
    warning_text: metric.warning_text ?? null,
    extra: keepText(metric.extra),
    position,
  };
}

/** Small documents that other rooms read with care: a text that is no JSON is kept as it is. */
function keepText(value: ColumnFile['extra']): string | null {
  return typeof value === 'string' ? value || null : toStoredText(value);
}

const fieldsPerTurn = 250;

interface NamedFields {
  readonly table: 'dataset_columns' | 'dataset_metrics';
  readonly nameOf: 'column_name' | 'metric_name';
  readonly datasetId: number;
  readonly fields: readonly Readonly<Record<string, unknown>>[];
}

async function saveNamed({ store, time }: Writer, { table, nameOf, datasetId, fields }: NamedFields): Promise<void> {
  // Both tables have what is used here.
  const named = table as 'dataset_columns';
  const rows: readonly Readonly<Record<string, unknown>>[] = await store
    .selectFrom(named)
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .execute();
  const names = new Set(fields.map((field) => field[nameOf]));
  const gone = rows.filter((row) => !names.has(row[nameOf]));
  if (gone.length > 0)
    await store
      .deleteFrom(named)
      .where(
        'id',
        'in',
        gone.map((row) => Number(row.id)),
      )
      .execute();
  const byName = new Map(rows.map((row) => [row[nameOf], row]));
  for (const [at, field] of fields.entries()) {
    // Where nothing changes nothing is written, and nobody has a turn by that.
    if (at % fieldsPerTurn === fieldsPerTurn - 1) await othersTurn();
    const row = byName.get(field[nameOf]);
    if (!row) {
      const created = { uuid: randomUUID(), dataset_id: datasetId, created_on: time, changed_on: time };
      // Built just above with every column of the table.
      await store
        .insertInto(named)
        .values({ ...field, ...created } as never)
        .execute();
    } else if (Object.entries(field).some(([name, value]) => row[name] !== value))
      await store
        .updateTable(named)
        .set({ ...field, changed_on: time } as never)
        .where('id', '=', Number(row.id))
        .execute();
  }
}
