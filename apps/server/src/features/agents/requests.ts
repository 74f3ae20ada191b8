import type { AgentRequest, AgentScope } from '@powerset/contract';
import { createToken, hashToken, type User } from '../../access/index.ts';
import { commandError } from '../../http/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { findClient, redirectsOf } from './clients.ts';
import { isResource, isSameRedirect, readScope, resourceOf, withAnswer } from './protocol.ts';

/** What a program asks somebody for, looked at whole. */
export interface Asked {
  readonly client: Row<'agent_clients'>;
  readonly redirectUri: string;
  readonly scope: AgentScope;
  readonly challenge: string;
  readonly state: string | undefined;
  readonly origin: string;
}

/** Why nobody is asked, and where the program is told so, if it is sure that it is that one. */
export interface Problem {
  readonly problem: string;
  readonly clientName: string | null;
  readonly redirectTo: string | null;
}

/** More does not travel through signing in at an identity provider. */
const maxSigns = 1500;

export async function readAsked(store: Store, request: AgentRequest, origin: string): Promise<Asked | Problem> {
  const client = await findClient(store, request.client_id);
  if (!client) return { problem: 'unknown_client', clientName: null, redirectTo: null };
  const { redirect_uri: redirectUri = '', state } = request;
  // Whoever might have put another address there is told nothing.
  if (!redirectsOf(client).some((known) => isSameRedirect(known, redirectUri)))
    return { problem: 'redirect_mismatch', clientName: client.name, redirectTo: null };
  const failed = (problem: string): Problem => {
    const redirectTo = withAnswer(redirectUri, { error: problem, state: state?.slice(0, maxSigns), iss: origin });
    return { problem, clientName: client.name, redirectTo };
  };
  const signs = Object.values(request).reduce((sum: number, value) => sum + String(value).length, 0);
  if (signs > maxSigns) return failed('invalid_request');
  if (request.response_type !== 'code') return failed('unsupported_response_type');
  const { code_challenge: challenge = '', code_challenge_method: method } = request;
  if (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return failed('invalid_request');
  if (!isResource(request.resource, origin)) return failed('invalid_target');
  const scope = readScope(request.scope);
  return scope ? { client, redirectUri, scope, challenge, state, origin } : failed('invalid_scope');
}

const codeSeconds = 120;
const dayMs = 86_400_000;
/** So many programs anybody lets in at once. */
const maxLiving = 50;

/** Lets a program in: the code that it fetches its tokens with. */
export async function allow(
  { store, now }: Pick<Services, 'store' | 'now'>,
  user: User,
  { client, redirectUri, scope, challenge, state, origin }: Asked,
): Promise<string> {
  const time = now().toISOString();
  await checkRoom(store, user, time);
  // Those that were used are known for a while, so that what they brought ends if one comes again.
  const dayAgo = new Date(now().getTime() - dayMs).toISOString();
  await store.deleteFrom('agent_codes').where('expires_on', '<', dayAgo).execute();
  const code = createToken();
  await store
    .insertInto('agent_codes')
    .values({
      ...{ code_hash: hashToken(code), client_id: client.id, user_id: user.id, redirect_uri: redirectUri },
      ...{ challenge, scope, resource: resourceOf(origin) },
      expires_on: new Date(now().getTime() + codeSeconds * 1000).toISOString(),
      grant_id: null,
    })
    .execute();
  await store.updateTable('agent_clients').set({ used_on: time }).where('id', '=', client.id).execute();
  return withAnswer(redirectUri, { code, state, iss: origin });
}

async function checkRoom(store: Store, user: User, time: string): Promise<void> {
  const { living } = await store
    .selectFrom('agent_grants')
    .select(({ fn }) => fn.countAll<number>().as('living'))
    .where('user_id', '=', user.id)
    .where('revoked_on', 'is', null)
    .where('expires_on', '>', time)
    .executeTakeFirstOrThrow();
  const { waiting } = await store
    .selectFrom('agent_codes')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('user_id', '=', user.id)
    .where('grant_id', 'is', null)
    .where('expires_on', '>', time)
    .executeTakeFirstOrThrow();
  if (Number(living) + Number(waiting) >= maxLiving)
    throw commandError(`You have let in ${maxLiving} agents. End one that is not used any more.`);
}

export const refuse = ({ redirectUri, state, origin }: Asked) =>
  withAnswer(redirectUri, { error: 'access_denied', state, iss: origin });
