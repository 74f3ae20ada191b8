import { type IncomingMessage, Agent as PlainAgent, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ForbiddenHost, findUrlProblem, guardLookup, type NetworkPolicy } from '../../outgoing/index.ts';
import { MovingProblem } from '../moving-problem.ts';

export interface ApiQuestion {
  readonly method: 'GET' | 'POST';
  /** With what stands behind the question mark. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | null;
}

export interface ApiPlace {
  /** What all addresses begin with, without a slash at its end. */
  readonly url: string;
  /** Certificates of the authority that signed the server's, in PEM. */
  readonly ca: string | null;
}

export interface ApiLimits {
  /** For one answer, from the call to its last byte. */
  readonly answerMs: number;
  readonly answerBytes: number;
  /** Of all answers together. */
  readonly allBytes: number;
}

export const usualLimits: ApiLimits = { answerMs: 120_000, answerBytes: 64 * 1024 ** 2, allBytes: 8 * 1024 ** 3 };

/** Requests at once: the server has people to serve besides. */
export const callsAtOnce = 4;
/** Whoever runs the command names a server of the own network, but never what lends credentials to this machine. */
const policy: NetworkPolicy = { allowsPrivateHosts: true };
const unpack = promisify(gunzip);

/** The connection was lost or nothing came in time: asking again may help. */
export class LostAnswer extends Error {
  override name = 'LostAnswer';
}

export interface ApiHttp {
  send(question: ApiQuestion): Promise<ApiAnswer>;
  close(): void;
}

/** One server, asked over HTTP: nowhere else, for no longer and for no more than the limits say. */
export function openApiHttp({ url, ca }: ApiPlace, limits: ApiLimits = usualLimits): ApiHttp {
  const problem = findUrlProblem(url, policy);
  if (problem) throw new MovingProblem(problem);
  const { protocol, host } = new URL(url);
  const isTls = protocol === 'https:';
  const agent = new (isTls ? TlsAgent : PlainAgent)({ keepAlive: true, maxSockets: callsAtOnce });
  let readBytes = 0;
  const count = (bytes: number) => {
    readBytes += bytes;
    if (readBytes > limits.allBytes)
      throw new MovingProblem(`${host} answered more than ${inMegabytes(limits.allBytes)}.`);
  };
  return {
    send: async (question) => {
      const signal = AbortSignal.timeout(limits.answerMs);
      const options: RequestOptions = {
        ...{ agent, method: question.method, lookup: guardLookup(policy), signal },
        headers: toHeaders(question),
        ...(ca === null ? {} : { ca }),
      };
      try {
        const answer = await open(new URL(url + question.path), options, question.body);
        return await readAnswer(answer, { host, limits, count });
      } catch (error) {
        throw toProblem(error, host, limits);
      }
    },
    close: () => agent.destroy(),
  };
}

function toHeaders({ token, body }: ApiQuestion) {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'Powerset',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
}

function open(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const call = request(url, options, resolve);
    call.on('error', reject);
    call.end(body);
  });
}

interface Reading {
  readonly host: string;
  readonly limits: ApiLimits;
  readonly count: (bytes: number) => void;
}

async function readAnswer(answer: IncomingMessage, { host, limits, count }: Reading): Promise<ApiAnswer> {
  const { statusCode: status = 0, headers } = answer;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new MovingProblem(toRedirect(host, headers.location));
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    count(part.length);
    if (length > limits.answerBytes) throw tooLarge(host, limits);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  const isPacked = headers['content-encoding'] === 'gzip';
  const plain = isPacked ? await unpack(bytes, { maxOutputLength: limits.answerBytes }) : bytes;
  if (isPacked) count(Math.max(0, plain.length - bytes.length));
  const seconds = Number(headers['retry-after']);
  return {
    status,
    text: plain.toString('utf8'),
    retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
  };
}

/** Who is sent on would hand the account's token to whoever stands there. */
function toRedirect(host: string, location: string | undefined): string {
  const there = location && URL.canParse(location, `http://${host}`) ? new URL(location, `http://${host}`) : undefined;
  const whither = there && there.host !== host ? ` at ${there.host}` : '';
  return `${host} sends on to another address${whither}, and redirects are not followed: name the address at which it answers.`;
}

function toProblem(error: unknown, host: string, limits: ApiLimits): unknown {
  if (error instanceof MovingProblem || !(error instanceof Error)) return error;
  if (error instanceof ForbiddenHost) return new MovingProblem(error.message);
  if (error instanceof RangeError) return tooLarge(host, limits);
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new LostAnswer(`${host} did not answer within ${limits.answerMs / 1000} seconds.`);
  return new LostAnswer(`${host} cannot be reached (${error.message || ('code' in error && error.code)}).`);
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MB`;

function tooLarge(host: string, { answerBytes }: ApiLimits): MovingProblem {
  return new MovingProblem(`${host} answered with more than ${inMegabytes(answerBytes)} at once.`);
}
