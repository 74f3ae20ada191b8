import type { FormatLocale } from '../format-locales.ts';
import { months, weekdays } from './names.ts';

/** Numbers and times as they are written in Spain and in most of South America. */
export const spanishFormats: FormatLocale = {
  numbers: { decimal: ',', thousands: '.', grouping: [3], currency: ['', '\u00a0$'] },
  times: {
    dateTime: '%A, %e de %B de %Y, %X',
    date: '%d/%m/%Y',
    time: '%H:%M:%S',
    periods: ['a. m.', 'p. m.'],
    days: weekdays('domingo lunes martes miércoles jueves viernes sábado'),
    shortDays: weekdays('dom lun mar mié jue vie sáb'),
    months: months('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    shortMonths: months('ene feb mar abr may jun jul ago sept oct nov dic'),
  },
};
