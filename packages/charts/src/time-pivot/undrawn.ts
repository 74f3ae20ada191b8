import { msg, type Undrawn } from '@powerset/chart-kit';
import { noNumbers } from '../shared/no-numbers.ts';
import type { Periods } from './periods.ts';

/** So many lines over each other are a ground on which the newest stands. */
export const mostPeriods = 120;

/** What is not laid over the newest period: the first reason that there is. */
export function undrawnOf({ frequency, rows, undrawn, periods, limitReached }: Periods): Undrawn | null {
  if (frequency === null)
    return {
      isAll: true,
      title: { text: msg('The frequency is none that this chart knows') },
      text: { text: msg('Periods are years (AS), quarters (QS), months (MS), weeks (W-MON, 4W-MON) or days (D).') },
      remedy: { label: msg('Use weeks'), changes: { freq: 'W-MON' } },
    };
  if (rows > 0 && undrawn === rows) return noNumbers(rows);
  if (limitReached !== null) {
    const text = msg('The limit of {{limit}} rows was reached: points and whole periods may be missing.');
    return { isAll: false, title: { text, values: { limit: limitReached } } };
  }
  if (periods.length > mostPeriods) {
    const values = { drawn: mostPeriods, all: periods.length };
    return { isAll: false, title: { text: msg('The latest {{drawn}} of {{all}} periods are drawn.'), values } };
  }
  return undrawn === 0
    ? null
    : {
        isAll: false,
        title: {
          text: msg('{{undrawn}} of {{all}} rows have no value and are not drawn.'),
          values: { undrawn, all: rows },
        },
      };
}
