import { addUnits, dateOf } from './calendar.ts';

interface Holiday {
  /** What it is called, in its country's language and in English. */
  readonly names: readonly string[];
  readonly of: (year: number) => Date;
}

function fixed(names: string, month: number, day: number): Holiday {
  return { names: names.split('|'), of: (year) => dateOf(year, month - 1, day) };
}

/** The nth weekday (0 = Sunday) of a month; negative counts from its end. */
function nth(names: string, month: number, rule: { readonly weekday: number; readonly nth: number }): Holiday {
  return {
    names: names.split('|'),
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

function easter(names: string, days: number): Holiday {
  return { names: names.split('|'), of: (year) => addUnits(easterSunday(year), days, 'day') };
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
  nth('Thanksgiving Day', 11, { weekday: 4, nth: 4 }),
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
  fixed("Neujahr|New Year's Day", 1, 1),
  easter('Karfreitag|Good Friday', -2),
  easter('Ostermontag|Easter Monday', 1),
  fixed('Erster Mai|Labor Day', 5, 1),
  easter('Christi Himmelfahrt|Ascension Day', 39),
  easter('Pfingstmontag|Whit Monday|Pentecost Monday', 50),
  fixed('Tag der Deutschen Einheit|German Unity Day', 10, 3),
  fixed('Erster Weihnachtstag|Christmas Day', 12, 25),
  fixed('Zweiter Weihnachtstag|Second Day of Christmas', 12, 26),
];

const france: readonly Holiday[] = [
  fixed("Jour de l'an|New Year's Day", 1, 1),
  easter('Lundi de Pâques|Easter Monday', 1),
  fixed('Fête du Travail|Labor Day', 5, 1),
  fixed('Fête de la Victoire|Victory Day', 5, 8),
  easter('Ascension|Ascension Day', 39),
  easter('Lundi de Pentecôte|Whit Monday|Pentecost Monday', 50),
  fixed('Fête nationale|National Day', 7, 14),
  fixed('Assomption|Assumption Day', 8, 15),
  fixed("Toussaint|All Saints' Day", 11, 1),
  fixed('Armistice|Armistice Day', 11, 11),
  fixed('Noël|Christmas Day', 12, 25),
];

const canada: readonly Holiday[] = [
  fixed("New Year's Day", 1, 1),
  easter('Good Friday', -2),
  fixed('Canada Day', 7, 1),
  nth('Labour Day|Labor Day', 9, { weekday: 1, nth: 1 }),
  nth('Thanksgiving Day', 10, { weekday: 1, nth: 2 }),
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
    .filter(({ names }) => wanted !== '' && names.some((each) => each.toLowerCase().startsWith(wanted)))
    .map((holiday) => holiday.of(year).getTime());
  return found.length === 0 ? null : new Date(Math.min(...found));
}
