import type { User } from '../access/index.ts';
import type { Store } from '../metadata/index.ts';

/**
 * The rules that bind this user on a dataset. Regular rules bind the roles they name, Base rules everyone but those.
 * Rules with one group key are alternatives; a rule without key stands alone. A row must meet every clause of the answer.
 */
export async function loadRowLevelClauses(
  store: Store,
  user: Pick<User, 'roles'>,
  datasetId: number,
): Promise<readonly string[]> {
  const rules = await store
    .selectFrom('row_level_rules')
    .innerJoin('row_level_rule_datasets', 'row_level_rule_datasets.rule_id', 'row_level_rules.id')
    .select(['row_level_rules.id', 'filter_type', 'group_key', 'clause'])
    .where('row_level_rule_datasets.dataset_id', '=', datasetId)
    .orderBy('row_level_rules.id')
    .execute();
  if (rules.length === 0) return [];
  const named = await store
    .selectFrom('row_level_rule_roles')
    .select(['rule_id', 'role_id'])
    .where(
      'rule_id',
      'in',
      rules.map((rule) => rule.id),
    )
    .execute();
  const roleIds = new Set(user.roles.map((role) => role.id));
  const namesUser = (ruleId: number) => named.some((pair) => pair.rule_id === ruleId && roleIds.has(pair.role_id));
  const binding = rules.filter((rule) => (rule.filter_type === 'Base' ? !namesUser(rule.id) : namesUser(rule.id)));
  return joinGroups(binding);
}

function joinGroups(
  rules: readonly { readonly id: number; readonly group_key: string | null; readonly clause: string }[],
): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const rule of rules) {
    const key = rule.group_key ? `key ${rule.group_key}` : `rule ${rule.id}`;
    groups.set(key, [...(groups.get(key) ?? []), rule.clause]);
  }
  return [...groups.values()].map((clauses) =>
    clauses.length === 1 ? (clauses[0] ?? '') : clauses.map((clause) => `(${clause})`).join(' OR '),
  );
}
