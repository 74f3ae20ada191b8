import { cellText, type GridColumn } from '@powerset/ui';
import type { useT } from '../../../../i18n/index.ts';

/** A value as a list names it. */
export function valueText(t: ReturnType<typeof useT>, column: GridColumn, value: string | null): string {
  if (value === null) return 'NULL';
  return value === '' ? t('empty') : (cellText(value, column.type, column.digits) ?? '');
}
