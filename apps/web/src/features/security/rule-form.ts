import type { RowLevelRuleKind, RowLevelRulePost, WireRowLevelRule } from '@powerset/contract';

/** What the dialog of a row-level rule holds. */
export interface RuleForm {
  readonly name: string;
  readonly description: string;
  readonly kind: RowLevelRuleKind;
  readonly tables: readonly number[];
  readonly roles: readonly number[];
  readonly groupKey: string;
  readonly clause: string;
}

export function toRuleForm(rule: WireRowLevelRule | null): RuleForm {
  return {
    name: rule?.name ?? '',
    description: rule?.description ?? '',
    kind: rule?.filter_type ?? 'Regular',
    tables: rule?.tables.map(({ id }) => id) ?? [],
    roles: rule?.roles.map(({ id }) => id) ?? [],
    groupKey: rule?.group_key ?? '',
    clause: rule?.clause ?? '',
  };
}

/** A regular rule without a role would bind nobody, which nobody means. */
export function isRuleComplete({ name, kind, tables, roles, clause }: RuleForm): boolean {
  const bindsSomebody = kind === 'Base' || roles.length > 0;
  return name.trim() !== '' && clause.trim() !== '' && tables.length > 0 && bindsSomebody;
}

export function toRuleBody({ name, description, kind, tables, roles, groupKey, clause }: RuleForm): RowLevelRulePost {
  return {
    name: name.trim(),
    description: description.trim() || null,
    filter_type: kind,
    tables: [...tables],
    roles: [...roles],
    group_key: groupKey.trim() || null,
    clause: clause.trim(),
  };
}
