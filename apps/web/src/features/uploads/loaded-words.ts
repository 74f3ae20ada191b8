import { formatCount } from './file-size.ts';
import type { UploadResult } from './use-upload.ts';

type Translate = (text: string, values: Readonly<Record<string, string>>) => string;

/** What an upload has done, in one sentence. */
export function describeLoaded(result: UploadResult, t: Translate): string {
  const table = result.table_name;
  if (result.row_count === 1) return t('1 row was loaded into {{table}}', { table });
  return t('{{count}} rows were loaded into {{table}}', { count: formatCount(result.row_count), table });
}
