import type { RowLevelRulePost, RowLevelRulePut } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { fieldError, notFound } from '../../http/index.ts';
import { madeBy } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { checkClause } from './clause.ts';
import { findRule, loadRuleDatasets, type RowLevelRule } from './store.ts';

type Deps = Pick<Services, 'store' | 'now' | 'engines'>;

export async function getRule(store: Store, id: number): Promise<RowLevelRule> {
  const rule = await findRule(store, id);
  if (!rule) throw notFound();
  return rule;
}

export async function createRule(services: Deps, user: User, body: RowLevelRulePost): Promise<number> {
  const { store, now } = services;
  await assertFreeName(store, body.name);
  const databaseIds = await readDatasets(store, body.tables);
  await checkRoles(store, body.roles);
  await checkClause(services, body.clause, databaseIds);
  return store.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('row_level_rules')
      .values({ ...fieldsOf(body), ...madeBy(user, now().toISOString()) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await savePairs(transaction, id, body);
    return id;
  });
}

export async function updateRule(
  services: Deps,
  user: User,
  { id, body }: { readonly id: number; readonly body: RowLevelRulePut },
): Promise<void> {
  const { store, now } = services;
  const before = await getRule(store, id);
  if (body.name !== undefined) await assertFreeName(store, body.name, id);
  const databaseIds = body.tables
    ? await readDatasets(store, body.tables)
    : (await loadRuleDatasets(store, [id])).map(({ database_id }) => database_id);
  if (body.roles) await checkRoles(store, body.roles);
  if (body.clause !== undefined || body.tables) await checkClause(services, body.clause ?? before.clause, databaseIds);
  await store.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('row_level_rules')
      .set({ ...changesOf(body), changed_on: now().toISOString(), changed_by_fk: user.id })
      .where('id', '=', id)
      .execute();
    await savePairs(transaction, id, body);
  });
}

/** Deletes the rules among the ids and says how many they were. */
export async function deleteRules(store: Store, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return store.transaction().execute(async (transaction) => {
    for (const table of ['row_level_rule_datasets', 'row_level_rule_roles'] as const)
      await transaction
        .deleteFrom(table)
        .where('rule_id', 'in', [...ids])
        .execute();
    const result = await transaction
      .deleteFrom('row_level_rules')
      .where('id', 'in', [...ids])
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}

function fieldsOf({ name, description, filter_type, group_key, clause }: RowLevelRulePost) {
  return { name, description: description ?? null, filter_type, group_key: toKey(group_key), clause };
}

function changesOf({ tables: _tables, roles: _roles, group_key, ...fields }: RowLevelRulePut) {
  return { ...fields, ...(group_key === undefined ? {} : { group_key: toKey(group_key) }) };
}

/** An empty key would make alternatives of rules that have nothing to do with each other. */
const toKey = (key: string | null | undefined) => key?.trim() || null;

async function savePairs(store: Store, ruleId: number, { tables, roles }: RowLevelRulePut): Promise<void> {
  if (tables) {
    await store.deleteFrom('row_level_rule_datasets').where('rule_id', '=', ruleId).execute();
    const pairs = [...new Set(tables)].map((datasetId) => ({ rule_id: ruleId, dataset_id: datasetId }));
    await store.insertInto('row_level_rule_datasets').values(pairs).execute();
  }
  if (roles) {
    await store.deleteFrom('row_level_rule_roles').where('rule_id', '=', ruleId).execute();
    const pairs = [...new Set(roles)].map((roleId) => ({ rule_id: ruleId, role_id: roleId }));
    if (pairs.length > 0) await store.insertInto('row_level_rule_roles').values(pairs).execute();
  }
}

async function assertFreeName(store: Store, name: string, ownId?: number): Promise<void> {
  const taken = await store.selectFrom('row_level_rules').select('id').where('name', '=', name).executeTakeFirst();
  if (taken && taken.id !== ownId) throw fieldError({ name: ['Name must be unique'] });
}

/** The databases of the datasets, which have to be there. */
async function readDatasets(store: Store, asked: readonly number[]): Promise<readonly number[]> {
  const wanted = [...new Set(asked)];
  const found = await store.selectFrom('datasets').select(['id', 'database_id']).where('id', 'in', wanted).execute();
  if (found.length !== wanted.length) throw fieldError({ tables: ['Some datasets do not exist'] });
  return found.map(({ database_id }) => database_id);
}

async function checkRoles(store: Store, asked: readonly number[]): Promise<void> {
  const wanted = [...new Set(asked)];
  if (wanted.length === 0) return;
  const found = await store.selectFrom('roles').select('id').where('id', 'in', wanted).execute();
  if (found.length !== wanted.length) throw fieldError({ roles: ['Some roles do not exist'] });
}
