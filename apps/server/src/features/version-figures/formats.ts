import { type Currency, isRecord, parseCurrency } from '@powerset/chart-kit';
import { metricLabel, type QueryObject } from '@powerset/contract';
import type { Document } from '../../metadata/index.ts';

/** How a dataset's columns and metrics are called and written. */
export interface Names {
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly columnFormats: Readonly<Record<string, string>>;
  readonly currencies: Readonly<Record<string, Currency>>;
}

export interface FigureFormat {
  readonly label: string;
  readonly format: string | null;
  readonly currency: Currency | null;
}

/** How a chart writes the figures of a column: as its form says, else as the dataset does. */
export function formatOf(name: string, form: Document, { names, query }: { names: Names; query: QueryObject | null }) {
  const metric = metricOf(name, query);
  const configs = isRecord(form.column_config) ? form.column_config : {};
  const config = isRecord(configs[name]) ? configs[name] : {};
  const codes = [config.d3NumberFormat, form.y_axis_format, form.number_format, form.valueFormat, form.header_format];
  const own = codes.find((code) => typeof code === 'string' && code !== '' && code !== 'SMART_NUMBER');
  const currency = parseCurrency(config.currencyFormat) ?? parseCurrency(form.currency_format);
  return {
    label: names.verboseNames[name] ?? name,
    format: typeof own === 'string' ? own : (names.columnFormats[metric] ?? null),
    currency: currency ?? names.currencies[metric] ?? null,
  } satisfies FigureFormat;
}

/** The metric that a column shows: a pivot names its columns by the metric and the series, or by the series alone. */
function metricOf(name: string, query: QueryObject | null): string {
  const metrics = (query?.metrics ?? []).map(metricLabel);
  const [only, ...others] = metrics;
  if (only !== undefined && others.length === 0) return only;
  return metrics.find((metric) => name === metric || name.startsWith(`${metric},`)) ?? name;
}
