import { addUnits, dateOf } from './calendar.ts';

interface Holiday {
  readonly name: string;
  readonly of: (year: number) => Date;
}

function fixed(name: string, month: number, day: number): Holiday {
  return { name, of: (year) => dateOf(year, month - 1, day) };
}

/** The nth weekday (0 = Sunday) of a month; negative counts from its end. */
function nth(name: string, month: number, rule: { readonly weekday: number; readonly nth: number }): Holiday {
  return {
    name,
    of: (year) => {
      if (rule.nth < 0) {
        const last = dateOf(year, month, 0);
        return addUnits(last, -((last.getUTCDay() - rule.weekday + 7) % 7), 'day');
      }
      const first = dateOf(year, month - 1, 1);
      const ahead = (rule.weekday - first.getUTCDay() + 7) % 7;
      return addUnits(first, ahead + (rule.nth - 1) * 7, 'day');
    },
  };
}

function easter(name: string, days: number): Holiday {
  return { name, of: (year) => addUnits(easterSunday(year), days, 'day') };
}

/** Gauss's method in its Gregorian form (anonymous algorithm of 1876). */
function easterSunday(year: number): Date {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const shift = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * correction + 114;
  return dateOf(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

const unitedStates: readonly Holiday[] = [
  fixed("New Year's Day", 1, 1),
  nth('Martin Luther King Jr. Day', 1, { weekday: 1, nth: 3 }),
  nth("Washington's Birthday", 2, { weekday: 1, nth: 3 }),
  nth('Memorial Day', 5, { weekday: 1, nth: -1 }),
  fixed('Juneteenth National Independence Day', 6, 19),
  fixed('Independence Day', 7, 4),
  nth('Labor Day', 9, { weekday: 1, nth: 1 }),
  nth('Columbus Day', 10, { weekday: 1, nth: 2 }),
  fixed('Veterans Day', 11, 11),
  nth('Thanksgiving', 11, { weekday: 4, nth: 4 }),
  fixed('Christmas Day', 12, 25),
];

const unitedKingdom: readonly Holiday[] = [
  fixed("New Year's Day", 1, 1),
  easter('Good Friday', -2),
  easter('Easter Monday', 1),
  nth('May Day', 5, { weekday: 1, nth: 1 }),
  nth('Spring Bank Holiday', 5, { weekday: 1, nth: -1 }),
  nth('Late Summer Bank Holiday', 8, { weekday: 1, nth: -1 }),
  fixed('Christmas Day', 12, 25),
  fixed('Boxing Day', 12, 26),
];

const germany: readonly Holiday[] = [
  fixed('Neujahr', 1, 1),
  easter('Karfreitag', -2),
  easter('Ostermontag', 1),
  fixed('Erster Mai', 5, 1),
  easter('Christi Himmelfahrt', 39),
  easter('Pfingstmontag', 50),
  fixed('Tag der Deutschen Einheit', 10, 3),
  fixed('Erster Weihnachtstag', 12, 25),
  fixed('Zweiter Weihnachtstag', 12, 26),
];

const france: readonly Holiday[] = [
  fixed("Jour de l'an", 1, 1),
  easter('Lundi de Pâques', 1),
  fixed('Fête du Travail', 5, 1),
  fixed('Fête de la Victoire', 5, 8),
  easter('Ascension', 39),
  easter('Lundi de Pentecôte', 50),
  fixed('Fête nationale', 7, 14),
  fixed('Assomption', 8, 15),
  fixed('Toussaint', 11, 1),
  fixed('Armistice', 11, 11),
  fixed('Noël', 12, 25),
];

const canada: readonly Holiday[] = [
  fixed("New Year's Day", 1, 1),
  easter('Good Friday', -2),
  fixed('Canada Day', 7, 1),
  nth('Labour Day', 9, { weekday: 1, nth: 1 }),
  nth('Thanksgiving', 10, { weekday: 1, nth: 2 }),
  fixed('Christmas Day', 12, 25),
];

const holidaysByCountry: Readonly<Record<string, readonly Holiday[]>> = {
  US: unitedStates,
  UK: unitedKingdom,
  GB: unitedKingdom,
  DE: germany,
  FR: france,
  CA: canada,
};

/** The first holiday of a country (two letters) in a year whose name starts with the text; null when there is none. */
export function findHoliday(name: string, country: string, year: number): Date | null {
  const wanted = name.trim().toLowerCase();
  const code = country.toUpperCase();
  const list = Object.hasOwn(holidaysByCountry, code) ? holidaysByCountry[code]! : [];
  const found = list
    .filter((holiday) => wanted !== '' && holiday.name.toLowerCase().startsWith(wanted))
    .map((holiday) => holiday.of(year).getTime());
  return found.length === 0 ? null : new Date(Math.min(...found));
}
