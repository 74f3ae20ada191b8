import { type AgentScope, agentEndpoints, mcpEndpoints } from '@powerset/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../access/index.ts';
import { publicOrigin } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { resourceOf, toScopeText, usualScope } from './protocol.ts';

type Deps = Pick<Services, 'config'>;

interface Asked {
  readonly scope: AgentScope;
  readonly error?: string;
}

/** Null where agents are not let in, or nobody can say under which name people reach the server. */
function challengeOf({ config }: Deps, request: FastifyRequest, { scope, error }: Asked): string | null {
  const origin = publicOrigin(request, config);
  if (!config.letsAgentsIn || !origin) return null;
  const parts = {
    ...(error === undefined ? {} : { error }),
    resource_metadata: `${origin}${agentEndpoints.resourceByPath.path}`,
    scope: toScopeText(scope),
  };
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}

/** What the room of `/mcp` asks about agents. */
export function createAgentDoor(deps: Deps) {
  return {
    isAddressed: ({ agent }: User, request: FastifyRequest) =>
      !agent || (deps.config.letsAgentsIn && agent.resource === resourceOf(publicOrigin(request, deps.config))),
    askFor: (scope: AgentScope, request: FastifyRequest, reply: FastifyReply) => {
      const challenge = challengeOf(deps, request, { scope, error: 'insufficient_scope' });
      if (challenge) reply.header('www-authenticate', challenge);
    },
  };
}

/** Tells whoever calls `/mcp` as nobody where it can ask to be let in. */
export function installChallenge(server: FastifyInstance, deps: Deps): void {
  server.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || request.routeOptions.url !== mcpEndpoints.call.path) return;
    const wasKnown = request.headers.authorization !== undefined;
    const challenge = challengeOf(deps, request, {
      scope: usualScope,
      ...(wasKnown ? { error: 'invalid_token' } : {}),
    });
    if (challenge) reply.header('www-authenticate', challenge);
  });
}
