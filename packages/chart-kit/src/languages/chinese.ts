import type { FormatLocale } from '../format-locales.ts';
import { months, weekdays } from './names.ts';

/** Numbers and times as they are written in mainland China. */
export const chineseFormats: FormatLocale = {
  numbers: { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''] },
  times: {
    dateTime: '%Y年%-m月%-d日%A %X',
    date: '%Y/%m/%d',
    time: '%H:%M:%S',
    periods: ['上午', '下午'],
    days: weekdays('星期日 星期一 星期二 星期三 星期四 星期五 星期六'),
    shortDays: weekdays('周日 周一 周二 周三 周四 周五 周六'),
    months: months('一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月'),
    shortMonths: months('1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月'),
  },
  dates: {
    year: '%Y年',
    quarter: '%Y年第%q季度',
    month: '%Y年%-m月',
    day: '%Y年%-m月%-d日',
    weekday: '%Y年%-m月%-d日%a',
    dayOfYear: '%-m月%-d日',
  },
};
