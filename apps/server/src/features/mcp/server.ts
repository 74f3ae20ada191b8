import { createMcpHandler, fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server';
import { type AgentScope, agentScopes } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { type Tool, ToolError } from './tool.ts';
import { tools } from './tools/index.ts';

interface ServedCall {
  readonly request: Request;
  /** The request's body, read already. */
  readonly body: unknown;
  readonly version: string;
  readonly run: (tool: Tool, input: Readonly<Record<string, unknown>>) => Promise<object>;
  readonly onError: (error: Error) => void;
}

/** Texts of more signs than a model reads at once. */
const maxText = 200_000;

const schemas = new Map(
  tools.map((tool) => [tool.name, fromJsonSchema<Record<string, unknown>>(tool.input as unknown as JsonSchemaType)]),
);

/** Answers one call of an agent. Nothing is kept of it. */
export async function serveAgent({ request, body, version, run, onError }: ServedCall): Promise<Response> {
  const createServer = () => {
    const server = new McpServer({ name: 'powerset', title: 'Powerset', version }, { instructions });
    for (const tool of tools) addTool(server, tool, { run, onError });
    return server;
  };
  return createMcpHandler(createServer, { onerror: onError, maxSubscriptions: 0 }).fetch(request, {
    parsedBody: body,
  });
}

/** What an agent must be let in for, before what it calls is done; undefined where it may. */
export function missingScope(agent: User['agent'], body: unknown): AgentScope | undefined {
  if (!agent) return undefined;
  const rank = (scope: AgentScope) => agentScopes.indexOf(scope);
  const needed = [body].flat().map(scopeOfMessage);
  const most = needed.reduce((left, right) => (rank(right) > rank(left) ? right : left), 'read');
  return rank(most) > rank(agent.scope) ? most : undefined;
}

function scopeOfMessage(message: unknown): AgentScope {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown; arguments?: object } };
  const tool = method === 'tools/call' ? tools.find(({ name }) => name === params?.name) : undefined;
  if (!tool) return 'read';
  return tool.scopeOf?.({ ...params?.arguments }) ?? (tool.isReading ? 'read' : 'write');
}

const instructions = [
  'Powerset answers questions about data. Use find or list_databases first, then describe what was found before you ask it.',
  'query_dataset is right for figures that a dataset has metrics for; run_sql for all else.',
  'Give people the links that results carry.',
].join(' ');

function addTool(server: McpServer, tool: Tool, { run, onError }: Pick<ServedCall, 'run' | 'onError'>): void {
  const annotations = { readOnlyHint: tool.isReading, destructiveHint: tool.name === 'run_sql', openWorldHint: false };
  const { name, title, description } = tool;
  server.registerTool(
    name,
    { title, description, inputSchema: schemas.get(name) ?? fromJsonSchema<Record<string, unknown>>({}), annotations },
    async (input) => {
      try {
        const result = await run(tool, input);
        return { content: [{ type: 'text', text: toText(result) }] };
      } catch (error) {
        if (!(error instanceof ToolError)) onError(error instanceof Error ? error : new Error(String(error)));
        const text = error instanceof ToolError ? error.message : 'Something went wrong. Try again.';
        return { isError: true, content: [{ type: 'text', text }] };
      }
    },
  );
}

/** A result as JSON; of one that is too long its rows are cut, and it says so. */
function toText(result: object): string {
  const text = JSON.stringify(result);
  if (text.length <= maxText) return text;
  const { rows } = result as { rows?: readonly unknown[] };
  if (!Array.isArray(rows) || rows.length < 2)
    throw new ToolError('The answer is too long: ask for fewer columns or rows.');
  const kept = Math.max(1, Math.floor((rows.length * maxText) / text.length / 2));
  return toText({ ...result, rows: rows.slice(0, kept), is_cut: true });
}
