import type { FastifyInstance } from 'fastify';
import { createAgentDoor, installChallenge, registerAgents } from './features/agents/index.ts';
import { noteAction } from './features/logs/index.ts';
import { registerMcp } from './features/mcp/index.ts';
import type { Router } from './http/index.ts';
import type { Services } from './services.ts';

/** Agents are let in by people, and ask the server as programs do; who let which in and what their tools did is noted. */
export function registerAgentRooms(
  router: Router,
  services: Services,
  { server, version }: { server: FastifyInstance; version: string },
) {
  installChallenge(server, services);
  registerAgents(router, services, {
    note: ({ user, isAllowed, details }) =>
      noteAction(services, {
        ...{ user, details, durationMs: 0 },
        action: isAllowed ? 'agent.allowed' : 'agent.refused',
      }),
  });
  registerMcp(router, services, {
    door: createAgentDoor(services),
    inject: async (call) => {
      const answer = await server.inject({ ...call, payloadAsStream: true });
      return { statusCode: answer.statusCode, body: answer.stream() };
    },
    note: ({ user, tool, input, error, durationMs }) =>
      noteAction(services, {
        user,
        action: `mcp.${tool}`,
        details: {
          ...{ input, error, api_key: user.apiKey?.id ?? null },
          ...(user.agent ? { agent: user.agent.id, agent_name: user.agent.name } : {}),
        },
        durationMs,
      }),
    version,
  });
}
