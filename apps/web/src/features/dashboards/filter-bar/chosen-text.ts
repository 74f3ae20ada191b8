import { rangeTitle } from '../../../controls/time-range/index.ts';
import { type DataMask, maskValue, type NativeFilter } from '../filters/index.ts';

type Words = Parameters<typeof rangeTitle>[1];

/** What a filter is set to, in few words: a range of time in the reader's language, whoever set it in which. */
export function chosenText({ name, filterType }: NativeFilter, mask: DataMask | undefined, words: Words): string {
  const value = maskValue(mask);
  if (filterType === 'filter_time' && typeof value === 'string') return rangeTitle(value, words);
  return mask?.filterState.label ?? name;
}
