import { metricLabel, type QueryObject, type ResultTable, type TableCalculation } from '@powerset/contract';
import type { ChartForm, ChartWords, ModelContext } from './definitions.ts';
import { isRecord, metricsOf, toNumber } from './form-values.ts';
import { defaultTranslate, msg } from './msg.ts';

/** How a metric is shown: what of a table calculation its reader chooses. */
export type ShownAs = Omit<TableCalculation, 'metric'>;

export const shownAsTypes = [
  'share',
  'running_total',
  'rank',
  'difference',
  'percent_difference',
  'moving_average',
] as const;
const scopes = ['total', 'series', 'position'] as const;

/** What is chosen for a metric of a form; null where it is shown as itself. */
export function readShownAs(value: unknown): ShownAs | null {
  if (!isRecord(value)) return null;
  const type = shownAsTypes.find((one) => one === value.type);
  if (!type) return null;
  const of = scopes.find((one) => one === value.of);
  const periods = toNumber(value.periods);
  return {
    type,
    ...(of ? { of } : {}),
    ...(periods === null ? {} : { periods: Math.min(1000, Math.max(1, Math.trunc(periods))) }),
    ...(typeof value.offset === 'string' && value.offset !== '' ? { offset: value.offset } : {}),
  };
}

/** The form's field in which they are kept, by the labels of the metrics; the reference does not know it. */
export const calculationsField = 'table_calculations';

/** The table calculations of a form; none for nearly all. */
export function tableCalculationsOf(form: Readonly<Record<string, unknown>>): readonly TableCalculation[] {
  const chosen = form[calculationsField];
  if (!isRecord(chosen)) return [];
  return Object.entries(chosen).flatMap(([metric, value]) => {
    const shown = readShownAs(value);
    return shown ? [{ metric, ...shown }] : [];
  });
}

/** Queries with the calculations that a form chose for their metrics. */
export function withTableCalculations(queries: readonly QueryObject[], form: ChartForm): readonly QueryObject[] {
  const calculations = tableCalculationsOf(form);
  if (calculations.length === 0) return queries;
  return queries.map((query) => {
    const labels = new Set(metricsOf(query, 'metrics').map(metricLabel));
    const own = calculations.filter(({ metric }) => labels.has(metric));
    return own.length === 0 || query.is_rowcount ? query : { ...query, table_calculations: own };
  });
}

/** What a calculation makes of a metric, in words. */
export function shownAsWords({ type, of, periods = 1, offset }: ShownAs): ChartWords {
  if (type === 'share') return { text: shareTexts[of ?? 'total'] };
  if (type === 'rank') return { text: msg('rank') };
  if (type === 'running_total') return { text: msg('running total') };
  if (type === 'moving_average') return { text: msg('average of {{periods}}'), values: { periods } };
  const isShare = type === 'percent_difference';
  if (offset)
    return { text: isShare ? msg('% change on {{offset}}') : msg('change on {{offset}}'), values: { offset } };
  if (periods === 1) return { text: isShare ? msg('% change') : msg('change') };
  return { text: isShare ? msg('% change over {{periods}}') : msg('change over {{periods}}'), values: { periods } };
}

const shareTexts = {
  total: msg('share of total'),
  series: msg('share of series'),
  position: msg('share of category'),
} as const;

/** What a calculated metric is called in answers and files: `revenue (running total)`. */
export function calculatedName({ metric, ...shown }: TableCalculation, translate = defaultTranslate): string {
  const { text, values } = shownAsWords(shown);
  return `${metric} (${translate(text, values)})`;
}

/** Answers with calculated metrics under their own labels again, by which charts know them. */
export function withOwnLabels(results: readonly ResultTable[], form: ChartForm): readonly ResultTable[] {
  const names = tableCalculationsOf(form).map((one) => [calculatedName(one), one.metric] as const);
  if (names.length === 0) return results;
  const labelOf = (name: string) => {
    const [known, label] =
      names.find(([own]) => name === own || ['__', ', '].some((end) => name.startsWith(own + end))) ?? [];
    return known === undefined ? name : `${label}${name.slice(known.length)}`;
  };
  return results.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: labelOf(column.name) })),
  }));
}

/** The context in which calculated metrics say in their names what they are, and are written as such. */
export function withCalculatedNames<Context extends ModelContext>(context: Context): Context {
  const calculations = tableCalculationsOf(context.form);
  if (calculations.length === 0) return context;
  const [verboseNames, columnFormats] = [{ ...context.verboseNames }, { ...context.columnFormats }];
  const currencies = { ...context.currencies };
  for (const one of calculations) {
    const { metric } = one;
    const name = context.verboseNames[metric] ?? metric;
    verboseNames[metric] = calculatedName({ ...one, metric: name }, context.translate);
    const format = formatOfShown(one);
    if (format === null) continue;
    columnFormats[metric] = format;
    delete currencies[metric];
  }
  // A share has no currency, whatever the metric's figures have.
  const hasOwnFormat = calculations.some((one) => formatOfShown(one) !== null);
  const form = hasOwnFormat ? { ...context.form, currency_format: null } : context.form;
  return { ...context, form, verboseNames, columnFormats, currencies };
}

/** How values that are none of the metric's own are written; null where they are. */
export function formatOfShown({ type }: ShownAs): string | null {
  if (type === 'share') return '.1~%';
  if (type === 'percent_difference') return '+.1~%';
  return type === 'rank' ? 'd' : null;
}
