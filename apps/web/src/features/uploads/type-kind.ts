import type { TypeIconKind } from '@powerset/ui';

/** Which icon stands for a column of this type. */
export function typeKind(type: string): TypeIconKind {
  if (/^(DATE|TIME)/.test(type)) return 'temporal';
  if (type === 'BOOLEAN') return 'boolean';
  return /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|UINTEGER|DOUBLE|FLOAT|DECIMAL(\(.*\))?)$/.test(type)
    ? 'number'
    : 'string';
}
