import { rowLevelRuleKinds } from '@powerset/contract';
import type { SourceRow } from './values.ts';

/** What a row-level rule says, as it is kept here. One that says nothing shows no rows. */
export function toRule(row: SourceRow) {
  return {
    filter_type: rowLevelRuleKinds.find((one) => one === row.text('filter_type')) ?? 'Regular',
    clause: row.text('clause')?.trim() || '1 = 0',
    group_key: row.text('group_key') || null,
  };
}
