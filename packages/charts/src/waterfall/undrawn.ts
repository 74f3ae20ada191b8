import { msg, type Undrawn } from '@powerset/chart-kit';
import { noNumbers, textValues } from '../shared/no-numbers.ts';
import type { Steps } from './steps.ts';

/** So many steps are followed one by one. */
const mostSteps = 120;

/** What the steps leave out or cannot say: the first reason that there is. */
export function undrawnOf(model: Steps): Undrawn | null {
  const steps = model.steps.filter(({ kind }) => kind !== 'total');
  const known = steps.filter(({ value }) => value !== null).length;
  if (steps.length > 0 && known === 0) return withoutNumbers(model, steps.length);
  if (model.texts > 0) {
    const values = { undrawn: model.texts, all: steps.length };
    return { isAll: false, title: { text: msg('{{undrawn}} of {{all}} values are text and are not drawn.'), values } };
  }
  if (model.limitReached !== null) {
    const text = msg(
      'The limit of {{limit}} rows was reached: steps are missing, and totals are those of the steps shown.',
    );
    return { isAll: false, title: { text, values: { limit: model.limitReached } } };
  }
  if (!model.isSummable)
    return {
      isAll: false,
      title: { text: msg('The values do not add up: totals of averages or distinct counts are no totals.') },
    };
  if (model.missing > 0) {
    const values = { undrawn: model.missing, all: steps.length };
    return {
      isAll: false,
      title: { text: msg('{{undrawn}} of {{all}} steps have no value (NULL) and are left out of the totals.'), values },
    };
  }
  return steps.length > mostSteps
    ? {
        isAll: false,
        title: { text: msg('{{count}} steps are more than can be followed.'), values: { count: steps.length } },
      }
    : null;
}

function withoutNumbers({ texts }: Steps, rows: number): Undrawn {
  return texts > 0 ? textValues : noNumbers(rows);
}
