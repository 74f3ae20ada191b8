import type { FormatLocale } from '../format-locales.ts';
import { months, weekdays } from './names.ts';

/** Numbers and times as they are written in Brazil. */
export const portugueseFormats: FormatLocale = {
  numbers: { decimal: ',', thousands: '.', grouping: [3], currency: ['$\u00a0', ''] },
  times: {
    dateTime: '%A, %e de %B de %Y, %X',
    date: '%d/%m/%Y',
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: weekdays('domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'),
    shortDays: weekdays('dom. seg. ter. qua. qui. sex. sáb.'),
    months: months('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
    shortMonths: months('jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.'),
  },
};
