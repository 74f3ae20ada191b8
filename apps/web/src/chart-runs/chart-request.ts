import type { ChartForm } from '@powerset/chart-kit';
import type { ChartDataRequest, ChartTableResult, QueryObject, ResultTable } from '@powerset/contract';
import { fromWireTable } from '@powerset/contract';

export interface ChartQuestion {
  readonly datasource: { readonly id: number; readonly type: string };
  readonly form: Readonly<Record<string, unknown>>;
  readonly queries: readonly QueryObject[];
  /** Past the cache. */
  readonly isForced?: boolean;
}

/** What the server is sent for a chart's queries. */
export function toChartRequest({ datasource, form, queries, isForced = false }: ChartQuestion): ChartDataRequest {
  return {
    datasource: { ...datasource },
    queries: [...queries],
    force: isForced,
    form_data: { ...form },
    result_format: 'json',
    result_type: 'full',
  };
}

/** The form with what the view itself remembers, as the page of a table that the server pages. */
export function withOwnState<Form extends Partial<ChartForm>>(
  form: Form,
  ownState: Readonly<Record<string, unknown>> | undefined,
): Form {
  return ownState && Object.keys(ownState).length > 0 ? { ...form, ownState, own_state: ownState } : form;
}

export function tablesOf(results: readonly ChartTableResult[]): readonly ResultTable[] {
  return results.map((result) => fromWireTable(result.table));
}
