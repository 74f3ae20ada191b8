import { numberFormatter, parseCurrency, periodWords } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric } from '@powerset/contract';
import { t } from '../../i18n/index.ts';
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
    change: changeWriter(code, number, locale),
    percent: (share) => percent.format(share).replace('-', '−'),
    period: ({ from, to }) =>
      to - from < 86_400_000
        ? `${timeText(from, locale)} – ${timeText(to, locale)}`
        : periodWords([from, to], { locale }),
  };
}

/** A difference with its sign and as many digits as it needs; one of rates in percentage points. */
function changeWriter(code: string, number: Words['number'], locale: string): Words['change'] {
  const signed = (text: string, value: number) => (value > 0 ? `+${text}` : text);
  const written = (value: number, digits: Intl.NumberFormatOptions) =>
    signed(new Intl.NumberFormat(locale, digits).format(value).replace('-', '−'), value);
  const small = { maximumSignificantDigits: 2 };
  if (!/%\s*$/.test(code))
    return (value) =>
      value === 0 || /[1-9]/.test(number(value)) ? signed(number(value), value) : written(value, small);
  const decimals = Number(/\.(\d+)/.exec(code)?.[1] ?? 1);
  return (value) => {
    const points = value * 100;
    const isSmall = Math.abs(points) < 10 ** -decimals;
    return t('{{points}} pp', { points: written(points, isSmall ? small : { maximumFractionDigits: decimals }) });
  };
}

const timeText = (ms: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(ms);
