import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { Message, raw, resultOf } from './answers.ts';
import { nullable, optional, optionalText } from './fields.ts';
import { IdParams } from './lists.ts';
import { givenName } from './names.ts';
import { WireTable } from './result-tables.ts';

/** How a file is read; what is left out is detected. */
export const FileReadingOptions = Type.Object(
  {
    delimiter: optionalText(8),
    has_header: optional(Type.Boolean()),
    /** Lines above the table: a title, comments. */
    skip_rows: optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    date_format: optionalText(64),
    timestamp_format: optionalText(64),
    /** Texts that mean that there is no value, besides the empty one. */
    null_values: Type.Optional(nullable(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 50 }))),
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
  { additionalProperties: false },
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

export const RejectedUploadLine = Type.Object({
  /** 1-based line of the file; of JSON, Parquet and XLSX the row. */
  line: Type.Number(),
  column: nullable(Type.String()),
  message: Type.String(),
  text: Type.String(),
});
export type RejectedUploadLine = Wire<typeof RejectedUploadLine>;

/** What a staged file looks like before it is loaded. */
export const UploadPreview = Type.Object({
  upload_id: Type.String(),
  file_name: Type.String(),
  format: Type.Union([
    Type.Literal('csv'),
    Type.Literal('tsv'),
    Type.Literal('parquet'),
    Type.Literal('json'),
    Type.Literal('xlsx'),
  ]),
  size: Type.Number(),

  /** A name for the table, made from the file's. */
  table_name: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), detected_type: Type.String() })),
  rows: WireTable,
  rejected: Type.Array(RejectedUploadLine),
  rejected_count: Type.Number(),
  row_estimate: nullable(Type.Number()),
  encoding: nullable(Type.String()),
  delimiter: nullable(Type.String()),
  has_header: nullable(Type.Boolean()),
  date_format: nullable(Type.String()),

  /** Words that keep columns from being numbers or dates, and usually mean that there is no value. */
  missing_words: Type.Array(Type.String()),
  sheets: Type.Array(Type.String()),
});
export type UploadPreview = Wire<typeof UploadPreview>;

export const UploadState = Type.Union([
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
]);
export type UploadState = Wire<typeof UploadState>;

/** What a load brought. */
export const UploadResult = Type.Object({
  dataset_id: Type.Number(),
  table_name: Type.String(),
  schema: Type.String(),
  row_count: Type.Number(),
  rejected_count: Type.Number(),
  rejected: Type.Array(RejectedUploadLine),
});
export type UploadResult = Wire<typeof UploadResult>;

export const UploadJob = Type.Object({
  job_id: Type.String(),
  state: UploadState,

  /** 0 to 1. */
  progress: Type.Number(),

  /** About how many rows have been read so far, while it runs and when that is known. */
  rows_read: nullable(Type.Number()),
  error: nullable(Type.String()),
  result: nullable(UploadResult),
});
export type UploadJob = Wire<typeof UploadJob>;

const tag = 'Database';
const access = { verb: 'can_upload', view: 'Database' } as const;
const UploadParams = Type.Object({ id: Type.String(), uploadId: Type.String({ maxLength: 64 }) });
const JobParams = Type.Object({ id: Type.String(), jobId: Type.String({ maxLength: 64 }) });

/** A sheet of a file, or the file where it has none. */
const WireFileItem = Type.Object({ sheet_name: nullable(Type.String()), column_names: Type.Array(Type.String()) });
export type WireFileItem = Wire<typeof WireFileItem>;

export const uploadOperations = {
  describe: {
    id: 'database.describe_file',
    summary: 'Tells the columns of a file, sheet by sheet, and forgets the file',
    tag,
    access,
    bodyKind: 'multipart',
    answers: { 200: resultOf(Type.Object({ items: Type.Array(WireFileItem) })) },
  },
  stage: {
    id: 'database.upload_metadata',
    summary: 'Takes a file and tells its columns, first rows and lines that cannot be read',
    tag,
    access,
    params: IdParams,
    bodyKind: 'multipart',
    answers: { 200: resultOf(UploadPreview) },
  },
  preview: {
    id: 'database.upload_preview',
    summary: 'Reads a taken file again in another way',
    tag,
    access,
    params: UploadParams,
    body: PreviewBody,
    answers: { 200: resultOf(UploadPreview) },
  },
  discard: {
    id: 'database.upload_discard',
    summary: 'Forgets a taken file',
    tag,
    access,
    params: UploadParams,
    answers: { 200: Message },
  },
  /** JSON names a taken file and answers a job; a form carries the file itself and answers when it is loaded. */
  upload: {
    id: 'database.upload',
    summary: 'Loads a file into a table and makes its dataset',
    tag,
    access,
    params: IdParams,
    bodyKind: 'multipart',
    jsonBody: UploadBody,
    answers: { 201: Type.Object({ ...Message.properties, result: UploadResult }), 202: resultOf(UploadJob) },
  },
  job: {
    id: 'database.upload_job',
    summary: 'How far a load is',
    tag,
    access,
    params: JobParams,
    answers: { 200: resultOf(UploadJob) },
  },
  rejected: {
    id: 'database.upload_rejected',
    summary: 'The lines that a load could not read, as CSV; kept for a day, or until the server stops',
    tag,
    access,
    params: JobParams,
    answers: { 200: raw('text/csv', 'The lines') },
  },
  cancel: {
    id: 'database.upload_cancel',
    summary: 'Stops a load; nothing of it stays',
    tag,
    access,
    params: JobParams,
    answers: { 200: Message },
  },
} as const satisfies Operations;
