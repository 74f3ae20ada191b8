import type { FormatLocale } from '../format-locales.ts';
import { months, weekdays } from './names.ts';

const monthNames = months('1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月');

/** Numbers and times as they are written in Japan. */
export const japaneseFormats: FormatLocale = {
  numbers: { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''] },
  times: {
    dateTime: '%Y年%-m月%-d日%A %X',
    date: '%Y/%m/%d',
    time: '%H:%M:%S',
    periods: ['午前', '午後'],
    days: weekdays('日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日'),
    shortDays: weekdays('日 月 火 水 木 金 土'),
    months: monthNames,
    shortMonths: monthNames,
  },
  dates: {
    year: '%Y年',
    quarter: '%Y年第%q四半期',
    month: '%Y年%-m月',
    day: '%Y年%-m月%-d日',
    weekday: '%Y年%-m月%-d日(%a)',
    dayOfYear: '%-m月%-d日',
  },
};
