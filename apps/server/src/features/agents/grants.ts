import type { ListQuery, WireAgent } from '@powerset/contract';
import { isAdmin, isAgentScope, type User } from '../../access/index.ts';
import { AppError, notFound } from '../../http/index.ts';
import {
  type FilterRules,
  loadPage,
  readOrder,
  tableRules,
  toConditions,
  toWireUserSummary,
  type UserSummary,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { endGrant } from './tokens.ts';

const dayMs = 86_400_000;
/** Agents that have ended are listed so long. */
const keptDays = 180;

/** What the list of agents can be ordered by. */
export const agentOrder = {
  id: 'id',
  name: 'name',
  created_on: 'created_on',
  expires_on: 'expires_on',
  last_used_on: 'last_used_on',
} as const;

const { text, value } = tableRules('agent_grants');
const filters: FilterRules<MetadataTables, 'agent_grants'> = { name: text('name'), user: value('user_id') };

export function listAgents(store: Store, user: User, query: ListQuery) {
  const all = store.selectFrom('agent_grants');
  const selection = (isAdmin(user) ? all : all.where('user_id', '=', user.id)).where((builder) =>
    builder.and([...toConditions(query.filters, filters, builder)]),
  );
  return loadPage(selection, query, readOrder(query, agentOrder, { column: 'created_on', isDescending: true }));
}

export async function forgetEnded({ store, now }: Pick<Services, 'store' | 'now'>, user: User): Promise<void> {
  const limit = new Date(now().getTime() - keptDays * dayMs).toISOString();
  const old = store
    .selectFrom('agent_grants')
    .select('id')
    .where('user_id', '=', user.id)
    .where((builder) => builder.or([builder('expires_on', '<', limit), builder('revoked_on', '<', limit)]));
  await store.deleteFrom('agent_tokens').where('grant_id', 'in', old).execute();
  await store.deleteFrom('agent_grants').where('id', 'in', old).execute();
}

export async function endAgent({ store, now }: Pick<Services, 'store' | 'now'>, user: User, id: number): Promise<void> {
  const row = await store.selectFrom('agent_grants').select('user_id').where('id', '=', id).executeTakeFirst();
  if (!row || (row.user_id !== user.id && !isAdmin(user))) throw notFound();
  if (!(await endGrant(store, id, now())))
    throw new AppError('CONFLICT_ERROR', { params: { message: 'The agent was ended already.' } });
}

export function toWireAgent(row: Row<'agent_grants'>, person: UserSummary | undefined, now: Date): WireAgent {
  return {
    id: row.id,
    name: row.name,
    redirect_host: row.redirect_host,
    scope: isAgentScope(row.scope) ? row.scope : 'read',
    active: row.revoked_on === null && Date.parse(row.expires_on) > now.getTime(),
    created_on: row.created_on,
    expires_on: row.expires_on,
    revoked_on: row.revoked_on,
    last_used_on: row.last_used_on,
    user: toWireUserSummary(person),
  };
}
