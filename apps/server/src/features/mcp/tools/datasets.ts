import { type ChartDataRequest, chartDataEndpoints, type QueryObject } from '@powerset/contract';
import Type from 'typebox';
import { Filter, Id, Metric, maxRows, RowLimit, TimeGrain, TimeRange, toMetric, toQueryFilter } from '../fields.ts';
import { type Caller, defineTool, ToolError } from '../tool.ts';

type Answered = Readonly<Record<string, unknown>>;

/** The answer to each query of a dataset, as rows. */
export async function askDataset(
  caller: Caller,
  datasetId: number,
  queries: readonly QueryObject[],
): Promise<readonly { readonly columns: readonly string[]; readonly rows: readonly Answered[] }[]> {
  const body = { datasource: { id: datasetId, type: 'table' }, queries, result_format: 'json', result_type: 'full' };
  const answer = (await caller.call(chartDataEndpoints.data, {
    body: body as unknown as ChartDataRequest,
  })) as unknown as { readonly result: readonly Answered[] };
  return answer.result.map((result) => {
    if (result.error) throw new ToolError(String(result.error));
    return { columns: (result.colnames ?? []) as readonly string[], rows: (result.data ?? []) as readonly Answered[] };
  });
}

const OrderBy = Type.Object(
  { by: Type.String({ minLength: 1, maxLength: 250 }), descending: Type.Optional(Type.Boolean()) },
  { additionalProperties: false, description: 'The label of a metric that is asked for, or a column.' },
);

export const queryDataset = defineTool({
  name: 'query_dataset',
  title: 'Ask a dataset',
  description:
    'Measures of a dataset, by columns and over time. Without metrics its single rows. Rules on rows hold as in the product.',
  input: Type.Object(
    {
      dataset_id: Id('the dataset'),
      metrics: Type.Optional(Type.Array(Metric, { maxItems: 20 })),
      columns: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 250 }), { maxItems: 50 })),
      filters: Type.Optional(Type.Array(Filter, { maxItems: 50 })),
      time_column: Type.Optional(
        Type.String({ maxLength: 250, description: 'What time_range and time_grain are about.' }),
      ),
      time_range: Type.Optional(TimeRange),
      time_grain: Type.Optional(TimeGrain),
      order_by: Type.Optional(Type.Array(OrderBy, { maxItems: 10 })),
      row_limit: RowLimit,
    },
    { additionalProperties: false },
  ),
  isReading: true,
  run: async (input, caller) => {
    const metrics = (input.metrics ?? []).map(toMetric);
    const columns = input.columns ?? [];
    if (metrics.length + columns.length === 0) throw new ToolError('metrics: Name metrics, columns or both.');
    if (input.time_grain && !input.time_column) throw new ToolError('time_column: A time_grain needs a time column.');
    const limit = Math.min(input.row_limit ?? 100, maxRows);
    const steps = input.time_grain
      ? [
          {
            columnType: 'BASE_AXIS' as const,
            sqlExpression: input.time_column ?? '',
            label: input.time_column ?? '',
            expressionType: 'SQL' as const,
            timeGrain: input.time_grain,
          },
        ]
      : [];
    const isGrouped = metrics.length > 0;
    const [answer] = await askDataset(caller, input.dataset_id, [
      {
        columns: [...steps, ...columns],
        ...(isGrouped ? { metrics } : {}),
        filters: (input.filters ?? []).map(toQueryFilter),
        ...(input.time_column ? { granularity: input.time_column } : {}),
        ...(input.time_range ? { time_range: input.time_range } : {}),
        orderby: (input.order_by ?? []).map(({ by, descending }) => [
          metrics.find((metric) => (typeof metric === 'string' ? metric : metric.label) === by) ?? by,
          descending !== true,
        ]),
        row_limit: limit,
      } as QueryObject,
    ]);
    const rows = answer?.rows ?? [];
    return {
      columns: answer?.columns ?? [],
      rows,
      is_cut: rows.length >= limit,
      url: caller.link(`/explore/?datasource_type=table&datasource_id=${input.dataset_id}`),
    };
  },
});
