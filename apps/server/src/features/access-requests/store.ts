import type { AccessObjectType, AccessRequestState, ListQuery } from '@powerset/contract';
import { type SqlBool, sql } from 'kysely';
import { can, isAdmin, type User } from '../../access/index.ts';
import { type FilterRules, loadPage, toConditions, valueCondition } from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';
import { viewOf } from './objects.ts';

export type AccessRequest = Row<'access_requests'>;

const existing = sql<SqlBool>`(
  (object_type = 'dashboard' and object_id in (select id from dashboards))
  or (object_type = 'chart' and object_id in (select id from charts))
  or (object_type = 'dataset' and object_id in (select id from datasets)))`;

/** Of several requests of a person for one object, by its id and by its slug, the first stands for all. */
const isFirst = sql<SqlBool>`not exists (select 1 from access_requests as earlier where earlier.state = 'open'
  and earlier.user_id = access_requests.user_id and earlier.object_type = access_requests.object_type
  and earlier.object_id = access_requests.object_id and earlier.id < access_requests.id)`;

const isAskers = sql<SqlBool>`user_id in (select id from users where is_active = 1)`;

/** Open requests that the user may answer: an administrator all, an owner those for what is his to change. */
function answerableBy(user: User) {
  const open = sql<SqlBool>`state = 'open' and ${existing} and ${isFirst} and ${isAskers}`;
  if (isAdmin(user)) return open;
  const types = Object.entries(viewOf).flatMap(([type, view]) => (can(user, 'can_write', view) ? [type] : []));
  return sql<SqlBool>`${open} and user_id <> ${user.id} and object_type in (select value from json_each(${JSON.stringify(types)}))
    and exists (select 1 from owners where owners.user_id = ${user.id}
      and owners.object_type = access_requests.object_type and owners.object_id = access_requests.object_id)`;
}

const filterRules: FilterRules<MetadataTables, 'access_requests'> = {
  object_type: (value, { ref }, operator) => valueCondition(ref('object_type'), operator, value),
  object_id: (value, { ref }, operator) => valueCondition(ref('object_id'), operator, value),
};

export function listRequests(store: Store, user: User, query: ListQuery) {
  const selection = store
    .selectFrom('access_requests')
    .where(answerableBy(user))
    .where((builder) => builder.and([...toConditions(query.filters, filterRules, builder)]));
  return loadPage(selection, query, { column: 'id', isDescending: true });
}

export function findRequest(store: Store, user: User, id: number): Promise<AccessRequest | undefined> {
  return store
    .selectFrom('access_requests')
    .selectAll()
    .where('id', '=', id)
    .where(answerableBy(user))
    .executeTakeFirst();
}

export interface OwnQuery {
  readonly objectType?: AccessObjectType | undefined;
  readonly object?: string | undefined;
  readonly hasNews?: boolean | undefined;
}

const ownLimit = 20;

export function listOwnRequests(store: Store, user: User, { objectType, object, hasNews }: OwnQuery) {
  let query = store.selectFrom('access_requests').selectAll().where('user_id', '=', user.id);
  if (objectType) query = query.where('object_type', '=', objectType);
  if (object !== undefined) query = query.where('object_ref', '=', object);
  if (hasNews) query = query.where('state', 'in', ['granted', 'declined']).where('is_seen', '=', 0);
  return query.orderBy('id', 'desc').limit(ownLimit).execute();
}

interface Outcome {
  readonly state: Extract<AccessRequestState, 'granted' | 'declined'>;
  readonly by: User;
  readonly time: string;
  readonly answer?: string | null;
}

/** Ends the person's open requests for the object, under whichever name it was asked for. */
export async function endRequests(
  store: Store,
  request: Pick<AccessRequest, 'user_id' | 'object_type' | 'object_id'>,
  outcome: Outcome,
): Promise<void> {
  const { state, by, time, answer = null } = outcome;
  await store
    .updateTable('access_requests')
    .set({ state, decided_by_fk: by.id, decided_on: time, answer })
    .where('state', '=', 'open')
    .where('user_id', '=', request.user_id)
    .where('object_type', '=', request.object_type)
    .where('object_id', '=', request.object_id)
    .execute();
}
