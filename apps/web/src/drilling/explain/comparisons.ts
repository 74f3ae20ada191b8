import type { ChartForm } from '@powerset/chart-kit';
import { msg } from '../../i18n/index.ts';
import { comparedPeriod, type Period, periodBefore, periodsBefore } from './periods.ts';

/** An earlier period with which one can be compared. */
export interface Comparison {
  readonly key: 'chart' | 'before' | 'year' | 'first';
  readonly label: string;
  readonly period: Period;
}

interface Given {
  readonly period: Period;
  /** The first mark of a range that was chosen. */
  readonly first: Period | null;
  /** It is one point of the chart, not all that it shows. */
  readonly isPoint: boolean;
}

/** The chart's own comparison first, where it has one. */
export function comparisonsFor(form: ChartForm, { period, first, isPoint }: Given): readonly Comparison[] {
  const own = ownComparison(form, period, isPoint);
  const year = comparedPeriod(period, '1 year ago');
  const all: readonly (Comparison | null)[] = [
    first && { key: 'first', label: msg('The beginning of the range'), period: first },
    own && { key: 'chart', label: msg('As the chart compares'), period: own },
    { key: 'before', label: msg('The period before'), period: periodBefore(period) },
    year && { key: 'year', label: msg('A year earlier'), period: year },
  ];
  const seen = new Set<number>();
  return all.filter((one): one is Comparison => {
    if (!one || seen.has(one.period.from)) return false;
    seen.add(one.period.from);
    return true;
  });
}

/** What a chart compares with: an offset in words, or so many points earlier. */
function ownComparison(form: ChartForm, period: Period, isPoint: boolean): Period | null {
  const [given] = Array.isArray(form.time_compare) ? form.time_compare : [form.time_compare];
  const offset = given === 'custom' ? form.start_date_offset : given;
  if (typeof offset === 'string' && offset !== '') return comparedPeriod(period, offset);
  const lag = Number(form.compare_lag ?? 0);
  return isPoint && Number.isInteger(lag) && lag > 0 ? periodsBefore(period, lag) : null;
}
