import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import type { Series } from '../shared/series-model.ts';
import type { MixedForm } from './form.ts';
import type { Mixed } from './joined.ts';

/** Series of two queries under names, and with colours, that tell them apart. */
export function namedApart(model: Mixed, context: DrawContext<MixedForm>): Mixed {
  const { form, translate = defaultTranslate, verboseNames } = context;
  const [first, second] = model.queries;
  const shared = sharedNames(first.series, second.series, ({ name }) => name);
  const sharedColors = sharedNames(first.series, second.series, ({ colorLabel }) => colorLabel);
  const metricsOf = (series: readonly Series[]) => new Set(series.map(({ metric }) => metric));
  const [metrics, others] = [metricsOf(first.series), metricsOf(second.series)];
  const haveOwnMetrics = [...metrics].every((metric) => !others.has(metric));
  const queryNames = [translate(msg('Query A')), translate(msg('Query B'))];
  const renamed = (series: Series, at: 0 | 1): Series => {
    const isTwice = shared.has(series.name);
    const tells = haveOwnMetrics ? (verboseNames[series.metric] ?? series.metric) : queryNames[at]!;
    const named =
      isTwice && !(form.show_query_identifiers && !haveOwnMetrics) ? `${series.name}, ${tells}` : series.name;
    return {
      ...series,
      name: form.show_query_identifiers ? `${named} (${queryNames[at]})` : named,
      colorLabel:
        at === 1 && sharedColors.has(series.colorLabel) ? `${series.colorLabel}, ${tells}` : series.colorLabel,
    };
  };
  const queries = [
    { ...first, series: first.series.map((series) => renamed(series, 0)) },
    { ...second, series: second.series.map((series) => renamed(series, 1)) },
  ] as const;
  return { ...model, queries, series: queries.flatMap(({ series }) => series) };
}

function sharedNames(
  a: readonly Series[],
  b: readonly Series[],
  read: (series: Series) => string,
): ReadonlySet<string> {
  const known = new Set(a.map(read));
  return new Set(b.map(read).filter((name) => known.has(name)));
}
