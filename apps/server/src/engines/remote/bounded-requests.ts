import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestPlain,
} from 'node:http';
import { request as requestTls } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { readJson, TooManyValues } from '../../json/index.ts';
import { EngineError, type PoolFigures } from '../engine.ts';
import { afterLoss } from './connection-errors.ts';
import { type AgentSettings, createGuardedAgent, figuresOf } from './guarded-agents.ts';

export interface HttpQuestion {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** With what it asks for behind the question mark. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal | undefined;
  /** After so long without an answer the connection is taken for lost, as one to a machine that vanished is. */
  readonly silenceMs?: number | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** How whoever asks may say who he is, as a refusal tells; null where it tells nothing. */
  readonly challenge: string | null;
  /** Where it sends on to whoever asks; null where it does not. */
  readonly location?: string | null;
}

/** What is asked of a server that answers in JSON. */
export interface JsonAsked {
  readonly expected?: ReadonlySet<number>;
  /** Some services say by nothing that there is nothing to say: it reads as an object without fields. */
  readonly mayBeEmpty?: boolean;
  readonly prepare?: (text: string) => string;
  /** What is said of an answer that is no JSON. */
  readonly unreadable: string;
}

/** An answer of which the head has come: what it holds is read as it comes, or `body.destroy()` ends it. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** A request that a server, or what stands before it, did not take. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly status: number;
  /** The whole answer. */
  readonly body: string;
  readonly challenge: string | null;
  readonly location: string | null;

  constructor({ status, text, challenge, location = null }: HttpAnswer) {
    // What follows the first line is a server's own stack.
    super((text.split('\n')[0] ?? '').slice(0, 1000));
    this.status = status;
    this.body = text;
    this.challenge = challenge;
    this.location = location;
  }
}

/** An answer that has to be asked for in another way. */
export class TooLargeAnswer extends EngineError {
  override name = 'TooLargeAnswer';
}

/** The server, or what stands before it, asks to come again. */
export const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Servers aim at less; more is a row with long texts. */
const largestAnswer = 16 * 1024 * 1024;
/** Bytes of an error. */
const largestRefusal = 64 * 1024;
const firstPauseMs = 100;
const longestPauseMs = 2000;
const maxRepeats = 10;
const maxReconnects = 2;
const unpack = promisify(gunzip);

/** One server that is asked over HTTP; no answer of it is larger than 16 MB. */
export class HttpServer {
  isClosed = false;
  private readonly agent: Agent;

  constructor(private readonly settings: AgentSettings) {
    this.agent = createGuardedAgent(settings);
  }

  /** How its connections are used. */
  get figures(): PoolFigures {
    return figuresOf(this.agent);
  }

  /** Whatever the server answers. Rejects where it does not. */
  async send(question: HttpQuestion): Promise<HttpAnswer> {
    return readAnswer(await this.request(question));
  }

  /**
   * An answer that is as long as it likes to be, for who reads it in bounded portions. One whose status is not 200 is read whole,
   * and is a `RefusedRequest`.
   */
  async open(question: HttpQuestion): Promise<OpenAnswer> {
    const response = await this.request(question);
    const { statusCode: status = 0, headers } = response;
    if (!ok.has(status)) throw new RefusedRequest(await readRefusal(response));
    return { status, headers, body: unpacked(response) };
  }

  /**
   * An answer with a status of `expected`; a `RefusedRequest` for any other. What a lost connection or a busy server did not
   * answer is asked again, some times: only what may be done twice is asked by this.
   */
  ask(question: HttpQuestion, expected: ReadonlySet<number> = ok): Promise<HttpAnswer> {
    return repeatedly(question.signal, busyStatuses, async () => {
      const answer = await this.send(question);
      if (!expected.has(answer.status)) throw new RefusedRequest(answer);
      return answer;
    });
  }

  /** The same of an answer in JSON, which is parsed in portions while it comes. */
  askJson<T>(
    question: HttpQuestion,
    { expected = ok, ...asked }: JsonAsked,
  ): Promise<{ readonly status: number; readonly value: T }> {
    return repeatedly(question.signal, busyStatuses, async () => {
      const response = await this.request(question);
      const { statusCode: status = 0 } = response;
      if (!expected.has(status)) throw new RefusedRequest(await readRefusal(response));
      // The documented shapes of the services' answers; what is missing reads as nothing.
      return { status, value: (await readValue(response, asked)) as T };
    });
  }

  private async request({
    method,
    path,
    headers = {},
    body,
    signal,
    silenceMs,
  }: HttpQuestion): Promise<IncomingMessage> {
    const { host, port, tlsMode, authorize } = this.settings;
    const own = authorize ? { Authorization: await authorize(signal) } : {};
    return new Promise((resolve, reject) => {
      const send = tlsMode === 'disable' ? requestPlain : requestTls;
      const request = send(
        {
          ...{ agent: this.agent, host, port, method, path },
          headers: { 'Accept-Encoding': 'gzip', ...own, ...headers },
          ...(signal ? { signal } : {}),
        },
        resolve,
      );
      request.on('error', reject);
      if (silenceMs !== undefined) endAfter(request, silenceMs);
      request.end(body);
    });
  }

  close(): void {
    this.isClosed = true;
    this.agent.destroy();
  }
}

/** What was sent to a machine that is gone is sent again by the system for a quarter of an hour, and no probe goes out meanwhile. */
function endAfter(request: ClientRequest, silenceMs: number): void {
  const timer = setTimeout(
    () => request.destroy(Object.assign(new Error('no answer came'), { code: 'ECONNRESET' })),
    silenceMs,
  );
  for (const event of ['response', 'close']) request.once(event, () => clearTimeout(timer));
}

const ok: ReadonlySet<number> = new Set([200]);

/** Asks again, some times, what a lost connection or a server with such a status did not answer. */
export async function repeatedly<T>(
  signal: AbortSignal | undefined,
  busy: ReadonlySet<number>,
  work: () => Promise<T>,
): Promise<T> {
  let waitMs = firstPauseMs;
  let reconnects = 0;
  let lost: unknown = null;
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof RefusedRequest && busy.has(error.status);
      reconnects += isBusy ? 0 : 1;
      const isOver = isBusy ? repeats >= maxRepeats : !isLostConnection(error) || reconnects > maxReconnects;
      if (signal?.aborted || isOver) throw afterLoss(lost, error);
      lost = isBusy ? null : error;
    }
    await pause(waitMs, undefined, signal ? { signal } : {});
    waitMs = Math.min(longestPauseMs, waitMs * 2);
  }
}

/** Whether another connection may do what this one could not. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === 'ECONNRESET' || code === 'EPIPE' || /socket hang up/i.test(error.message);
}

function unpacked(response: IncomingMessage): Readable {
  const isPacked = response.headers['content-encoding'] === 'gzip';
  return isPacked ? pipeline(response, createGunzip(), () => {}) : response;
}

async function readValue(response: IncomingMessage, asked: Omit<JsonAsked, 'expected'>): Promise<unknown> {
  const unreadable = () => new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: asked.unreadable });
  const reading = { ...asked, isObject: true };
  const value = await readJson(bounded(unpacked(response)), reading).catch((error: unknown) => {
    if (error instanceof TooManyValues) throw tooManyValues();
    throw error instanceof SyntaxError ? unreadable() : error;
  });
  if (value === undefined && !asked.mayBeEmpty) throw unreadable();
  return value ?? {};
}

async function* bounded(body: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > largestAnswer) throw tooLarge();
    yield part;
  }
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    length += part.length;
    if (length > largestAnswer) throw tooLarge();
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const plain = isPacked ? await unpack(bytes, { maxOutputLength: largestAnswer }).catch(toTooLarge) : bytes;
  const challenge = response.headers['www-authenticate'] ?? null;
  return {
    status: response.statusCode ?? 0,
    text: plain.toString('utf8'),
    challenge,
    location: response.headers.location ?? null,
  };
}

/** What it says beyond some length is passed over. */
async function readRefusal(response: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of unpacked(response)) {
    parts.push(part);
    length += part.length;
    if (length > largestRefusal) break;
  }
  const { statusCode: status = 0, headers } = response;
  return {
    status,
    text: Buffer.concat(parts).toString('utf8'),
    challenge: headers['www-authenticate'] ?? null,
    location: headers.location ?? null,
  };
}

function toTooLarge(error: unknown): never {
  throw error instanceof RangeError ? tooLarge() : error;
}

function tooManyValues(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'A list in the answer has more than a million values. Read fewer rows, or shorten lists.',
  });
}

function tooLarge(): EngineError {
  return new TooLargeAnswer({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'A part of the answer is larger than 16 MB. Read fewer columns, or shorten long texts.',
  });
}
