import { createHmac } from 'node:crypto';
import { type AgentScope, agentScopes } from '@powerset/contract';
import { type Store, writeUnlessFull } from '../metadata/index.ts';
import type { Accounts } from './accounts.ts';
import type { User } from './policy.ts';
import { hashToken, isSameToken, type Secrets } from './secrets.ts';

/** How every access token of an agent begins. */
export const agentTokenPrefix = 'psa_';
/** In which the server shows that it calls itself for an agent: its tokens are for `/mcp`, and for nothing else. */
export const agentCallHeader = 'x-powerset-agent-call';

/** Programs that people let in, with those people's rights of the moment. */
export interface Agents {
  /** Who calls by a token; undefined for one that is wrong or has ended. */
  read(token: string): Promise<User | undefined>;
  /** What shows that a call with this token is the server's own. Whoever has the token cannot make it. */
  seal(token: string): string;
  isSealed(token: string, seal: unknown): boolean;
}

interface AgentsOptions {
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'findUser'>;
  readonly secrets: Pick<Secrets, 'agentKey'>;
  readonly now: () => Date;
}

const useEveryMs = 60_000;
const maxRemembered = 5000;

export function createAgents(options: AgentsOptions): Agents {
  const { store, accounts, secrets, now } = options;
  const uses = new Map<number, number>();
  const users = new WeakMap<User, Map<string, User>>();
  const seal = (token: string) => createHmac('sha256', secrets.agentKey).update(token).digest('base64url');
  return {
    seal,
    isSealed: (token, given) => typeof given === 'string' && isSameToken(given, seal(token)),
    // Nobody is made to wait for wrong ones: they end after minutes, so that many come which were right a moment ago.
    read: async (token) => {
      const found = await findLiving(store, hashToken(token), now());
      const person = found && (await accounts.findUser(found.user_id));
      if (!found || !person) return undefined;
      await noteUse({ store, uses, now: now() }, found.id);
      return withAgent(users, person, found);
    },
  };
}

type Living = NonNullable<Awaited<ReturnType<typeof findLiving>>>;

function findLiving(store: Store, hash: string, now: Date) {
  const time = now.toISOString();
  return store
    .selectFrom('agent_tokens')
    .innerJoin('agent_grants', 'agent_grants.id', 'agent_tokens.grant_id')
    .select(['agent_grants.id', 'agent_grants.user_id', 'agent_grants.name', 'agent_grants.resource'])
    .select('agent_tokens.scope')
    .where('agent_tokens.token_hash', '=', hash)
    .where('agent_tokens.kind', '=', 'access')
    .where('agent_tokens.expires_on', '>', time)
    .where('agent_grants.revoked_on', 'is', null)
    .where('agent_grants.expires_on', '>', time)
    .executeTakeFirst();
}

interface Use {
  readonly store: Store;
  readonly uses: Map<number, number>;
  readonly now: Date;
}

/** Written once a minute, so that a busy agent costs no write a call. */
async function noteUse({ store, uses, now }: Use, id: number): Promise<void> {
  if (now.getTime() - (uses.get(id) ?? 0) < useEveryMs) return;
  if (uses.size >= maxRemembered) uses.clear();
  uses.set(id, now.getTime());
  const change = { last_used_on: now.toISOString() };
  await writeUnlessFull(() => store.updateTable('agent_grants').set(change).where('id', '=', id).execute());
}

/** The same person as long as the rights stay as they are, since answers are remembered by who asks. */
function withAgent(users: WeakMap<User, Map<string, User>>, person: User, { id, name, scope, resource }: Living): User {
  const known = users.get(person) ?? new Map<string, User>();
  users.set(person, known);
  const key = `${id} ${scope}`;
  const found = known.get(key);
  if (found) return found;
  // What is not known reads only.
  const user: User = { ...person, agent: { id, name, resource, scope: isAgentScope(scope) ? scope : 'read' } };
  known.set(key, user);
  return user;
}

export function isAgentScope(text: string): text is AgentScope {
  return agentScopes.some((scope) => scope === text);
}
