import { explainChange, isSplit, type Measured } from '@powerset/chart-kit';
import { datasetEndpoints, metricLabel, type QueryMetric, type QueryObject } from '@powerset/contract';
import Type from 'typebox';
import { Filter, Id, Metric, TimeRange, toMetric, toQueryFilter } from '../fields.ts';
import { type Caller, defineTool, ToolError } from '../tool.ts';
import { askDataset } from './datasets.ts';

const maxColumns = 8;
/** A column of more values is no reason but a list. */
const maxValues = 1000;
const shownValues = 10;

type Row = Readonly<Record<string, unknown>>;

/** What a measure is made of: of an average its sum and its count, so that its parts can be put together. */
interface Parts {
  readonly metrics: readonly QueryMetric[];
  measure(row: Row): Measured;
}

function partsOf(metric: QueryMetric): Parts {
  if (typeof metric !== 'string' && metric.expressionType === 'SIMPLE' && metric.aggregate === 'AVG') {
    const of = (aggregate: 'SUM' | 'COUNT'): QueryMetric => ({
      ...{ expressionType: 'SIMPLE', aggregate, column: metric.column },
      ...{ label: `${aggregate} of ${metric.column?.column_name}`, hasCustomLabel: true },
    });
    const [sum, count] = [of('SUM'), of('COUNT')];
    return {
      metrics: [metric, sum, count],
      measure: (row) => ({
        value: Number(row[metricLabel(metric)]),
        numerator: Number(row[metricLabel(sum)]),
        denominator: Number(row[metricLabel(count)]),
      }),
    };
  }
  const measure = (row: Row) => {
    const value = Number(row[metricLabel(metric)] ?? 0);
    return { value, numerator: value, denominator: null };
  };
  return { metrics: [metric], measure };
}

interface Period {
  readonly datasetId: number;
  readonly timeColumn: string;
  readonly timeRange: string;
  readonly filters: QueryObject['filters'];
  readonly columns: readonly string[];
}

/** The rows of a period: of the whole, and by each column. */
async function askPeriod(caller: Caller, parts: Parts, period: Period) {
  const query = (columns: readonly string[]) =>
    ({
      ...{ columns, metrics: parts.metrics, filters: period.filters, row_limit: maxValues + 1 },
      ...{ granularity: period.timeColumn, time_range: period.timeRange },
    }) as QueryObject;
  const answers = await askDataset(caller, period.datasetId, [
    query([]),
    ...period.columns.map((column) => query([column])),
  ]);
  const [whole, ...byColumn] = answers.map(({ rows }) => rows);
  return { whole: whole?.[0] ? parts.measure(whole[0]) : null, byColumn };
}

type Asked = Awaited<ReturnType<typeof askPeriod>>;

function explainColumn(
  column: string,
  parts: Parts,
  { before, after, at }: { before: Asked; after: Asked; at: number },
) {
  const rows = { before: before.byColumn[at] ?? [], after: after.byColumn[at] ?? [] };
  if (rows.before.length > maxValues || rows.after.length > maxValues)
    return { column, reason: `It has more than ${maxValues} values.` };
  const read = (period: readonly Row[]) =>
    new Map(period.map((row) => [JSON.stringify(row[column] ?? null), parts.measure(row)]));
  const [old, young] = [read(rows.before), read(rows.after)];
  const changed = [...new Set([...old.keys(), ...young.keys()])].map((key) => ({
    ...{ key, before: old.get(key) ?? null, after: young.get(key) ?? null },
  }));
  const whole = { before: before.whole, after: after.whole };
  if (!isSplit(changed, whole)) return { column, reason: 'Its values do not add up to the whole.' };
  const { contributions, strength } = explainChange(changed, whole);
  return {
    column,
    strength,
    contributions: contributions.slice(0, shownValues).map((one) => ({
      value: JSON.parse(one.key) as unknown,
      ...{ before: one.before, after: one.after, change: one.change },
      ...(one.effects ? { effects: one.effects } : {}),
    })),
  };
}

export const explainTheChange = defineTool({
  name: 'explain_change',
  title: 'Explain a change',
  description:
    'Which values of which columns made the difference of a measure between two periods. The contributions of a column add up to the whole change exactly, or the column is left out with the reason.',
  input: Type.Object(
    {
      dataset_id: Id('the dataset'),
      metric: Metric,
      time_column: Type.Optional(Type.String({ maxLength: 250, description: "The dataset's own if not given." })),
      before: TimeRange,
      after: TimeRange,
      columns: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
          ...{ minItems: 1, maxItems: maxColumns, uniqueItems: true },
          description: 'What might be the reason; the first columns of text if not given.',
        }),
      ),
      filters: Type.Optional(Type.Array(Filter, { maxItems: 50 })),
    },
    { additionalProperties: false },
  ),
  isReading: true,
  run: async (input, caller) => {
    const { result: dataset } = await caller.call(datasetEndpoints.get, { params: { id: input.dataset_id } });
    const timeColumn = input.time_column ?? dataset.main_dttm_col;
    if (!timeColumn) throw new ToolError('time_column: The dataset has no time column of its own.');
    const ofText = dataset.columns.filter((column) => column.groupby !== false && column.type_generic === 1);
    const columns = input.columns ?? ofText.slice(0, maxColumns).map(({ column_name: name }) => name);
    const parts = partsOf(toMetric(input.metric));
    const filters = (input.filters ?? []).map(toQueryFilter);
    const ask = (timeRange: string) =>
      askPeriod(caller, parts, { datasetId: input.dataset_id, timeColumn, timeRange, filters, columns });
    const [before, after] = await Promise.all([ask(input.before), ask(input.after)]);
    const explained = columns.map((column, at) => explainColumn(column, parts, { before, after, at }));
    return {
      before: before.whole?.value ?? null,
      after: after.whole?.value ?? null,
      change: (after.whole?.value ?? 0) - (before.whole?.value ?? 0),
      columns: explained.toSorted((one, other) => (other.strength ?? -1) - (one.strength ?? -1)),
    };
  },
});
