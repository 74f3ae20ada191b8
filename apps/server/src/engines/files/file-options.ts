import { type RejectedUploadLine, type ResultTable, uploadColumnTypes } from '@powerset/contract';

/** What stands before the decimals of a number. */
export type DecimalMark = '.' | ',';

export type FileFormat = 'csv' | 'tsv' | 'parquet' | 'json' | 'xlsx';

/** How a file is read; what is left out is detected. */
export interface FileReading {
  readonly delimiter?: string;
  readonly hasHeader?: boolean;
  /** Lines above the table: a title, comments. */
  readonly skipLines?: number;
  /** As DuckDB's strptime writes them, for example `%d.%m.%Y`. */
  readonly dateFormat?: string;
  readonly timestampFormat?: string;
  readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Texts that mean that there is no value, besides the empty one; of files of separated values and XLSX. */
  readonly nullTexts?: readonly string[];
  /** The other one of the two groups thousands. */
  readonly decimalMark?: DecimalMark;
  /** Of an XLSX file: name or number from 1. */
  readonly sheet?: string | number;
}

export interface FileColumn {
  /** The column's name in the file. */
  readonly source: string;
  /** Its name in the table. */
  readonly name: string;
  /** One of `columnTypes`, or for Parquet and JSON the type it has. */
  readonly type: string;
  /** What the preview found; numbers become times only where it is known that they are numbers. */
  readonly detectedType?: string;
}

/** Types that a column of a file can be given: those that people choose from, and those that files bring. */
export const columnTypes = [...uploadColumnTypes, 'HUGEINT', 'INTEGER', 'UUID'] as const;

export type RejectedLine = RejectedUploadLine;

export interface PreviewArguments extends FileReading {
  readonly path: string;
  readonly format: FileFormat;
  /** Types that were chosen so far, by the column's name in the file: the rows are shown as they would be loaded. */
  readonly chosenTypes?: readonly (readonly [source: string, type: string])[];
}

export interface PreviewColumn {
  readonly name: string;
  readonly detectedType: string;
}

export interface PreviewReply {
  readonly columns: readonly PreviewColumn[];
  readonly rejected: readonly RejectedLine[];
  readonly rejectedCount: number;
  /** Estimated from the file's size; null when that says nothing. */
  readonly rowEstimate: number | null;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly hasHeader: boolean | null;
  readonly dateFormat: string | null;
  readonly isCompressed: boolean;
  /** Words that keep columns from being numbers or dates, and usually mean that there is no value. */
  readonly missingWords: readonly string[];
  /** Names of a workbook's sheets; none for other files. */
  readonly sheets: readonly string[];
}

export interface FilePreview extends PreviewReply {
  /** The first 100 rows, exact. */
  readonly rows: ResultTable;
}

export interface ConvertArguments extends FileReading {
  readonly path: string;
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  /** Where the Parquet file is written. */
  readonly target: string;
  /** Where the lines that cannot be read are written, all of them, as CSV; there is no file when there are none. */
  readonly rejectsTarget?: string;
  /** Whether texts in it that a spreadsheet would run are written so that it does not. */
  readonly defusesFormulas: boolean;
}

export interface ConvertReply {
  readonly rowCount: number;
  readonly rejected: readonly RejectedLine[];
  readonly rejectedCount: number;
}

export interface IngestRequest extends FileReading {
  readonly path: string;
  readonly format: FileFormat;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly FileColumn[];
  readonly ifExists: 'fail' | 'replace' | 'append';
  readonly onProgress?: (fraction: number) => void;
  /** How much of the file has been read. */
  readonly onRead?: (fraction: number) => void;
  readonly rejectsTarget?: string;
  readonly signal?: AbortSignal;
}

export type IngestResult = ConvertReply;
