import { t } from '../../../i18n/index.ts';
import { isFilter, maskValue, toLabel } from '../filters/index.ts';
import type { DashboardState } from '../state/index.ts';
import { columnNameOf } from './column-name.ts';
import { selectionText } from './selection-text.ts';

/** What the open filters and selections ask for, in words. */
export function factsOf(state: DashboardState): readonly string[] {
  const filters = state.filters.filter(isFilter).map((filter) => ({
    name: filter.name,
    value: toLabel(filter, maskValue(state.bar.applied[filter.id])),
  }));
  const selections = Object.values(state.crossMasks).map((mask) => ({
    name: columnNameOf(state, mask),
    value: selectionText(mask, t),
  }));
  return [...filters, ...selections].filter(({ value }) => value !== '').map(({ name, value }) => `${name}: ${value}`);
}
