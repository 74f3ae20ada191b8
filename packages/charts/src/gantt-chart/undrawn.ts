import { msg, type Undrawn } from '@powerset/chart-kit';
import type { Tasks } from './tasks.ts';

/** Rows without a place on the axis, and bars whose end nobody knows: the first reason that there is. */
export function undrawnOf({ tasks, rows, unbegun, reversed, beyond, limitReached }: Tasks): Undrawn | null {
  if (rows > 0 && tasks.length === 0) {
    const text =
      unbegun > 0
        ? msg('All {{rows}} rows are without a start. Start Time takes a column of times.')
        : msg('All {{rows}} rows end before they start. Start Time and End Time may have to be exchanged.');
    return { isAll: true, title: { text: msg('The rows have no place in time') }, text: { text, values: { rows } } };
  }
  if (beyond > 0)
    return {
      isAll: false,
      title: {
        text: msg('The first {{count}} of {{all}} bars are drawn. Filters choose others.'),
        values: { count: tasks.length, all: tasks.length + beyond },
      },
    };
  if (limitReached !== null)
    return {
      isAll: false,
      title: {
        text: msg('The limit of {{limit}} rows was reached: bars are missing.'),
        values: { limit: limitReached },
      },
    };
  if (unbegun > 0)
    return {
      isAll: false,
      title: {
        text: msg('{{undrawn}} of {{all}} rows have no start and are not drawn.'),
        values: { undrawn: unbegun, all: rows },
      },
    };
  if (reversed > 0)
    return {
      isAll: false,
      title: {
        text: msg('{{undrawn}} of {{all}} rows end before they start and are not drawn.'),
        values: { undrawn: reversed, all: rows },
      },
    };
  const open = tasks.filter(({ end }) => end === null).length;
  return open === 0
    ? null
    : {
        isAll: false,
        title: {
          text: msg('{{open}} of {{all}} bars have no end: they run to the last known moment, where they fade.'),
          values: { open, all: rows },
        },
      };
}
