import { type ChartForm, isRecord } from '@powerset/chart-kit';
import { type ChosenParts, type DataFacts, suggestCharts } from '@powerset/charts/suggestions';
import {
  type ChartDataRequest,
  type ColumnType,
  chartDataEndpoints,
  chartEndpoints,
  datasetEndpoints,
  type ResultOf,
} from '@powerset/contract';
import Type from 'typebox';
import { toRequest } from '../../../answers/index.ts';
import { Filter, Id, Metric, Name, RowLimit, TimeGrain, TimeRange, toFormFilter, toMetric } from '../fields.ts';
import { type Caller, defineTool, ToolError } from '../tool.ts';
import { askDataset } from './datasets.ts';

export const chartData = defineTool({
  name: 'chart_data',
  title: 'The rows of a chart',
  description: 'What a saved chart shows, as rows: the answers to each of its queries.',
  input: Type.Object({ chart_id: Id('the chart'), row_limit: RowLimit }, { additionalProperties: false }),
  isReading: true,
  run: async ({ chart_id: id, row_limit = 100 }, caller) => {
    const answer = (await caller.call(chartDataEndpoints.saved, { params: { id } })) as unknown as {
      readonly result: readonly Readonly<Record<string, unknown>>[];
    };
    const results = answer.result.map((result) => {
      const rows = Array.isArray(result.data) ? result.data : [];
      return { columns: result.colnames, rows: rows.slice(0, row_limit), row_count: result.rowcount ?? rows.length };
    });
    return { results, url: caller.link(`/explore/?slice_id=${id}`) };
  },
});

type Dataset = ResultOf<NonNullable<typeof datasetEndpoints.get.operation>>['result'];

function kindOf({ type_generic: kind, is_dttm: isTime }: Dataset['columns'][number]): ColumnType {
  if (isTime || kind === 2) return 'temporal';
  if (kind === 0) return 'number';
  return kind === 3 ? 'boolean' : 'string';
}

function factsOf(dataset: Dataset): DataFacts {
  return {
    columns: dataset.columns
      .filter(({ groupby }) => groupby !== false)
      .map((column) => ({ name: column.column_name, type: kindOf(column) })),
    metrics: dataset.metrics.map(({ metric_name: name }) => ({ name })),
    mainTime: dataset.main_dttm_col ?? null,
  };
}

const ChartInput = Type.Object(
  {
    dataset_id: Id('the dataset'),
    title: Name('What people read above it.'),
    type: Type.Optional(
      Type.String({ maxLength: 100, description: 'The key of a chart type; what fits best if not given.' }),
    ),
    metrics: Type.Array(Metric, { maxItems: 20 }),
    columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
        maxItems: 10,
        description: 'What splits the measure.',
      }),
    ),
    time_column: Type.Optional(Type.String({ maxLength: 250, description: 'Set it for a chart over time.' })),
    time_grain: Type.Optional(TimeGrain),
    time_range: Type.Optional(TimeRange),
    filters: Type.Optional(Type.Array(Filter, { maxItems: 50 })),
    options: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        description: "Other controls of the type by their names, as describe_chart shows them in a chart's form.",
      }),
    ),
  },
  { additionalProperties: false },
);

/** The form of what was described, of the type that was named or that fits best. */
function toForm(input: Type.Static<typeof ChartInput>, facts: DataFacts): ChartForm {
  const known = new Set(facts.columns.map(({ name }) => name));
  const named = [...(input.columns ?? []), ...(input.time_column ? [input.time_column] : [])];
  const unknown = named.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new ToolError(`columns: The dataset has no ${unknown.join(', ')}.`);
  const chosen: ChosenParts = {
    metrics: input.metrics.map(toMetric),
    dimensions: input.columns ?? [],
    time: input.time_column ?? null,
  };
  const fitting = suggestCharts(facts, chosen);
  const suggestion = input.type ? fitting.find(({ key }) => key === input.type) : fitting[0];
  if (!suggestion)
    throw new ToolError(`type: That does not fit. These do: ${fitting.map(({ key }) => key).join(', ') || 'none'}.`);
  const time = input.time_column ?? facts.mainTime;
  const range =
    input.time_range && time
      ? [{ ...toFormFilter({ column: time, op: '==' }), operator: 'TEMPORAL_RANGE', comparator: input.time_range }]
      : [];
  return {
    ...suggestion.fields,
    viz_type: suggestion.key,
    datasource: `${input.dataset_id}__table`,
    ...(input.time_grain ? { time_grain_sqla: input.time_grain } : {}),
    adhoc_filters: [...(input.filters ?? []).map(toFormFilter), ...range],
    ...input.options,
  };
}

/** Asks what the chart would ask, so that none is saved that cannot be drawn. */
async function tryOut(caller: Caller, request: ChartDataRequest): Promise<number> {
  const answers = await askDataset(caller, Number(request.datasource.id), request.queries);
  return answers[0]?.rows.length ?? 0;
}

export const createChart = defineTool({
  name: 'create_chart',
  title: 'Make a chart',
  description:
    'Saves a chart of a dataset: from the measures, the columns that split them and the time, in the type that is named or fits best. It is asked once before it is saved.',
  input: ChartInput,
  isReading: false,
  run: async (input, caller) => {
    const { result: dataset } = await caller.call(datasetEndpoints.get, { params: { id: input.dataset_id } });
    const form = toForm(input, factsOf(dataset));
    const request = toRequest(form, { id: input.dataset_id, type: 'table' });
    if (!request || !isRecord(request.form_data)) throw new ToolError(`type: ${form.viz_type} is not known.`);
    const rows = await tryOut(caller, request);
    const made = await caller.call(chartEndpoints.create, {
      body: {
        slice_name: input.title,
        viz_type: form.viz_type,
        datasource_id: input.dataset_id,
        datasource_type: 'table',
        params: JSON.stringify(form),
        query_context: JSON.stringify(request),
      },
    });
    return { id: made.id, type: form.viz_type, rows, url: caller.link(`/explore/?slice_id=${made.id}`) };
  },
});
