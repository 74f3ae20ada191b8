import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { QueryRun } from '../../query-runs/index.ts';
import type { ResultFile, ResultFormat } from './results.ts';

const mediaTypes: Readonly<Record<ResultFormat, string>> = {
  arrow: 'application/vnd.apache.arrow.stream',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export interface FileAnswer {
  readonly reply: FastifyReply;
  readonly file: ResultFile;
  readonly format: ResultFormat;
  readonly run: QueryRun;
  readonly now: Date;
  /** Instead of the usual one. */
  readonly name?: string | null;
}

/** Streams a file of a result and removes it afterwards, whether it was read to its end or not. */
export async function sendResultFile({ reply, file, format, run, now, name }: FileAnswer): Promise<FastifyReply> {
  const { size } = await stat(file.path);
  const stream = createReadStream(file.path);
  stream.once('close', () => void file.remove());
  return reply
    .header('content-disposition', toDisposition(name ? withEnding(name, format) : `${toFileName(run, now)}.${format}`))
    .header('content-length', size)
    .header('cache-control', 'no-store')
    .header('x-no-compression', '1')
    .type(mediaTypes[format])
    .send(stream);
}

/** A caller's name for a file: no folder, and with the ending that says what is in it. */
function withEnding(name: string, format: string): string {
  const plain = name.replace(/[\p{C}/\\]+/gu, '_').trim();
  return plain.toLowerCase().endsWith(`.${format}`) ? plain : `${plain}.${format}`;
}

/** `sqllab_{tab}_{timestamp}`. */
function toFileName(run: QueryRun, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '');
  const tab = (run.tab_name ?? 'query').trim().replace(/[^\p{L}\p{N}._-]+/gu, '_');
  return `sqllab_${tab}_${stamp}`;
}

function toDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
