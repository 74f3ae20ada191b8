import { rowLevelRuleEndpoints } from '@powerset/contract';
import { RowLevelRulePost, RowLevelRulePut } from '@powerset/contract/schemas';
import type { User } from '../../access/index.ts';
import { notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { pickRelated, toEnvelope, toFullName, toInfo, toShown } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { toWireRules } from './present.ts';
import { type PreviewDeps, previewRows } from './preview.ts';
import { createRule, deleteRules, getRule, updateRule } from './service.ts';
import { listRules, ruleFilterNames, ruleOrderColumns } from './store.ts';

/** Rules are administrators' alone, to read as well: a clause tells what it hides. */
export function registerRowLevelRules(router: Router, services: Services, answers: PreviewDeps['answers']): void {
  registerReads(router, services);
  registerWrites(router, services);
  router.route(rowLevelRuleEndpoints.preview, async ({ user, body, signal }) => ({
    result: await previewRows({ services, answers }, { user, signal, body }),
  }));
}

function registerReads(router: Router, { store, now }: Services): void {
  router.route(rowLevelRuleEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listRules(store, asked);
    const found = await toWireRules(store, rows, now());
    const title = 'List Row Level Security';
    return toEnvelope({ query: asked, count, rows: found, title, orderColumns: ruleOrderColumns });
  });
  router.route(rowLevelRuleEndpoints.info, ({ user, query }) => toInfo(infoFor(user), parseQ(query)));
  router.route(rowLevelRuleEndpoints.related, async ({ params: { column }, query }) =>
    pickRelated(await loadChoices(store, column), parseListQuery(query)),
  );
  router.route(rowLevelRuleEndpoints.get, async ({ params, query }) => {
    const rule = await getRule(store, parseId(params.id));
    const [result] = await toWireRules(store, [rule], now());
    if (!result) throw notFound();
    return toShown({ id: rule.id, row: result, query: parseListQuery(query), title: 'Show Row Level Security' });
  });
}

function infoFor(user: User) {
  const verbs = ['can_read', 'can_write'];
  const forms = { addForm: RowLevelRulePost, editForm: RowLevelRulePut };
  const named = { view: 'Row Level Security', title: 'Row Level Security', unique: ['name'] };
  return { ...named, ...forms, user, verbs, filters: ruleFilterNames };
}

/** What a rule can be about: only administrators come here, who see it all. */
async function loadChoices(store: Store, column: string) {
  const toItem = ({ id, text }: { readonly id: number; readonly text: string }) => ({ value: id, text, extra: {} });
  if (column === 'tables') {
    const rows = await store
      .selectFrom('datasets')
      .select(['id', 'table_name as text'])
      .orderBy('table_name')
      .execute();
    return rows.map(toItem);
  }
  if (column === 'roles') {
    const rows = await store.selectFrom('roles').select(['id', 'name as text']).orderBy('name').execute();
    return rows.map(toItem);
  }
  if (column !== 'created_by' && column !== 'changed_by') throw notFound();
  const users = await store
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .orderBy('first_name')
    .execute();
  return users.map((row) => toItem({ id: row.id, text: toFullName(row) || row.username }));
}

function registerWrites(router: Router, services: Services): void {
  const { store } = services;
  router.route(rowLevelRuleEndpoints.create, async ({ user, body }) => ({
    id: await createRule(services, user, body),
    result: body,
  }));
  router.route(rowLevelRuleEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await updateRule(services, user, { id, body });
    return { id, result: body };
  });
  router.route(rowLevelRuleEndpoints.delete, async ({ params }) => {
    if ((await deleteRules(store, [parseId(params.id)])) === 0) throw notFound();
    return { message: 'OK' };
  });
  router.route(rowLevelRuleEndpoints.bulkDelete, async ({ query }) => {
    const count = await deleteRules(store, parseIds(query));
    if (count === 0) throw notFound();
    return { message: count === 1 ? 'Deleted 1 rule' : `Deleted ${count} rules` };
  });
}
