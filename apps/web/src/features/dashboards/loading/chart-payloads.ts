import {
  applyExtraFormData,
  type ChartDefinition,
  type ChartForm,
  completeForm,
  type ExtraFormData,
  mergeExtraFormData,
  withoutTimeSteps,
} from '@powerset/chart-kit';
import type { QueryObject, WireDashboardChart } from '@powerset/contract';
import { toChartRequest, withOwnState } from '../../../chart-runs/index.ts';
import { type ChartPayload, type DashboardDataset, datasetIdOf } from '../state/index.ts';

export interface PayloadInput {
  readonly chart: WireDashboardChart;
  readonly definition: ChartDefinition;
  readonly dataset: DashboardDataset | undefined;
  readonly masks: readonly ExtraFormData[];
  readonly ownState: Readonly<Record<string, unknown>> | undefined;
  readonly colorScheme: string | null | undefined;
  /** Parameters of the page's address. */
  readonly urlParams: Readonly<Record<string, string>>;
}

/** The queries of a form; undefined while they are on their way. */
export type Planner = (form: ChartForm) => readonly QueryObject[] | undefined;

/** What a chart asks under the filters in force; undefined when it stands on nothing, or its queries are not known yet. */
export function toPayload(input: PayloadInput, plan?: Planner): ChartPayload | undefined {
  const { chart, definition, dataset, masks, ownState } = input;
  const datasetId = datasetIdOf(chart);
  if (datasetId === null) return undefined;
  const own: ChartForm = withUrlParams({ ...chart.form_data, viz_type: definition.key }, input.urlParams);
  const narrowed = applyExtraFormData(own, mergeExtraFormData(masks), { mainTemporalColumn: dataset?.main_dttm_col });
  const completed = completeForm(definition, withOwnState(narrowed, ownState));
  const form = withoutTimeSteps(completed, (name) => isTimeColumn(dataset, name));
  const queries = plan ? plan(form) : definition.toQueries(form);
  if (!queries) return undefined;
  const request = toChartRequest({ datasource: { id: datasetId, type: 'table' }, form, queries });
  return { form, request, key: JSON.stringify([datasetId, request.queries]) };
}

/** Undefined where the column is not known. */
function isTimeColumn(dataset: DashboardDataset | undefined, name: string): boolean | undefined {
  const column = dataset?.columns.find((one) => one.column_name === name);
  return column && (column.is_dttm || column.type_generic === temporalType);
}

/** The number of temporal columns in the reference's API. */
const temporalType = 2;

/** What stands in the address wins over what the chart was saved with. */
function withUrlParams(form: ChartForm, urlParams: PayloadInput['urlParams']): ChartForm {
  if (Object.keys(urlParams).length === 0) return form;
  const saved = typeof form.url_params === 'object' ? form.url_params : {};
  return { ...form, url_params: { ...saved, ...urlParams } };
}
