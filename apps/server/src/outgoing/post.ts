import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ForbiddenHost, findHostProblem, guardLookup, type NetworkPolicy } from './hosts.ts';
import { SendError } from './send-error.ts';

export interface JsonPost {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly policy: NetworkPolicy;
  readonly signal: AbortSignal;
}

const limitMs = 30_000;
/** Of an answer nobody reads more than its status. */
const mostAnswerBytes = 65_536;

/** What is wrong with an address that is to be called, in words; undefined for one that may be. */
export function findUrlProblem(text: string, policy: NetworkPolicy): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'Write a whole web address, like https://hooks.example.com/in.';
  if (url.username || url.password) return 'The address must not hold a name and password.';
  if (url.protocol === 'http:' && !policy.allowsPrivateHosts)
    return `Write an address that begins with https://: what is sent must not be read on its way.`;
  if (!policy.allowsPrivateHosts && /^localhost$|\.localhost$/i.test(url.hostname))
    return findHostProblem('127.0.0.1', policy) ?? undefined;
  return findHostProblem(url.hostname, policy) ?? undefined;
}

/**
 * Posts a text to an address that somebody gave. It goes nowhere forbidden, whatever the name means at that moment; no
 * redirect is followed, and no more than the status of the answer is looked at. Throws `SendError`.
 */
export function postJson({ url: text, body, headers, policy, signal }: JsonPost): Promise<void> {
  const problem = findUrlProblem(text, policy);
  if (problem) return Promise.reject(new SendError(problem, { isTemporary: false }));
  const url = new URL(text);
  const content = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Powerset',
      ...headers,
      'content-length': content.length,
    },
    lookup: guardLookup(policy),
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  };
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = open(url, options, (answer) => {
      const status = answer.statusCode ?? 0;
      let read = 0;
      answer.on('data', (part: Buffer) => {
        read += part.length;
        if (read > mostAnswerBytes) answer.destroy();
      });
      answer.on('error', () => undefined);
      answer.on('close', () => (status >= 200 && status < 300 ? resolve() : reject(toStatusError(status, url))));
    });
    call.on('error', (error) => reject(toNetworkError(error, url)));
    call.end(content);
  });
}

/** Only the host: the rest of the address is as good as a password. */
function toStatusError(status: number, { host }: URL): SendError {
  const isTemporary = [408, 429, 502, 503, 504].includes(status);
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  return new SendError(`${host} answered ${status}${redirect}.`, { isTemporary });
}

const neverReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What the network said, in words for who sent something. */
export function toNetworkError(error: Error, { host }: URL): SendError {
  if (error instanceof ForbiddenHost) return new SendError(error.message, { isTemporary: false });
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new SendError(`${host} did not answer in time.`, { isTemporary: false, cause: error });
  const { code = '' } = error as NodeJS.ErrnoException;
  return new SendError(`${host} could not be reached (${code || error.name}).`, {
    isTemporary: neverReached.has(code),
    cause: error,
  });
}
