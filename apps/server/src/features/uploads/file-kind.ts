import { basename, extname } from 'node:path';
import type { FileFormat } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';

export function uploadError(message: string): AppError {
  return new AppError('UPLOAD_ERROR', { params: { message } });
}

/** The last part of a file's name, whatever path it claims. */
export function plainName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
    .replace(/\p{Cc}/gu, '')
    .trim();
  return last === '' || last === '.' || last === '..' ? 'file' : last.slice(0, 200);
}

const byExtension: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.parquet': 'parquet',
  '.pq': 'parquet',
  '.json': 'json',
  '.jsonl': 'json',
  '.ndjson': 'json',
  '.geojson': 'json',
  '.xlsx': 'xlsx',
};

export interface FileKind {
  readonly format: FileFormat;
  /** What the staged file's name must end with. */
  readonly extension: string;
}

const known = 'Upload a CSV, TSV, JSON, Parquet or Excel (.xlsx) file; text files may be compressed with gzip.';

/** What a file is, by its first bytes and its name; what it only claims to be is refused with words that say so. */
export function sniffKind(name: string, head: Uint8Array): FileKind {
  if (head.length === 0)
    throw uploadError(`The file ${name} is empty. Choose a file with at least a line of column names.`);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const inner = isGzip ? name.replace(/\.gz(ip)?$/i, '') : name;
  const claimed = byExtension[extname(inner).toLowerCase()];
  const format = byContent(name, head) ?? (isGzip ? claimed : byClaim(name, claimed, head));
  if (!format) throw uploadError(`${name} is not of a kind that can be loaded. ${known}`);
  return { format, extension: `.${format}${isGzip ? '.gz' : ''}` };
}

function byContent(name: string, head: Uint8Array): FileFormat | undefined {
  const start = (text: string) => [...text].every((letter, at) => head[at] === letter.charCodeAt(0));
  if (start('PAR1')) return 'parquet';
  if (start('PK\u0003\u0004') && /\.zip$/i.test(name))
    throw uploadError(`${name} is a ZIP archive. Unpack it, and upload the file that is in it. ${known}`);
  if (start('PK\u0003\u0004')) return 'xlsx';
  if (start('\u00d0\u00cf\u0011\u00e0'))
    throw uploadError('This is a workbook of the old Excel format (.xls). Save it as .xlsx and upload that.');
  if (start('%PDF')) throw uploadError(`This is a PDF document, which holds no table that can be read. ${known}`);
  return undefined;
}

function byClaim(name: string, claimed: FileFormat | undefined, head: Uint8Array): FileFormat | undefined {
  if (claimed === 'parquet') throw uploadError(`${name} is called Parquet but is not a Parquet file. Export it again.`);
  if (claimed === 'xlsx')
    throw uploadError(`${name} is called an Excel workbook but is not one. Save it as .xlsx again.`);
  if (claimed) return claimed;
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (!hasMark && head.includes(0)) return undefined;
  const text = new TextDecoder().decode(head).trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return 'json';
  return /[,;\t|]/.test(text.split('\n')[0] ?? '') ? 'csv' : undefined;
}

/** A name for a table, made from the file's: small letters, digits and underscores. */
export function toTableName(fileName: string): string {
  const stem = fileName.replace(/\.gz(ip)?$/i, '').replace(/\.[^.]+$/, '');
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  if (plain === '') return 'upload';
  return /^\d/.test(plain) ? `t_${plain}` : plain;
}
