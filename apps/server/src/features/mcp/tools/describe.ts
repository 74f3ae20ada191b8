import { chartEndpoints, dashboardEndpoints, datasetEndpoints } from '@powerset/contract';
import Type from 'typebox';
import { Id } from '../fields.ts';
import { defineTool } from '../tool.ts';

type Row = Readonly<Record<string, unknown>>;

/** Only what says something. */
const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== ''));

export const describeDataset = defineTool({
  name: 'describe_dataset',
  title: 'Columns and metrics of a dataset',
  description:
    'What a dataset holds: its columns with their types, its saved metrics with their SQL, and its main time column.',
  input: Type.Object({ dataset_id: Id('the dataset') }, { additionalProperties: false }),
  isReading: true,
  run: async ({ dataset_id: id }, caller) => {
    const { result } = await caller.call(datasetEndpoints.get, { params: { id } });
    return {
      ...filled({ id, name: result.table_name, schema: result.schema, description: result.description }),
      database: { id: result.database.id, name: result.database.database_name },
      main_time_column: result.main_dttm_col ?? null,
      columns: result.columns.map((column) =>
        filled({
          name: column.column_name,
          type: column.type,
          label: column.verbose_name,
          description: column.description,
          is_time: column.is_dttm ? true : undefined,
          expression: column.expression,
        }),
      ),
      metrics: result.metrics.map((metric) =>
        filled({
          name: metric.metric_name,
          expression: metric.expression,
          label: metric.verbose_name,
          description: metric.description,
          format: metric.d3format,
        }),
      ),
      url: caller.link(`/explore/?datasource_type=table&datasource_id=${id}`),
    };
  },
});

function readParams(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

export const describeChart = defineTool({
  name: 'describe_chart',
  title: 'What a chart shows',
  description: 'The type of a chart, its dataset, and its form: metrics, columns, filters, time and looks.',
  input: Type.Object({ chart_id: Id('the chart') }, { additionalProperties: false }),
  isReading: true,
  run: async ({ chart_id: id }, caller) => {
    const { result } = await caller.call(chartEndpoints.get, { params: { id } });
    const form = readParams(result.params);
    return {
      ...filled({ id, title: result.slice_name, description: result.description, type: result.viz_type }),
      form,
      dashboards: result.dashboards,
      url: caller.link(`/explore/?slice_id=${id}`),
    };
  },
});

export const describeDashboard = defineTool({
  name: 'describe_dashboard',
  title: 'What a dashboard holds',
  description: 'The charts of a dashboard and the datasets that they ask.',
  input: Type.Object({ dashboard_id: Id('the dashboard') }, { additionalProperties: false }),
  isReading: true,
  run: async ({ dashboard_id: id }, caller) => {
    const [{ result }, charts] = await Promise.all([
      caller.call(dashboardEndpoints.get, { params: { id } }),
      caller.call(dashboardEndpoints.charts, { params: { id } }),
    ]);
    return {
      ...filled({ id, title: result.dashboard_title, published: result.published }),
      charts: charts.result.map((chart) => ({
        id: chart.id,
        title: chart.slice_name,
        type: chart.form_data.viz_type,
        dataset: chart.form_data.datasource,
      })),
      url: caller.link(`/superset/dashboard/${id}/`),
    };
  },
});
