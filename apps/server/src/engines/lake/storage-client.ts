import type { Agent, IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import aws4 from 'aws4';
import type { NetworkPolicy } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import { createGuardedAgent, isLostConnection, toConnectionError } from '../remote/index.ts';
import { lakeError } from './source.ts';
import type { StoragePlace } from './uri.ts';

export interface StorageSettings extends StoragePlace {
  readonly secretKey: string | null;
  readonly serverCertificate: string | null;
  readonly policy: NetworkPolicy;
}

export interface StorageQuestion {
  /** Of the bucket; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An object that is not the one that was listed. */
export class ObjectChanged extends Error {
  override name = 'ObjectChanged';
}

export function isObjectGone(error: unknown): boolean {
  return error instanceof ObjectChanged;
}

export interface StoragePutting extends Pick<StorageQuestion, 'key' | 'signal'> {
  readonly bytes: number;
  /** Opened anew for each try. */
  readonly body: () => Readable;
}

/** What is done with an object. */
interface Sending extends StorageQuestion {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly body?: () => Readable;
}

/** Without a sign of life for so long. */
const silenceMs = 20_000;
const largestText = 4 * 1024 * 1024;
const maxTries = 4;
const firstPauseMs = 200;
const done: ReadonlySet<number> = new Set([200, 204, 206]);
const busy: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Asks a storage, each question signed; whatever it refuses is said in words for people, and never with a key. */
export class StorageClient {
  private readonly agent: Agent;

  constructor(private readonly settings: StorageSettings) {
    const { host, port, isEncrypted, serverCertificate, policy } = settings;
    const tlsMode = isEncrypted ? 'verify' : 'disable';
    this.agent = createGuardedAgent({ host, port, tlsMode, serverCertificate, policy });
  }

  /** An answer whose body has still to be read, with the status 200 or 206. */
  get(question: StorageQuestion): Promise<IncomingMessage> {
    return this.ask({ ...question, method: 'GET' });
  }

  /** Keeps an object; what is sent is not hashed beforehand, which the storage is told. */
  async put({ key, bytes, body, signal }: StoragePutting): Promise<void> {
    const headers = { 'Content-Length': String(bytes), 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' };
    await this.finish({ method: 'PUT', key, headers, body, signal });
  }

  /** Removes an object, whether it is there or not. */
  remove(question: Pick<StorageQuestion, 'key' | 'signal'>): Promise<void> {
    return this.finish({ ...question, method: 'DELETE' });
  }

  private async finish(sending: Sending): Promise<void> {
    const answer = await this.ask(sending);
    await readText(answer).catch((error: unknown) => {
      throw this.toFailure(error);
    });
  }

  private async ask(question: Sending): Promise<IncomingMessage> {
    let waitMs = firstPauseMs;
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await this.send(question);
        if (done.has(answer.statusCode ?? 0)) return answer;
        const text = await readText(answer);
        if (!busy.has(answer.statusCode ?? 0) || tries >= maxTries) throw this.toRefusal(answer.statusCode ?? 0, text);
      } catch (error) {
        question.signal.throwIfAborted();
        if (!isLostConnection(error) || tries >= maxTries) throw this.toFailure(error);
      }
      await pause(waitMs, undefined, { signal: question.signal });
      waitMs *= 2;
    }
  }

  async getText(question: StorageQuestion): Promise<string> {
    const answer = await this.get(question);
    return readText(answer).catch((error: unknown) => {
      throw this.toFailure(error);
    });
  }

  /** What the network said, in words. */
  toFailure(error: unknown): unknown {
    if (error instanceof EngineError || error instanceof ObjectChanged) return error;
    const { host, port } = this.settings;
    if (error instanceof SilentStorage)
      return lakeError('CONNECTION_DATABASE_TIMEOUT', `The storage "${host}" does not answer.`);
    return toConnectionError(error, { host, port }) ?? error;
  }

  close(): void {
    this.agent.destroy();
  }

  private send({ method, key, query = {}, headers = {}, body, signal }: Sending): Promise<IncomingMessage> {
    const { host, port, isEncrypted, bucket, region, accessKeyId, secretKey } = this.settings;
    const asked = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
    const path = `/${encode(bucket)}/${key.split('/').map(encode).join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`;
    const isUsual = port === (isEncrypted ? 443 : 80);
    const plain = { method, path, headers: { ...headers, Host: isUsual ? host : `${host}:${port}` } };
    const signed =
      accessKeyId === null
        ? plain
        : aws4.sign({ ...plain, service: 's3', region }, { accessKeyId, secretAccessKey: secretKey ?? '' });
    return new Promise((resolve, reject) => {
      const ask = isEncrypted ? requestTls : requestPlain;
      const request = ask(
        { agent: this.agent, host, port, method, path, headers: { ...signed.headers }, signal },
        resolve,
      );
      request.setTimeout(silenceMs, () => request.destroy(new SilentStorage()));
      request.on('error', reject);
      if (!body) request.end();
      else pipeline(body(), request).catch(reject);
    });
  }

  private toRefusal(status: number, text: string): Error {
    if (status === 412) return new ObjectChanged();
    const { bucket, accessKeyId } = this.settings;
    const code = /<Code>([\w.-]{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP ${status}`;
    const region = /<Region>([\w-]{1,40})<\/Region>/.exec(text)?.[1];
    if (code === 'NoSuchBucket')
      return lakeError('CONNECTION_UNKNOWN_DATABASE_ERROR', `There is no bucket "${bucket}".`);
    if (code === 'NoSuchKey' || status === 404) return new ObjectChanged();
    if (region !== undefined)
      return lakeError('CONNECTION_UNKNOWN_DATABASE_ERROR', `The bucket "${bucket}" lies in the region ${region}.`);
    // Where a storage does not say which it is.
    if (code === 'AuthorizationHeaderMalformed')
      return lakeError(
        'CONNECTION_UNKNOWN_DATABASE_ERROR',
        `The bucket "${bucket}" lies in another region. Enter its region.`,
      );
    if (status === 401 || status === 403)
      return lakeError(
        'CONNECTION_ACCESS_DENIED_ERROR',
        accessKeyId === null ? `The storage wants an access key for the bucket "${bucket}".` : this.toKeyProblem(code),
      );
    return oddAnswer(code);
  }

  private toKeyProblem(code: string): string {
    const { bucket } = this.settings;
    if (code === 'InvalidAccessKeyId') return 'The storage does not know this access key.';
    if (code === 'SignatureDoesNotMatch') return 'The secret is not that of this access key.';
    return `The storage does not let this access key read the bucket "${bucket}" (${code}).`;
  }
}

class SilentStorage extends Error {}

function oddAnswer(detail: string): EngineError {
  return lakeError('GENERIC_DB_ENGINE_ERROR', `The storage did not answer as it should (${detail}).`);
}

/** As signatures want it: all but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    bytes += part.length;
    if (bytes > largestText) throw oddAnswer('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
