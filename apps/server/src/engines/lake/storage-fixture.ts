import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A storage that speaks as S3 does, and looks at each signature, for tests. */
export interface TestStorage {
  readonly port: number;
  readonly objects: Map<string, Buffer>;
  /** What was asked: method, path, range. */
  readonly asked: string[];
  /** Answers in place of the storage's own, while it is set. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  readonly end: () => Promise<void>;
}

export const testKey = { id: 'AKIDTEST', secret: 'a/secret+key' } as const;
const region = 'eu-test-1';
const shortPage = 3;

export async function startStorage(bucket: string, pageSize = shortPage): Promise<TestStorage> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const state: { answer: TestStorage['answer'] } = { answer: null };
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trim());
    if (state.answer?.(request, response)) return;
    const problem = findSignatureProblem(request);
    if (problem) return refuse(response, 403, problem);
    const url = new URL(request.url ?? '/', 'http://storage');
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'PUT') return put(request, response, { objects, key });
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (key === '') return list(response, objects, { query: url.searchParams, pageSize });
    return give(request, response, objects.get(key));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    objects,
    asked,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    end: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function put(
  request: IncomingMessage,
  response: ServerResponse,
  { objects, key }: { readonly objects: Map<string, Buffer>; readonly key: string },
): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    objects.set(key, Buffer.concat(parts));
    response.end();
  });
}

function refuse(response: ServerResponse, status: number, code: string): unknown {
  return response
    .writeHead(status)
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

function etagOf(data: Buffer): string {
  return `"${createHash('md5').update(data).digest('hex')}"`;
}

function list(
  response: ServerResponse,
  objects: ReadonlyMap<string, Buffer>,
  { query, pageSize }: { readonly query: URLSearchParams; readonly pageSize: number },
): unknown {
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const start = Number(query.get('continuation-token') ?? 0);
  const page = keys.slice(start, start + pageSize);
  const entries = page.map((key) => {
    const data = objects.get(key) ?? Buffer.alloc(0);
    const written = encodeURIComponent(key).replaceAll('%20', '+');
    return `<Contents><Key>${written}</Key><ETag>${etagOf(data).replaceAll('"', '&quot;')}</ETag><Size>${data.length}</Size><LastModified>${new Date().toISOString()}</LastModified></Contents>`;
  });
  const isTruncated = start + pageSize < keys.length;
  const next = isTruncated ? `<NextContinuationToken>${start + pageSize}</NextContinuationToken>` : '';
  return response.end(
    `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`,
  );
}

function give(request: IncomingMessage, response: ServerResponse, data: Buffer | undefined): unknown {
  if (!data) return refuse(response, 404, 'NoSuchKey');
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && wanted !== etagOf(data)) return refuse(response, 412, 'PreconditionFailed');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const headers = { ETag: etagOf(data), 'Accept-Ranges': 'bytes' };
  if (!range) {
    response.writeHead(200, { ...headers, 'Content-Length': data.length });
    return response.end(request.method === 'HEAD' ? undefined : data);
  }
  const part = data.subarray(Number(range[1]), range[2] ? Number(range[2]) + 1 : undefined);
  return response.writeHead(206, { ...headers, 'Content-Length': part.length }).end(part);
}

/** Signature version 4, worked out anew from what came. */
function findSignatureProblem(request: IncomingMessage): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, id, day = '', place, names = '', signature = ''] = match;
  if (id !== testKey.id) return 'InvalidAccessKeyId';
  if (place !== region) return 'AuthorizationHeaderMalformed';
  const text = toSignedText(request, { day, names });
  const key = ['aws4_request', 's3', region, day].reduceRight<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${testKey.secret}`,
  );
  const own = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(own, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function toSignedText(
  request: IncomingMessage,
  { day, names }: { readonly day: string; readonly names: string },
): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    headers.join(''),
    names,
    String(request.headers['x-amz-content-sha256']),
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  return ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hash].join('\n');
}
