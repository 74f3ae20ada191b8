import Type from 'typebox';
import type { Operations, RawAnswer } from '../endpoints.ts';
import { raw } from './answers.ts';

const tag = 'MCP';

/** One message of the Model Context Protocol, or several of its older releases; the protocol says what they hold. */
const McpMessages = Type.Union([
  Type.Object({ jsonrpc: Type.Literal('2.0') }),
  Type.Array(Type.Object({ jsonrpc: Type.Literal('2.0') }), { minItems: 1, maxItems: 20 }),
]);

const nothing = (description: string): RawAnswer => ({ mediaType: null, description });
const notServed = nothing('No stream and no session is kept between calls.');

export const mcpOperations = {
  call: {
    id: 'mcp.call',
    summary: 'Answers an agent by the Model Context Protocol, with the rights of whose bearer token it brings',
    tag,
    access: 'session',
    isForReading: true,
    body: McpMessages,
    takesAnyText: true,
    answers: {
      200: McpMessages,
      202: nothing('Nothing is to be answered.'),
    },
    isWritten: true,
    otherForms: [raw('text/event-stream', 'The same messages as server-sent events, where the client takes them.')],
    errors: [406, 413, 415],
  },
  listen: {
    id: 'mcp.listen',
    summary: 'Would open a stream of messages to an agent; none is kept',
    tag,
    access: 'session',
    answers: { 405: notServed },
  },
  leave: {
    id: 'mcp.leave',
    summary: "Would end an agent's session; none is kept",
    tag,
    access: 'session',
    isForReading: true,
    answers: { 405: notServed },
  },
} as const satisfies Operations;
