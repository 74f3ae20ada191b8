import type { QueryFilter, QueryObject } from '@powerset/contract';
import { fieldError } from '../http/index.ts';
import { convertValues, findAdvancedType } from './advanced-types.ts';
import type { StoredValue } from './stored-value.ts';

interface TypedColumn {
  readonly column_name: string;
  readonly advanced_data_type: string | null;
}

/** A network in a list is written out up to this many addresses. */
const longestList = 4096;
const comparing = new Set(['==', '!=', '>', '>=', '<', '<=', 'IN', 'NOT IN']);

/** A query whose filters on columns of advanced types compare with stored values instead of what was typed. */
export function translateFilters(query: QueryObject, columns: readonly TypedColumn[]): QueryObject {
  const types = new Map(
    columns.map((column) => [column.column_name, findAdvancedType(column.advanced_data_type ?? '')]),
  );
  const filters = (query.filters ?? []).flatMap((filter) => {
    const type = typeof filter.col === 'string' ? types.get(filter.col) : undefined;
    if (!type || !comparing.has(filter.op)) return [filter];
    const typed = Array.isArray(filter.val) ? filter.val : [filter.val];
    const answer = convertValues(type, typed);
    if (answer.error_message) throw fieldError({ filters: [answer.error_message] }, 400);
    return translateOne(filter, answer.values);
  });
  return { ...query, filters };
}

function translateOne(filter: QueryFilter, values: readonly StoredValue[]): readonly QueryFilter[] {
  if (filter.op === 'IN' || filter.op === 'NOT IN') return [{ ...filter, val: values.flatMap(toList) }];
  const [value] = values;
  if (typeof value !== 'object') return [{ ...filter, val: value }];
  const { start, end } = value;
  const { op } = filter;
  if (op === '==')
    return [
      { ...filter, op: '>=', val: start },
      { ...filter, op: '<=', val: end },
    ];
  if (op === '!=') throw fieldError({ filters: ['A network is left out with NOT IN.'] }, 400);
  // Beyond a network is beyond its last address, from it on starts at its first.
  return [{ ...filter, val: op === '>' || op === '<=' ? end : start }];
}

function toList(value: StoredValue): readonly (number | string)[] {
  if (typeof value !== 'object') return [value];
  const start = BigInt(value.start);
  const size = BigInt(value.end) - start + 1n;
  if (size > BigInt(longestList))
    throw fieldError(
      { filters: [`A list holds networks of at most ${longestList} addresses; compare with = instead.`] },
      400,
    );
  return Array.from({ length: Number(size) }, (_, index) => (start + BigInt(index)).toString()).map((text) =>
    Number.isSafeInteger(Number(text)) ? Number(text) : text,
  );
}
