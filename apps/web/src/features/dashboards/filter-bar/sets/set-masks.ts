import type { WireFilterSet } from '@powerset/contract';
import {
  type DataMasks,
  defaultMask,
  type FilterEntry,
  fitsFilter,
  hasPendingChange,
  isFilter,
  isNoValue,
  maskValue,
  type NativeFilter,
  readMasks,
  toLabel,
} from '../../filters/index.ts';

export interface SetValue {
  readonly filter: NativeFilter;
  readonly name: string;
  readonly value: string;
}

/** What a set says of a dashboard's filters as they are now. */
export interface FilterSetState {
  readonly masks: DataMasks;
  /** How many of its values belong to filters that are gone or ask something else now. */
  readonly lost: number;
  /** The values in words, one for each filter that has one. */
  readonly values: readonly SetValue[];
}

/** The document that is stored for the filters as they are set. */
export function toSetDocument(entries: readonly FilterEntry[], masks: DataMasks): string {
  const filters = entries.filter(isFilter);
  return JSON.stringify({
    nativeFilters: Object.fromEntries(filters.map((filter) => [filter.id, filter])),
    dataMask: Object.fromEntries(filters.flatMap(({ id }) => (masks[id] ? [[id, masks[id]]] : []))),
  });
}

/** Reads a set against today's filters: those that it does not name, or no longer fits, stand at their defaults. */
export function readSet({ params }: Pick<WireFilterSet, 'params'>, entries: readonly FilterEntry[]): FilterSetState {
  const filters = entries.filter(isFilter);
  const kept = readMasks(params.dataMask);
  const fitting = filters.flatMap((filter) => {
    const mask = kept[filter.id];
    return mask && fitsFilter(filter, mask) ? [{ filter, mask }] : [];
  });
  const taken: DataMasks = Object.fromEntries(fitting.map(({ filter, mask }) => [filter.id, mask]));
  const chosen = Object.keys(kept).filter((id) => !isNoValue(maskValue(kept[id])));
  return {
    masks: Object.fromEntries(filters.map((filter) => [filter.id, taken[filter.id] ?? defaultMask(filter)])),
    lost: chosen.filter((id) => !taken[id]).length,
    values: fitting.flatMap(({ filter, mask }) => {
      const value = maskValue(mask);
      return isNoValue(value) ? [] : [{ filter, name: filter.name, value: toLabel(filter, value) }];
    }),
  };
}

/** The filters are set as the set has them. */
export function isSetInForce(masks: DataMasks, draft: DataMasks): boolean {
  return !hasPendingChange({ applied: masks, draft });
}
