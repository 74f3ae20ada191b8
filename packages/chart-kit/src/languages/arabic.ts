import type { FormatLocale } from '../format-locales.ts';
import { months, weekdays } from './names.ts';

const monthNames = months('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر');
const dayNames = weekdays('الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت');

/** Numbers and times as they are written in Arabic, with the digits that programs and tables of figures have (0 to 9). */
export const arabicFormats: FormatLocale = {
  numbers: { decimal: '.', thousands: ',', grouping: [3], currency: ['', '\u00a0$'] },
  times: {
    dateTime: '%A، %e %B %Y، %X',
    date: '%d/%m/%Y',
    time: '%H:%M:%S',
    periods: ['ص', 'م'],
    days: dayNames,
    shortDays: dayNames,
    months: monthNames,
    shortMonths: monthNames,
  },
};
