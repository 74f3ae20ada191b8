import { numberFormatter, parseCurrency, periodWords } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric } from '@powerset/contract';
import type { DrillSubject } from '../subject.ts';
import type { Period } from './periods.ts';

/** How a metric's numbers are written, and differences of them with their sign. */
export interface Words {
  readonly number: (value: number | null) => string;
  readonly change: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly period: (period: Period) => string;
}

export function wordsOf({ form, columnFormats }: DrillSubject, metric: QueryMetric, locale: string): Words {
  const own = [form.y_axis_format, form.number_format].find((code) => typeof code === 'string' && code !== '');
  const saved = columnFormats?.[metricLabel(metric)];
  const code =
    saved !== undefined && (own === undefined || own === 'SMART_NUMBER') ? saved : String(own ?? 'SMART_NUMBER');
  const number = numberFormatter(code, parseCurrency(form.currency_format), locale);
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return {
    number,
    change: (value) => (value > 0 ? `+${number(value)}` : number(value)),
    percent: (share) => percent.format(share).replace('-', '−'),
    period: ({ from, to }) =>
      to - from < 86_400_000
        ? `${timeText(from, locale)} – ${timeText(to, locale)}`
        : periodWords([from, to], { locale }),
  };
}

const timeText = (ms: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(ms);
