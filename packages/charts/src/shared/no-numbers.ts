import { msg, type Undrawn } from '@powerset/chart-kit';

/** What is said where rows came and none of their values is a number. Where these are texts, `findUndrawn` says that instead. */
export function noNumbers(rows: number): Undrawn {
  return {
    isAll: true,
    lacksNumbers: true,
    title: { text: msg('The rows have no values') },
    text: {
      text: msg(
        '{{rows}} rows came, and all of their values are empty (NULL). Choose another metric or other filters.',
      ),
      values: { rows },
    },
  };
}

/** What is said where the values of a chart that draws numbers are words. */
export const textValues: Undrawn = {
  isAll: true,
  title: { text: msg('The values are text') },
  text: { text: msg('This chart draws numbers. Choose a metric that counts or measures.') },
};
