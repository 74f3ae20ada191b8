import { msg, type RollingForm, type Undrawn, windowOf } from '@powerset/chart-kit';

/** Why rows came and a window left none of them: it is never full. */
export function emptyWindow(form: RollingForm, fetchedRows: number): Undrawn | null {
  const window = windowOf(form);
  if (fetchedRows === 0 || !window || window.least < 2) return null;
  return {
    isAll: true,
    title: { text: msg('No window is full') },
    text: {
      text: msg(
        'Each value is taken over {{periods}} steps of time and counts once {{least}} of them are there; fewer came.',
      ),
      values: { periods: window.periods, least: window.least },
    },
    remedy: { label: msg('Show windows that are not full'), changes: { min_periods: 0 } },
  };
}
