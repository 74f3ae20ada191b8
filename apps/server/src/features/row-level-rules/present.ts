import type { RowLevelRuleKind, WireRowLevelRule } from '@powerset/contract';
import { loadUsers, toTimeAgo, toWireUserSummary } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import { loadRuleDatasets, loadRuleRoles, type RowLevelRule } from './store.ts';

export async function toWireRules(
  store: Store,
  rows: readonly RowLevelRule[],
  now: Date,
): Promise<readonly WireRowLevelRule[]> {
  const ids = rows.map(({ id }) => id);
  const [datasets, roles, users] = await Promise.all([
    loadRuleDatasets(store, ids),
    loadRuleRoles(store, ids),
    loadUsers(
      store,
      rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    // Nothing else is written there.
    filter_type: row.filter_type as RowLevelRuleKind,
    tables: datasets
      .filter(({ rule_id }) => rule_id === row.id)
      .map(({ id, table_name, schema }) => ({ id, table_name, schema })),
    roles: roles.filter(({ rule_id }) => rule_id === row.id).map(({ id, name }) => ({ id, name })),
    group_key: row.group_key,
    clause: row.clause,
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on: row.created_on,
  }));
}
