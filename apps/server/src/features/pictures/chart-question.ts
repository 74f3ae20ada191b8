import { type ChartForm, narrowQuery } from '@powerset/chart-kit';
import type { ChartDataRequest } from '@powerset/contract';
import { planFormRequest, readKeptRequest } from '../../answers/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** What a chart asks, from which it is drawn. */
export interface AskedForm {
  readonly form: Readonly<Record<string, unknown>>;
  /** The queries that were saved with it, as text. */
  readonly savedContext: string | null;
  /** What the dashboard's filters add to its form, where it stands on one. */
  readonly conditions: ChartForm | null;
}

/**
 * Built-in types are planned from their form under the dashboard's filters. Of a plugin, whose code the server does not run,
 * the queries are those that were saved with the chart, with the filters added to them.
 */
export function toRequest(services: Pick<Services, 'plugins'>, asked: AskedForm, isForced = false): ChartDataRequest {
  const { form, savedContext, conditions } = asked;
  const saved = services.plugins.find(String(form.viz_type)) ? parseDocument(savedContext) : null;
  if (!saved) return planFormRequest(services, form, isForced);
  const request = readKeptRequest(saved, isForced);
  const queries = conditions ? request.queries.map((query) => narrowQuery(query, conditions)) : request.queries;
  return { ...request, queries, form_data: { ...form }, result_type: 'full', result_format: 'json' };
}
