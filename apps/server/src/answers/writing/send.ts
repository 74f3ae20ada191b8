import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Compress, type DeflatedPiece, GzipPieces, gzipLevel, wantsGzip } from '../../http/index.ts';
import type { Answer, ReadyBody } from './answer.ts';
import { readParts, rowAnswerParts, type TextPart, wholeText } from './answer-text.ts';
import { GrowingText } from './growing-text.ts';

/** Up to so many cells an answer is sent, and kept ready, in one piece. */
const smallCells = 20_000;
/** Compressing less than this costs more than it saves. */
const compressibleBytes = 2048;
const compression = { level: gzipLevel, chunkSize: 64 * 1024 } as const;

export interface RowAnswer {
  readonly answers: readonly Answer[];
  readonly isShort: boolean;
}

/** Sends the reference's JSON: a small answer as bytes that are kept ready while the answer is, a big one as it is written. */
export async function sendRows(request: FastifyRequest, reply: FastifyReply, rows: RowAnswer): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  const known = findReady(rows);
  if (known) return sendReady(request, reply, known);
  const parts = rowAnswerParts(rows.answers, rows.isShort);
  if (!isSmall(rows.answers)) return sendStream(request, reply, parts);
  const ready: ReadyBody = { ...rows, body: await finishedText(parts), compressed: null };
  const [first] = rows.answers;
  if (first) first.body.ready = ready;
  return sendReady(request, reply, ready);
}

function isSmall(answers: readonly Answer[]): boolean {
  return answers.reduce((cells, { table }) => cells + table.rowCount * table.columns.length, 0) <= smallCells;
}

function findReady({ answers, isShort }: RowAnswer): ReadyBody | null {
  const known = answers[0]?.body.ready;
  if (!known || known.isShort !== isShort || known.answers.length !== answers.length) return null;
  return answers.every((answer, index) => answer === known.answers[index]) ? known : null;
}

const compress = promisify(gzip) as (data: Buffer, options: { readonly level: number }) => Promise<Buffer>;

async function sendReady(request: FastifyRequest, reply: FastifyReply, ready: ReadyBody): Promise<FastifyReply> {
  if (!wantsGzip(request) || ready.body.length < compressibleBytes) return reply.send(ready.body);
  ready.compressed ??= compress(ready.body, { level: compression.level });
  const compressed = await ready.compressed;
  return markGzip(reply).send(compressed);
}

function sendStream(request: FastifyRequest, reply: FastifyReply, parts: readonly TextPart[]): FastifyReply {
  const text = Readable.from(readParts(parts), { objectMode: false });
  if (!wantsGzip(request)) return reply.send(text);
  const compressor = createGzip(compression);
  text.on('error', (error) => compressor.destroy(error));
  compressor.on('close', () => text.destroy());
  return markGzip(reply).send(text.pipe(compressor));
}

function markGzip(reply: FastifyReply): FastifyReply {
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
}

async function finishedText(parts: readonly TextPart[]): Promise<Buffer> {
  for (const part of parts) if (part instanceof GrowingText) await part.finished();
  // Every part is whole now.
  return wholeText(parts)!;
}

/** A stream of JSON lines that lasts until `end`. */
export interface LineStream {
  /** Writes a line when all of it is there; lines never mix. */
  write(parts: readonly TextPart[]): Promise<void>;
  end(): void;
}

interface LineStreamOptions {
  readonly compress: Compress;
  /** A line that stands before all others, however soon those are ready. */
  readonly head?: Buffer;
}

/** Starts an answer of JSON lines. Lines that are ready in the same moment travel together. */
export function openLineStream(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { compress, head }: LineStreamOptions,
): LineStream {
  const { raw } = reply;
  const isCompressed = wantsGzip(request);
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isCompressed ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
  });
  const lines = isCompressed ? compressedLines(raw, compress) : plainLines(raw);
  if (!head) return lines;
  const begun = lines.write([head]);
  return { write: (parts) => begun.then(() => lines.write(parts)), end: () => void begun.then(lines.end, lines.end) };
}

function plainLines(raw: ServerResponse): LineStream {
  const { add, end } = gather<Buffer>(raw, { toBytes: (lines) => Buffer.concat(lines), last: () => noBytes });
  return { write: async (parts) => add(await finishedText(parts)), end };
}

/** What is written leaves at once: the first lines do not wait in a compressor for the last. */
function compressedLines(raw: ServerResponse, compress: Compress): LineStream {
  const stream = new GzipPieces();
  const { add, end } = gather<DeflatedPiece>(raw, {
    toBytes: (pieces) => stream.next(pieces),
    last: () => stream.end(),
  });
  return { write: async (parts) => add(await compress(await finishedText(parts))), end };
}

const noBytes = Buffer.alloc(0);

interface Gathering<Piece> {
  readonly toBytes: (pieces: readonly Piece[]) => Buffer;
  readonly last: () => Buffer;
}

/** Writes what comes in one turn of the event loop in one go, and what comes while that is on its way in the next. */
function gather<Piece>(raw: ServerResponse, { toBytes, last }: Gathering<Piece>) {
  let waiting: Piece[] = [];
  let isWriting = false;
  const takeWaiting = () => {
    const pieces = waiting;
    waiting = [];
    return pieces;
  };
  const flush = () => {
    if (isWriting) return;
    const pieces = takeWaiting();
    if (pieces.length === 0 || raw.destroyed) return;
    isWriting = true;
    raw.write(toBytes(pieces), () => {
      isWriting = false;
      flush();
    });
  };
  return {
    add: (piece: Piece) => {
      if (waiting.push(piece) === 1) setImmediate(flush);
    },
    end: () => {
      const pieces = takeWaiting();
      if (!raw.destroyed) raw.end(Buffer.concat([toBytes(pieces), last()]));
    },
  };
}
