import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { guardLookup, type NetworkPolicy } from './hosts.ts';
import { findUrlProblem, toNetworkError } from './post.ts';
import { SendError } from './send-error.ts';

export interface AskedUrl {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: NetworkPolicy;
  readonly signal?: AbortSignal;
}

export interface UrlAnswer {
  readonly status: number;
  readonly text: string;
}

const limitMs = 20_000;
const mostAnswerBytes = 65_536;

/**
 * Posts a text to an address that somebody gave, and reads what is answered, whatever its status. It goes nowhere forbidden; no
 * redirect is followed. Throws `SendError` where nothing is answered in time, or too much.
 */
export function askUrl({ url: text, body, headers, policy, signal }: AskedUrl): Promise<UrlAnswer> {
  const problem = findUrlProblem(text, policy);
  if (problem) return Promise.reject(new SendError(problem, { isTemporary: false }));
  const url = new URL(text);
  const content = Buffer.from(body);
  const limit = AbortSignal.timeout(limitMs);
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'user-agent': 'Powerset', accept: 'application/json', ...headers, 'content-length': content.length },
    lookup: guardLookup(policy),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  };
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error instanceof SendError ? error : toNetworkError(error, url));
    const call = open(url, options, (answer) => void readAnswer(answer, url).then(resolve, fail));
    call.on('error', fail);
    call.end(content);
  });
}

async function readAnswer(answer: IncomingMessage, { host }: URL): Promise<UrlAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > mostAnswerBytes)
      throw new SendError(`${host} could not be reached (${'answer too long'}).`, { isTemporary: false });
    parts.push(part);
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') };
}
