import type { ListQuery } from '@powerset/contract';
import {
  containsText,
  type FilterRules,
  loadPage,
  readOrder,
  tableRules,
  textOperators,
  toConditions,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

export type RowLevelRule = Row<'row_level_rules'>;

const rules = tableRules('row_level_rules');

const filterRules: FilterRules<MetadataTables, 'row_level_rules'> = {
  'name.rule_all_text': (value) => containsText(String(value ?? ''), ['name', 'description', 'clause', 'group_key']),
  name: rules.text('name'),
  description: rules.text('description'),
  filter_type: rules.text('filter_type'),
  group_key: rules.text('group_key'),
  clause: rules.text('clause'),
  id: rules.value('id'),
  created_by: rules.value('created_by_fk'),
  changed_by: rules.value('changed_by_fk'),
  changed_on: rules.value('changed_on'),
  'tables.rel_m_m': rules.pairedIn({ table: 'row_level_rule_datasets', own: 'rule_id', other: 'dataset_id' }),
  'roles.rel_m_m': rules.pairedIn({ table: 'row_level_rule_roles', own: 'rule_id', other: 'role_id' }),
};

/** Which filters the list offers, as `_info` tells them. */
export const ruleFilterNames: Readonly<Record<string, readonly string[]>> = {
  name: [...textOperators, 'rule_all_text'],
  filter_type: textOperators,
  group_key: textOperators,
  clause: textOperators,
  created_by: ['rel_o_m', 'nrel_o_m'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
  tables: ['rel_m_m'],
  roles: ['rel_m_m'],
};

const orderColumns = {
  name: 'name',
  filter_type: 'filter_type',
  group_key: 'group_key',
  clause: 'clause',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
  created_on: 'created_on',
  'changed_by.first_name': 'changed_by_fk',
  id: 'id',
} as const;
export const ruleOrderColumns = Object.keys(orderColumns);

export function listRules(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('row_level_rules')
    .where((builder) => builder.and([...toConditions(query.filters, filterRules, builder)]));
  return loadPage(selection, query, readOrder(query, orderColumns, { column: 'changed_on', isDescending: true }));
}

export function findRule(store: Store, id: number): Promise<RowLevelRule | undefined> {
  return store.selectFrom('row_level_rules').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The datasets that each of the rules narrows, by its id. */
export function loadRuleDatasets(store: Store, ruleIds: readonly number[]) {
  return store
    .selectFrom('row_level_rule_datasets')
    .innerJoin('datasets', 'datasets.id', 'row_level_rule_datasets.dataset_id')
    .select(['rule_id', 'datasets.id', 'datasets.table_name', 'datasets.schema', 'datasets.database_id'])
    .where('rule_id', 'in', [...ruleIds, -1])
    .orderBy('datasets.table_name')
    .execute();
}

/** The roles that each of the rules names, by its id. */
export function loadRuleRoles(store: Store, ruleIds: readonly number[]) {
  return store
    .selectFrom('row_level_rule_roles')
    .innerJoin('roles', 'roles.id', 'row_level_rule_roles.role_id')
    .select(['rule_id', 'roles.id', 'roles.name'])
    .where('rule_id', 'in', [...ruleIds, -1])
    .orderBy('roles.name')
    .execute();
}
