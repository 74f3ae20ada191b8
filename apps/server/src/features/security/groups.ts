import { type GroupChangeBody, groupEndpoints, type NewGroupBody } from '@powerset/contract';
import { GroupChangeBody as GroupChangeForm, NewGroupBody as NewGroupForm } from '@powerset/contract/schemas';
import { sql } from 'kysely';
import type { User } from '../../access/index.ts';
import { fieldError, notFound, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { laterThan, refuseStale, toEnvelope, toInfo, toShown } from '../../lists/index.ts';
import type { RowChange, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { findRelatedMembers, findRelatedNamed, getGroup, groupFilters, groupOrder, listGroups } from './group-list.ts';
import { changeAccess, setMembers } from './membership.ts';

/** Groups of people who hold the same roles; a change counts from the next request of each of them on. */
export function registerGroups(router: Router, services: Services): void {
  const { store } = services;
  registerReads(router, store);
  router.route(groupEndpoints.create, async ({ user, body }) => {
    const id = await createGroup(services, user, body);
    return { id, result: await getGroup(store, id) };
  });
  router.route(groupEndpoints.change, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await changeGroup(services, { by: user, id, body });
    return { id, result: await getGroup(store, id) };
  });
  router.route(groupEndpoints.delete, async ({ user, params }) => {
    await deleteGroup(services, user, parseId(params.id));
    return { message: 'OK' };
  });
}

function registerReads(router: Router, store: Store): void {
  router.route(groupEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const found = await listGroups(store, asked);
    return toEnvelope({ query: asked, ...found, title: 'List Groups', orderColumns: Object.keys(groupOrder) });
  });
  router.route(groupEndpoints.info, ({ user, query }) => {
    const named = { user, view: 'Group', verbs: ['can_read', 'can_write'], title: 'Group' };
    return toInfo({ ...named, addForm: NewGroupForm, editForm: GroupChangeForm, filters: groupFilters }, parseQ(query));
  });
  router.route(groupEndpoints.related, async ({ params, query }) => {
    const asked = parseListQuery(query);
    if (params.column === 'roles') return findRelatedNamed(store, 'roles', asked);
    if (params.column === 'users') return findRelatedMembers(store, asked);
    throw notFound();
  });
  router.route(groupEndpoints.get, async ({ params, query }) => {
    const id = parseId(params.id);
    return toShown({ id, row: await getGroup(store, id), query: parseListQuery(query), title: 'Show Group' });
  });
}

async function readFreeName(store: Store, given: string, ownId = 0): Promise<string> {
  const name = given.trim();
  if (!name) throw fieldError({ name: ['A group needs a name.'] });
  const taken = await store
    .selectFrom('groups')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', ownId)
    .executeTakeFirst();
  if (taken) throw fieldError({ name: ['Another group has this name. Choose another one.'] });
  return name;
}

const textOrNull = (text: string | null | undefined) => text?.trim() || null;

function toColumns({ label, description }: GroupChangeBody): RowChange<'groups'> {
  return {
    ...(label === undefined ? {} : { label: textOrNull(label) }),
    ...(description === undefined ? {} : { description: textOrNull(description) }),
  };
}

async function createGroup(services: Services, by: User, body: NewGroupBody): Promise<number> {
  let made = 0;
  await changeAccess(services, by, async (transaction) => {
    const now = services.now();
    const name = await readFreeName(transaction, body.name);
    const described = { label: textOrNull(body.label), description: textOrNull(body.description) };
    const { id } = await transaction
      .insertInto('groups')
      .values({ name, ...described, changed_on: now.toISOString(), changed_by_fk: by.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setBoth(transaction, { by, id, body, now });
    made = id;
  });
  return made;
}

interface GroupChange {
  readonly by: User;
  readonly id: number;
  readonly body: GroupChangeBody;
}

async function setBoth(store: Store, { by, id, body, now }: GroupChange & { readonly now: Date }): Promise<void> {
  if (body.roles) await setMembers(store, 'roles of group', { id, wanted: body.roles, field: 'roles', by, now });
  if (body.users) await setMembers(store, 'users of group', { id, wanted: body.users, field: 'users', by, now });
}

function changeGroup(services: Services, { by, id, body }: GroupChange): Promise<void> {
  return changeAccess(services, by, async (transaction) => {
    const now = services.now();
    const row = await transaction.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    await refuseStale(transaction, { what: 'group', ...row }, body.last_modified_time);
    const name = body.name === undefined ? row.name : await readFreeName(transaction, body.name, id);
    const stamp = { changed_on: laterThan(row.changed_on, now), changed_by_fk: by.id };
    const values = { name, ...toColumns(body), ...stamp };
    await transaction.updateTable('groups').set(values).where('id', '=', id).execute();
    await setBoth(transaction, { by, id, body, now });
  });
}

function deleteGroup(services: Services, by: User, id: number): Promise<void> {
  return changeAccess(services, by, async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('groups').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await transaction.deleteFrom('user_groups').where('group_id', '=', id).execute();
    await transaction.deleteFrom('group_roles').where('group_id', '=', id).execute();
  });
}
