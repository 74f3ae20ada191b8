import { formatTime } from '@powerset/chart-kit';

const codes: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  YY: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  DD: '%d',
  D: '%-d',
  dddd: '%A',
  ddd: '%a',
  d: '%w',
  HH: '%H',
  H: '%-H',
  hh: '%I',
  h: '%-I',
  mm: '%M',
  m: '%-M',
  ss: '%S',
  s: '%-S',
  SSS: '%L',
  A: '%p',
  Z: '+00:00',
};
const part = /\[([^\]]*)\]|YYYY|YY|M{1,4}|D{1,2}|d{3,4}|d|H{1,2}|h{1,2}|m{1,2}|s{1,2}|SSS|A|a|Z/g;

/** A moment in UTC in a format such as `DD.MM.YYYY HH:mm`; what stands in brackets stays as it is. */
export function formatMoment(ms: number, format: string, locale: string): string {
  return format.replace(part, (found: string, kept: string | undefined) => {
    if (kept !== undefined) return kept;
    if (found === 'a') return formatTime('%p', ms, { locale }).toLowerCase();
    const code = codes[found];
    return code?.startsWith('%') ? formatTime(code, ms, { locale }) : (code ?? found);
  });
}
