import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { FileCube, FileQuestion, OfflineFile } from '@powerset/contract';
import { answersText, type PackedCube, tableText } from '../../../answers/index.ts';
import { openObject } from '../../../json/index.ts';
import type { PackedQuestion } from './questions.ts';

export interface FileContent {
  readonly facts: Omit<OfflineFile, 'questions' | 'texts'>;
  /** As JSON. */
  readonly texts: string;
  readonly questions: readonly PackedQuestion[];
}

/** More is no file to be sent around. */
const mostBytes = 12 * 1024 * 1024;

/** The content as compressed JSON; null where it would be too large. Written in portions, between which others get their turn. */
export async function compressContent(content: FileContent, signal: AbortSignal): Promise<Buffer | null> {
  const gzip = createGzip({ level: 6 });
  const pieces: Buffer[] = [];
  let bytes = 0;
  gzip.on('data', (piece: Buffer) => {
    bytes += piece.length;
    pieces.push(piece);
  });
  try {
    for await (const text of contentText(content)) {
      signal.throwIfAborted();
      if (bytes > mostBytes) return null;
      if (!gzip.write(text)) await once(gzip, 'drain');
    }
    gzip.end();
    await once(gzip, 'end');
  } finally {
    gzip.destroy();
  }
  return bytes > mostBytes ? null : Buffer.concat(pieces);
}

async function* contentText({ facts, texts, questions }: FileContent): AsyncGenerator<Buffer | string> {
  yield openObject<Omit<OfflineFile, 'questions'>, 'texts'>(facts, 'texts');
  yield `${texts},"questions":[`;
  for (const [at, question] of questions.entries()) {
    if (at > 0) yield ',';
    yield* questionText(question);
  }
  yield ']}';
}

async function* questionText({ answers, cubes, ...facts }: PackedQuestion): AsyncGenerator<Buffer | string> {
  yield openObject<Omit<FileQuestion, 'cubes'>, 'answers'>(facts, 'answers');
  yield '[';
  for (const [at, { queries, results }] of answers.entries()) {
    yield `${at > 0 ? ',' : ''}${openObject<FileQuestion['answers'][number], 'results'>({ queries }, 'results')}`;
    yield* answersText(results);
    yield '}';
  }
  yield '],"cubes":[';
  for (const [at, list] of cubes.entries()) {
    yield at > 0 ? ',[' : '[';
    for (const [place, cube] of list.entries()) {
      if (place > 0) yield ',';
      yield* cubeText(cube);
    }
    yield ']';
  }
  yield ']}';
}

async function* cubeText({
  dimensions,
  query,
  needsAllRows,
  isRaw = false,
  facts,
  table,
}: PackedCube): AsyncGenerator<Buffer | string> {
  yield openObject<FileCube, 'sliced'>({ dimensions, query, needsAllRows, isRaw }, 'sliced');
  yield openObject<FileCube['sliced'], 'table'>(facts, 'table');
  yield* tableText(table);
  yield '}}';
}
