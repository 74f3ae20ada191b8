import type { WindowFilter } from '@powerset/contract';
import { formatMoment, type GridColumnType, groupDigits } from '@powerset/ui';
import type { ResultSelection } from '../result-calls.ts';

export type ListedValue = string | null;

/** What the rows of a selection have to meet in one column. */
export function filtersOf({ filters = [] }: ResultSelection, column: string): readonly WindowFilter[] {
  return filters.filter((filter) => filter.column === column);
}

/** The selection with other filters of one column; those of the others stay. */
export function withFilters(
  selection: ResultSelection,
  column: string,
  filters: readonly WindowFilter[],
): ResultSelection {
  const others = (selection.filters ?? []).filter((filter) => filter.column !== column);
  return { ...selection, filters: [...others, ...filters] };
}

/** From one border up to, and without, the other. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

export function rangeFilters(column: string, type: GridColumnType, { from, to }: ValueRange): readonly WindowFilter[] {
  const value = (border: number) => (type === 'temporal' ? formatMoment(border) : border);
  return [
    { column, operator: '>=', value: value(from) },
    { column, operator: '<', value: value(to) },
  ];
}

/** The range that filters were made of, if they were. */
export function rangeOf(filters: readonly WindowFilter[], type: GridColumnType): ValueRange | null {
  const border = (operator: '>=' | '<') => {
    const value = filters.find((filter) => filter.operator === operator)?.value;
    if (value === undefined || value === null) return Number.NaN;
    return type === 'temporal'
      ? Date.parse(`${String(value).replace(' ', 'T')}${zoneOf(String(value))}`)
      : Number(value);
  };
  const [from, to] = [border('>='), border('<')];
  return Number.isNaN(from) || Number.isNaN(to) ? null : { from, to };
}

function zoneOf(text: string): string {
  return text.includes(' ') ? 'Z' : '';
}

/** The values that a filter lists, when there is one that does. */
export function listedOf(filters: readonly WindowFilter[]): readonly ListedValue[] {
  return filters.flatMap((filter): readonly ListedValue[] => {
    if (filter.operator === 'in') return filter.values ?? [];
    if (filter.operator === 'is null') return [null];
    return filter.operator === '=' && filter.value !== undefined && filter.value !== null ? [String(filter.value)] : [];
  });
}

export function listFilters(
  column: string,
  values: readonly ListedValue[],
  isExcluding = false,
): readonly WindowFilter[] {
  return values.length === 0 ? [] : [{ column, operator: isExcluding ? 'not in' : 'in', values: [...values] }];
}

/** One value more or less in the list. */
export function toggled(values: readonly ListedValue[], value: ListedValue): readonly ListedValue[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

const namedValues = 3;

/** A column's filters as people read them: `10 – 20`, `EMEA, APAC +2`, `≠ x`. */
export function filterText(filters: readonly WindowFilter[], type: GridColumnType, nullText: string): string {
  const range = rangeOf(filters, type);
  if (range && filters.length === 2) return rangeText(range, type);
  return filters.map((filter) => oneText(filter, nullText)).join(', ');
}

export function rangeText({ from, to }: ValueRange, type: GridColumnType): string {
  const text = (value: number) => (type === 'temporal' ? formatMoment(value) : groupDigits(String(value)));
  return `${text(from)} – ${text(to)}`;
}

function oneText({ operator, value, values = [] }: WindowFilter, nullText: string): string {
  if (operator === 'is null') return nullText;
  if (operator === 'is not null') return `≠ ${nullText}`;
  if (operator !== 'in' && operator !== 'not in') return `${operator === '!=' ? '≠' : operator} ${String(value ?? '')}`;
  const named = values.slice(0, namedValues).map((item) => item ?? nullText);
  const more = values.length > namedValues ? ` +${values.length - namedValues}` : '';
  return `${operator === 'in' ? '' : '≠ '}${named.join(', ')}${more}`;
}
