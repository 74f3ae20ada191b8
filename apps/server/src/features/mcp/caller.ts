import { urlOf } from '@powerset/contract';
import { parseJson } from '../../json/index.ts';
import { type Caller, ToolError } from './tool.ts';

/** One call of the server's own, without a connection. */
export interface OwnCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
  readonly remoteAddress: string;
  readonly signal: AbortSignal;
}

export type Inject = (call: OwnCall) => Promise<{ readonly statusCode: number; readonly body: AsyncIterable<Buffer> }>;

export interface CallerDeps {
  readonly inject: Inject;
  /** The agent's bearer token, as it came, and whatever shows besides that it is the server that calls with it. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
  readonly signal: AbortSignal;
  /** The beginning of links. */
  readonly origin: string;
}

/** More is no answer that anybody reads, and is not taken in: it would hold up everybody else. */
const maxAnswerBytes = 8_000_000;

export function createCaller({ inject, credentials, remoteAddress, signal, origin }: CallerDeps): Caller {
  return {
    call: async (endpoint, input) => {
      const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
      const leaving = new AbortController();
      const answer = await inject({
        method: endpoint.method,
        url: urlOf(endpoint, { params: { ...params }, query: { ...query } }),
        headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        remoteAddress,
        signal: AbortSignal.any([signal, leaving.signal]),
      });
      const text = await readText(answer.body, leaving);
      const json = readAnswer(text);
      if (answer.statusCode >= 400) throw new ToolError(`${answer.statusCode}: ${messageOf(json)}`);
      // What the endpoint's own operation declares.
      return json as never;
    },
    link: (path) => `${origin}${path}`,
  };
}

/** Leaves as soon as it is too much: nobody writes what nobody reads. */
async function readText(body: AsyncIterable<Buffer>, leaving: AbortController): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) {
      leaving.abort();
      throw new ToolError('The answer is too large: ask for less.');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readAnswer(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ToolError('The answer could not be read.');
  }
}

/** What an endpoint says of its refusal: its sentence, or what it says of each field. */
function messageOf(answer: unknown): string {
  const { errors, message } = (answer ?? {}) as { errors?: unknown; message?: unknown };
  const told = Array.isArray(errors)
    ? errors.map((error: { message?: unknown; extra?: { reason?: unknown } }) =>
        [error.message, error.extra?.reason].filter((text) => typeof text === 'string').join(' '),
      )
    : [];
  if (told.some((text) => text !== '')) return told.join('\n');
  if (typeof message === 'string') return message;
  const fields = Object.entries((message ?? {}) as Record<string, unknown>);
  return fields.map(([field, texts]) => `${field}: ${[texts].flat().join(' ')}`).join('\n') || 'It was refused.';
}
