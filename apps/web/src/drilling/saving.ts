import { type ChartForm, completeForm, queriesOf } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { exploreEndpoints, isTotalsQuery } from '@powerset/contract';
import { api, postItem, resources } from '../api/index.ts';
import { toChartRequest } from '../chart-runs/index.ts';
import { type DrillSubject, settledForm } from './subject.ts';

type Source = Pick<DrillSubject, 'datasource'>;

/** Saves a drilled chart as one of its own; its id. */
export async function saveDrilled({ datasource }: Source, form: ChartForm, name: string): Promise<number> {
  const definition = await chartTypes.load(form.viz_type);
  if (!definition) throw new Error(`There is no chart type ${form.viz_type}.`);
  const complete = completeForm(definition, settledForm(form));
  const request = toChartRequest({ datasource, form: complete, queries: await queriesOf(definition, complete) });
  const { url_params: _urlParams, ...params } = complete;
  return postItem(resources.charts, {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: datasource.id,
    datasource_type: 'table',
    params: JSON.stringify({ ...params, datasource: `${datasource.id}__table` }),
    // Totals are a question of the picture alone, which other programs do not know.
    query_context: JSON.stringify({ ...request, queries: request.queries.filter((query) => !isTotalsQuery(query)) }),
  });
}

/** Keeps a drilled chart's form on the server; the address at which the chart builder opens it. */
export async function keepInExplore({ datasource }: Source, form: ChartForm): Promise<string> {
  const { id, type } = datasource;
  const body = { datasource_id: id, datasource_type: type, form_data: JSON.stringify(settledForm(form)) };
  const { key } = await api.callEndpoint(exploreEndpoints.createFormData, { body });
  const search = new URLSearchParams({ form_data_key: key, datasource_type: type, datasource_id: String(id) });
  return `/explore/?${search}`;
}
