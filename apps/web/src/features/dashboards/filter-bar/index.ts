/**
 * FILTER BAR. Where values are chosen: the bar at the side or on top, the sheet of a phone, kept sets of values, and the dialogs in which
 * editors say which filters there are and what they reach. In: the filters of the state. Out: data masks in it.
 */
export { columnNameOf } from './column-name.ts';
export { FilterBar, HorizontalFilterBar } from './FilterBar.tsx';
export { useOrientation } from './FilterSettings.tsx';
export { FilterStrip } from './FilterSheet.tsx';
export { factsOf } from './facts.ts';
export { CrossScopesModal } from './settings/CrossScopesModal.tsx';
export { FilterConfigModal } from './settings/FilterConfigModal.tsx';
export { useKeptFilters } from './use-kept-filters.ts';
