import type { FormatLocale } from '../format-locales.ts';

type Times = FormatLocale['times'];

/** The twelve months, between spaces; January first. */
export const months = (names: string): Times['months'] => names.split(' ') as Times['months'];

/** The seven days, between spaces; Sunday first. */
export const weekdays = (names: string): Times['days'] => names.split(' ') as Times['days'];
