import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, fieldError, readFlag } from '../../http/index.ts';
import type { StagedFile } from './staging.ts';

interface FormFile {
  readonly name: string;
  readonly stream: MultipartFile['file'];
}

export interface ReadForm {
  readonly file: StagedFile;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads a form with one file; the file's bytes go straight where `take` puts them. */
export async function readForm(
  request: FastifyRequest,
  take: (file: FormFile) => Promise<StagedFile>,
): Promise<ReadForm> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', {
      params: { message: "Request MIME type is not 'multipart/form-data'" },
    });
  let file: StagedFile | undefined;
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts({ limits: { files: 1 } })) {
    if (part.type === 'file') file = await take({ name: unescapedName(part.filename), stream: part.file });
    else fields[part.fieldname] = readValue(part.fieldname, part.value);
  }
  if (!file) throw fieldError({ file: ['Missing data for required field.'] }, 400);
  return { file, fields };
}

/** Browsers write quotes and line ends in the names of files so; nothing else, not even the percent sign. */
function unescapedName(name: string): string {
  return name.replace(/%(22|0D|0A)/g, (code) => decodeURIComponent(code));
}

const flags = new Set(['has_header']);

/** Forms carry texts only. */
function readValue(name: string, value: unknown): unknown {
  if (value === '') return null;
  return flags.has(name) ? (readFlag(value) ?? value) : value;
}
