import type { SqlNames } from '../controls/sql-field/index.ts';
import type { DatasetDraft } from './draft.ts';

/** The columns that an expression of the draft may name. */
export function toDraftNames(draft: DatasetDraft): SqlNames['columns'] {
  return draft.columns
    .filter((column) => column.column_name !== '')
    .map((column) => ({
      name: column.column_name,
      detail: column.expression || column.type || '',
      type: column.is_dttm ? 'temporal' : 'string',
    }));
}
