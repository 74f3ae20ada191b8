import type { FormatLocale } from '../format-locales.ts';
import { months, weekdays } from './names.ts';

/** Numbers and times as they are written in France. */
export const frenchFormats: FormatLocale = {
  numbers: { decimal: ',', thousands: '\u202f', grouping: [3], currency: ['', '\u00a0$'] },
  times: {
    dateTime: '%A %e %B %Y à %X',
    date: '%d/%m/%Y',
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: weekdays('dimanche lundi mardi mercredi jeudi vendredi samedi'),
    shortDays: weekdays('dim. lun. mar. mer. jeu. ven. sam.'),
    months: months('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    shortMonths: months('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
  },
};
