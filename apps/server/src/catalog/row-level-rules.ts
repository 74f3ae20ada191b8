import type { User } from '../access/index.ts';
import type { Store } from '../metadata/index.ts';

/** A rule that binds somebody on a dataset. */
export interface BindingRule {
  /** Null for one that is tried before it is saved. */
  readonly id: number | null;
  readonly name: string;
  readonly group_key: string | null;
  readonly clause: string;
}

type Bound = Pick<User, 'roles' | 'triedRule'>;

/**
 * What the rules that bind this user on a dataset leave. Rules with one group key are alternatives; a rule without key
 * stands alone. A row must meet every clause of the answer.
 */
export async function loadRowLevelClauses(store: Store, user: Bound, datasetId: number): Promise<readonly string[]> {
  return joinGroups(await loadBindingRules(store, user, datasetId));
}

/** The rules that bind this user on a dataset: regular ones bind the roles they name, Base rules everyone but those. */
export async function loadBindingRules(store: Store, user: Bound, datasetId: number): Promise<readonly BindingRule[]> {
  const { triedRule } = user;
  const saved = (await loadSavedRules(store, datasetId)).filter(({ id }) => id !== triedRule?.id);
  const rules = triedRule?.tables.includes(datasetId) ? [...saved, triedRule] : saved;
  const roleIds = new Set(user.roles.map((role) => role.id));
  return rules.filter(({ filter_type: kind, roles }) => {
    const namesUser = roles.some((id) => roleIds.has(id));
    return kind === 'Base' ? !namesUser : namesUser;
  });
}

async function loadSavedRules(store: Store, datasetId: number) {
  const rules = await store
    .selectFrom('row_level_rules')
    .innerJoin('row_level_rule_datasets', 'row_level_rule_datasets.rule_id', 'row_level_rules.id')
    .select(['row_level_rules.id', 'name', 'filter_type', 'group_key', 'clause'])
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
  return rules.map((rule) => ({
    ...rule,
    roles: named.filter((pair) => pair.rule_id === rule.id).map((pair) => pair.role_id),
  }));
}

function joinGroups(rules: readonly BindingRule[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const rule of rules) {
    const key = rule.group_key ? `key ${rule.group_key}` : `rule ${rule.id}`;
    groups.set(key, [...(groups.get(key) ?? []), rule.clause]);
  }
  return [...groups.values()].map((clauses) =>
    clauses.length === 1 ? (clauses[0] ?? '') : clauses.map((clause) => `(${clause})`).join(' OR '),
  );
}
