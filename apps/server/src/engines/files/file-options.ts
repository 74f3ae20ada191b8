export type FileFormat = 'csv' | 'tsv' | 'parquet' | 'json' | 'xlsx';

export interface PreviewArguments {
  readonly path: string;
}
export interface PreviewReply {
  readonly rowEstimate: number | null;
}
export interface ConvertArguments {
  readonly path: string;
}
export interface ConvertReply {
  readonly rowCount: number;
}
