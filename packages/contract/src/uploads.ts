import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { IdParams } from './lists.ts';
import { givenName } from './names.ts';
import type { WireTable } from './result-tables.ts';

const optionalText = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));

/** How a file is read; what is left out is detected. */
export const FileReadingOptions = Type.Object(
  {
    delimiter: optionalText(8),
    has_header: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    /** Lines above the table: a title, comments. */
    skip_rows: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1000 }), Type.Null()])),
    date_format: optionalText(64),
    timestamp_format: optionalText(64),
    /** Texts that mean that there is no value, besides the empty one. */
    null_values: Type.Optional(
      Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 50 }), Type.Null()]),
    ),
    /** What stands before the decimals of a number; with a comma, points group thousands. */
    decimal_character: Type.Optional(Type.Union([Type.Literal('.'), Type.Literal(','), Type.Null()])),
    encoding: Type.Optional(
      Type.Union([
        Type.Literal('utf-8'),
        Type.Literal('utf-16le'),
        Type.Literal('utf-16be'),
        Type.Literal('windows-1252'),
        Type.Null(),
      ]),
    ),
    sheet: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Integer({ minimum: 1 }), Type.Null()])),
  },
  { additionalProperties: true },
);
export type FileReadingOptions = Static<typeof FileReadingOptions>;

/** Another look into a taken file. */
export const PreviewBody = Type.Object(
  {
    ...FileReadingOptions.properties,
    /** Types that were chosen so far, so that the rows are shown as they would be loaded. */
    column_types: Type.Optional(
      Type.Record(Type.String({ maxLength: 1024 }), Type.String({ minLength: 1, maxLength: 255 })),
    ),
  },
  { additionalProperties: true },
);
export type PreviewBody = Static<typeof PreviewBody>;

export const UploadColumn = Type.Object({
  /** The column's name in the file. */
  source: Type.String({ maxLength: 1024 }),
  /** Its name in the table. */
  name: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ minLength: 1, maxLength: 255 }),
});
export type UploadColumn = Static<typeof UploadColumn>;

export const UploadBody = Type.Object(
  {
    ...FileReadingOptions.properties,
    upload_id: Type.String({ minLength: 1, maxLength: 64 }),
    table_name: givenName(250),
    schema: optionalText(250),
    already_exists: Type.Optional(Type.Union([Type.Literal('fail'), Type.Literal('replace'), Type.Literal('append')])),
    columns: Type.Array(UploadColumn, { minItems: 1, maxItems: 5000 }),
  },
  { additionalProperties: true },
);
export type UploadBody = Static<typeof UploadBody>;

/** Types that a person can choose for a column of a file. */
export const uploadColumnTypes = [
  'VARCHAR',
  'BIGINT',
  'DOUBLE',
  'DECIMAL(18,4)',
  'BOOLEAN',
  'DATE',
  'TIMESTAMP',
  'TIME',
] as const;

export interface RejectedUploadLine {
  /** 1-based line of the file; of JSON, Parquet and XLSX the row. */
  readonly line: number;
  readonly column: string | null;
  readonly message: string;
  readonly text: string;
}

/** What a staged file looks like before it is loaded. */
export interface UploadPreview {
  readonly upload_id: string;
  readonly file_name: string;
  readonly format: 'csv' | 'tsv' | 'parquet' | 'json' | 'xlsx';
  readonly size: number;
  /** A name for the table, made from the file's. */
  readonly table_name: string;
  readonly columns: readonly { readonly name: string; readonly detected_type: string }[];
  readonly rows: WireTable;
  readonly rejected: readonly RejectedUploadLine[];
  readonly rejected_count: number;
  readonly row_estimate: number | null;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly has_header: boolean | null;
  readonly date_format: string | null;
  /** Words that keep columns from being numbers or dates, and usually mean that there is no value. */
  readonly missing_words: readonly string[];
  readonly sheets: readonly string[];
}

export type UploadState = 'running' | 'done' | 'failed' | 'cancelled';

export interface UploadJob {
  readonly job_id: string;
  readonly state: UploadState;
  /** 0 to 1. */
  readonly progress: number;
  /** About how many rows have been read so far, while it runs and when that is known. */
  readonly rows_read: number | null;
  readonly error: string | null;
  readonly result: {
    readonly dataset_id: number;
    readonly table_name: string;
    readonly schema: string;
    readonly row_count: number;
    readonly rejected_count: number;
    readonly rejected: readonly RejectedUploadLine[];
  } | null;
}

const tag = 'Database';
const access = { verb: 'can_upload', view: 'Database' } as const;
const UploadParams = Type.Object({ id: Type.String(), uploadId: Type.String({ maxLength: 64 }) });
const JobParams = Type.Object({ id: Type.String(), jobId: Type.String({ maxLength: 64 }) });

export const uploadEndpoints = {
  stage: defineEndpoint({
    id: 'database.upload_metadata',
    method: 'POST',
    path: '/api/v1/database/:id/upload_metadata/',
    summary: 'Takes a file and tells its columns, first rows and lines that cannot be read',
    tag,
    access,
    params: IdParams,
    bodyKind: 'multipart',
  }),
  preview: defineEndpoint({
    id: 'database.upload_preview',
    method: 'POST',
    path: '/api/v1/database/:id/upload_metadata/:uploadId',
    summary: 'Reads a taken file again in another way',
    tag,
    access,
    params: UploadParams,
    body: PreviewBody,
  }),
  discard: defineEndpoint({
    id: 'database.upload_discard',
    method: 'DELETE',
    path: '/api/v1/database/:id/upload_metadata/:uploadId',
    summary: 'Forgets a taken file',
    tag,
    access,
    params: UploadParams,
  }),
  /** JSON names a taken file and answers a job; a form carries the file itself and answers when it is loaded. */
  upload: defineEndpoint({
    id: 'database.upload',
    method: 'POST',
    path: '/api/v1/database/:id/upload/',
    summary: 'Loads a file into a table and makes its dataset',
    tag,
    access,
    params: IdParams,
    bodyKind: 'multipart',
  }),
  job: defineEndpoint({
    id: 'database.upload_job',
    method: 'GET',
    path: '/api/v1/database/:id/upload/:jobId',
    summary: 'How far a load is',
    tag,
    access,
    params: JobParams,
  }),
  rejected: defineEndpoint({
    id: 'database.upload_rejected',
    method: 'GET',
    path: '/api/v1/database/:id/upload/:jobId/rejected',
    summary: 'The lines that a load could not read, as CSV; kept for a day, or until the server stops',
    tag,
    access,
    params: JobParams,
  }),
  cancel: defineEndpoint({
    id: 'database.upload_cancel',
    method: 'DELETE',
    path: '/api/v1/database/:id/upload/:jobId',
    summary: 'Stops a load; nothing of it stays',
    tag,
    access,
    params: JobParams,
  }),
} as const;
