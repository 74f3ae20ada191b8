import { msg } from '../../../i18n/index.ts';
import { isNoValue, maskValue } from './mask-values.ts';
import type { FilterEntry, NativeFilter } from './native-filters.ts';

/** The part of a filter's settings at which something is missing. */
export type FilterPart = 'title' | 'name' | 'dataset' | 'column' | 'parents' | 'default';

export interface FilterProblem {
  readonly part: FilterPart;
  readonly text: string;
}

/** What an editor switched on for a filter and may not have filled in yet. */
export type FilterWish = 'parents' | 'default';

/** Whether a filter of this type is about one column of its dataset. */
export function needsColumn({ filterType }: Pick<NativeFilter, 'filterType'>): boolean {
  return filterType === 'filter_select' || filterType === 'filter_range';
}

/** What is missing for an entry to be saved, at the part where it is missing. */
export function filterProblems(entry: FilterEntry, wishes: readonly FilterWish[] = []): readonly FilterProblem[] {
  if (entry.type === 'DIVIDER') return entry.title.trim() ? [] : [{ part: 'title', text: msg('Title is required') }];
  const [target] = entry.targets;
  const needsDataset = entry.filterType !== 'filter_time';
  const isMissing: Readonly<Record<Exclude<FilterPart, 'title'>, boolean>> = {
    name: entry.name.trim() === '',
    dataset: needsDataset && !target?.datasetId,
    column: needsColumn(entry) && !target?.column?.name,
    parents: wishes.includes('parents') && needsColumn(entry) && entry.cascadeParentIds.length === 0,
    default:
      wishes.includes('default') &&
      entry.controlValues.defaultToFirstItem !== true &&
      isNoValue(maskValue({ filterState: entry.defaultDataMask.filterState ?? {} })),
  };
  return filterProblemTexts.filter(({ part }) => isMissing[part]);
}

const filterProblemTexts = [
  { part: 'name', text: msg('Name is required') },
  { part: 'dataset', text: msg('Dataset is required') },
  { part: 'column', text: msg('Column is required') },
  { part: 'parents', text: msg('Choose the filters that it depends on, or switch this off') },
  { part: 'default', text: msg('Choose the default value, or switch this off') },
] as const satisfies readonly FilterProblem[];
