import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type AgentScope, mcpEndpoints } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { agentCallHeader, type User } from '../../access/index.ts';
import { AppError, publicOrigin, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { createCaller, type Inject } from './caller.ts';
import type { Caller, Tool } from './tool.ts';

/** What became of a tool's call, for the log. */
export interface NotedCall {
  readonly user: User;
  readonly tool: string;
  readonly input: unknown;
  /** Null where it went well. */
  readonly error: string | null;
  readonly durationMs: number;
}

export interface McpDeps {
  readonly inject: Inject;
  readonly note: (call: NotedCall) => Promise<void>;
  readonly version: string;
  readonly door: AgentDoor;
}

/** What agents are let in by. */
export interface AgentDoor {
  /** Whether an agent's token is for the address that it calls. */
  isAddressed(user: User, request: FastifyRequest): boolean;
  /** Says in the answer what an agent must be let in for besides. */
  askFor(scope: AgentScope, request: FastifyRequest, reply: FastifyReply): void;
}

/** Headers of the protocol that its library reads. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

export function registerMcp(router: Router, { config, log, agents }: Services, deps: McpDeps): void {
  const { inject, note, version, door } = deps;
  // What was done is done: who were told that it went wrong would do it again.
  const noted = (call: NotedCall) =>
    note(call).catch((error: unknown) =>
      log.error({ err: error, tool: call.tool }, 'a call of an agent was not noted'),
    );
  router.route(mcpEndpoints.call, async ({ request, reply, user, signal, body }) => {
    const { authorization } = request.headers;
    // A page of another site has the browser's cookie, never its token.
    if (!authorization || user.guest) throw new AppError(user.guest ? 'FORBIDDEN_ERROR' : 'UNAUTHENTICATED_ERROR');
    if (!door.isAddressed(user, request)) throw new AppError('UNAUTHENTICATED_ERROR');
    // Its library is read when the first agent comes.
    const { serveAgent, missingScope } = await import('./server.ts');
    const missing = missingScope(user.agent, body);
    if (missing) {
      door.askFor(missing, request, reply);
      throw new AppError('FORBIDDEN_ERROR', { extra: { reason: 'This agent was not let in for that.' } });
    }
    const origin = publicOrigin(request, config);
    const credentials: Readonly<Record<string, string>> = user.agent
      ? { authorization, [agentCallHeader]: agents.seal(authorization.replace(/^Bearer /i, '')) }
      : { authorization };
    const caller = createCaller({ inject, credentials, remoteAddress: request.ip, signal, origin });
    const headers = readHeaders.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const answer = await serveAgent({
      request: new Request('http://powerset.invalid/mcp', { method: 'POST', headers, body: JSON.stringify(body) }),
      body,
      version,
      run: (tool, input) => runNoted({ tool, input, caller, note: (call) => noted({ user, ...call }) }),
      onError: (error) => log.warn({ error: error.message }, 'An agent was not answered'),
    });
    return send(reply, answer);
  });
  for (const endpoint of [mcpEndpoints.listen, mcpEndpoints.leave])
    router.route(endpoint, async ({ reply }) => reply.code(405).header('allow', 'POST').send());
}

interface NotedRun {
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly note: (call: Omit<NotedCall, 'user'>) => Promise<void>;
}

async function runNoted({ tool, input, caller, note }: NotedRun): Promise<object> {
  const startedAt = performance.now();
  const told = (error: string | null) =>
    note({ tool: tool.name, input, error, durationMs: Math.round(performance.now() - startedAt) });
  try {
    const result = await tool.run(input, caller);
    await told(null);
    return result;
  } catch (error) {
    await told(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

function send(reply: FastifyReply, answer: Response): FastifyReply {
  reply.code(answer.status).header('cache-control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type) reply.type(type);
  // The same stream under two names of its types.
  return answer.body ? reply.send(Readable.fromWeb(answer.body as ReadableStream)) : reply.send();
}
