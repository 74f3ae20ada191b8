import type { WindowFilter, WindowOperator } from '@powerset/contract';
import type { GridColumn } from '@powerset/ui';
import { type ListedValue, listFilters } from './column-filters.ts';

/** What is chosen in the form before it is applied. */
export interface FilterDraft {
  readonly way: 'values' | 'condition';
  readonly values: readonly ListedValue[];
  readonly isExcluding: boolean;
  readonly operator: WindowOperator;
  readonly value: string;
}

export function toDraft(own: readonly WindowFilter[], { type }: GridColumn): FilterDraft {
  const list = own.find(({ operator }) => operator === 'in' || operator === 'not in');
  const one = own.find((filter) => filter !== list);
  return {
    way: one ? 'condition' : 'values',
    values: list?.values ?? [],
    isExcluding: list?.operator === 'not in',
    operator: one?.operator ?? (type === 'string' ? 'contains' : '>='),
    value: String(one?.value ?? ''),
  };
}

export function toFilters(column: string, draft: FilterDraft): readonly WindowFilter[] {
  const { way, values, isExcluding, operator, value } = draft;
  if (way === 'values') return listFilters(column, values, isExcluding);
  return [{ column, operator, ...(operator.startsWith('is ') ? {} : { value }) }];
}
