import type { AgentRegistration } from '@powerset/contract';
import { createToken } from '../../access/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { isRedirectAddress, ProtocolError } from './protocol.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** So long may a program wait for somebody to let it in. */
const unusedHours = 24;
/** As long as one that somebody let in is known afterwards; so long at most it can hold what it was given. */
const usedDays = 400;
/** Of programs that nobody let in yet; of more, those that wait longest are forgotten. */
const mostUnused = 2000;
const maxName = 100;

export async function registerClient(services: Pick<Services, 'store' | 'now'>, body: AgentRegistration) {
  const wrong = body.redirect_uris.find((address) => !isRedirectAddress(address));
  if (wrong !== undefined)
    throw new ProtocolError(
      'invalid_redirect_uri',
      'redirect_uris: each must begin with https://, or with http:// and lead to this very machine (127.0.0.1, [::1], localhost), without a fragment.',
    );
  const { store, now } = services;
  await forgetClients(store, now());
  const row: Row<'agent_clients'> = {
    id: createToken(18),
    name: toName(body.client_name),
    redirect_uris: JSON.stringify([...new Set(body.redirect_uris)]),
    may_refresh: body.grant_types?.includes('refresh_token') ? 1 : 0,
    created_on: now().toISOString(),
    used_on: null,
  };
  await store.insertInto('agent_clients').values(row).execute();
  return row;
}

/** One line without signs that turn the direction of what stands beside it; whoever gives no name has none. */
function toName(given = ''): string {
  const plain = given.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, ' ');
  return [...plain.replace(/\s+/g, ' ').trim()].slice(0, maxName).join('') || '–';
}

/** Those that nobody let in, and those that nobody used for long. */
async function forgetClients(store: Store, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await store
    .deleteFrom('agent_clients')
    .where('used_on', 'is', null)
    .where('created_on', '<', before(unusedHours * hourMs))
    .execute();
  await store
    .deleteFrom('agent_clients')
    .where('used_on', '<', before(usedDays * dayMs))
    .execute();
  const surplus = store
    .selectFrom('agent_clients')
    .select('id')
    .where('used_on', 'is', null)
    .orderBy('created_on', 'desc')
    .offset(mostUnused - 1)
    .limit(100);
  await store.deleteFrom('agent_clients').where('id', 'in', surplus).execute();
}

export async function findClient(store: Store, id: string | undefined): Promise<Row<'agent_clients'> | undefined> {
  if (!id || id.length > 100) return undefined;
  return store.selectFrom('agent_clients').selectAll().where('id', '=', id).executeTakeFirst();
}

export function redirectsOf({ redirect_uris: text }: Pick<Row<'agent_clients'>, 'redirect_uris'>): readonly string[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((address): address is string => typeof address === 'string') : [];
}

export function toWireClient(row: Row<'agent_clients'>) {
  return {
    client_id: row.id,
    client_id_issued_at: Math.floor(Date.parse(row.created_on) / 1000),
    client_name: row.name,
    redirect_uris: [...redirectsOf(row)],
    grant_types: ['authorization_code', ...(row.may_refresh === 1 ? ['refresh_token'] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: 'none' as const,
  };
}
