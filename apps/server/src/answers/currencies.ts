import { asksForCurrency, isAutomatic } from '@powerset/chart-kit';
import type { ChartDataRequest, QueryObject } from '@powerset/contract';
import type { AccessibleDataset } from '../catalog/index.ts';
import { parseDocument } from '../metadata/index.ts';
import { unpackTable } from '../packed/index.ts';
import type { Answer } from './writing/index.ts';

/** More than one currency in several spellings; where so many come, nobody needs to know whether there are more. */
const mostSpellings = 100;

/**
 * The query that finds which currencies the rows of a query name; null where its chart does not ask for that, or its dataset has no
 * column that names them.
 */
export function currencyQueryOf(
  query: QueryObject,
  request: ChartDataRequest,
  { row, columns, metrics }: AccessibleDataset,
): QueryObject | null {
  const { currency_code_column: column } = row;
  const type = query.result_type ?? request.result_type ?? 'full';
  if (!column || type !== 'full' || query.is_rowcount || query.chart_layers) return null;
  if (!columns.some(({ column_name: name }) => name === column)) return null;
  const asked = new Set((query.metrics ?? []).filter((metric) => typeof metric === 'string'));
  const isAsked =
    asksForCurrency(request.form_data ?? {}) ||
    metrics.some(
      ({ metric_name: name, currency }) => asked.has(name) && currency !== null && isAutomatic(parseDocument(currency)),
    );
  return isAsked ? currenciesOfRows(query, column) : null;
}

/** The column's values in the rows that a query reads, whatever it makes of them. */
function currenciesOfRows(query: QueryObject, column: string): QueryObject {
  const { filters, extras, granularity, time_range, applied_time_extras, time_calendar, url_params } = query;
  const { having: _, ...kept } = extras ?? {};
  const said = { filters, extras: kept, granularity, time_range, applied_time_extras, time_calendar, url_params };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { ...known, columns: [column], metrics: [], orderby: [], row_limit: mostSpellings };
}

/** What is longer is no code or sign of a currency. */
const longestCode = 10;

/** The code that all of them name, in capitals; null where they name several, or none. */
export function currencyOf({ table }: Answer): string | null {
  const values = unpackTable(table).columns[0]?.values ?? [];
  const named = values.flatMap((value) => (typeof value === 'string' ? value.trim().toUpperCase() : []));
  const [code, ...others] = new Set(named.filter((text) => text !== ''));
  const isOne = code !== undefined && others.length === 0 && values.length < mostSpellings;
  return isOne && code.length <= longestCode ? code : null;
}
