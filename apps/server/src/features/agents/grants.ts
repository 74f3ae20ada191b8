import type { ListQuery, WireAgent } from '@powerset/contract';
import { isAgentScope, type User } from '../../access/index.ts';
import { AppError } from '../../http/index.ts';
import { endedLongAgo, listLent, refuseOthersLent, toWireUserSummary, type UserSummary } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { endGrant } from './tokens.ts';

export const listAgents = (store: Store, user: User, query: ListQuery) =>
  listLent(store.selectFrom('agent_grants'), { table: 'agent_grants', user, query });

export async function forgetEnded({ store, now }: Pick<Services, 'store' | 'now'>, user: User): Promise<void> {
  const old = store.selectFrom('agent_grants').select('id').where('user_id', '=', user.id).where(endedLongAgo(now()));
  await store.deleteFrom('agent_tokens').where('grant_id', 'in', old).execute();
  await store.deleteFrom('agent_grants').where('id', 'in', old).execute();
}

export async function endAgent({ store, now }: Pick<Services, 'store' | 'now'>, user: User, id: number): Promise<void> {
  const row = await store.selectFrom('agent_grants').select('user_id').where('id', '=', id).executeTakeFirst();
  refuseOthersLent(row, user);
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
