import type { WireFileItem } from '@powerset/contract';
import { AppError } from '../../http/index.ts';
import { readReferenceOptions } from './reference-form.ts';
import { type PreviewTools, previewStaged } from './service.ts';
import type { StagedFile } from './staging.ts';

/** Each is read by itself. */
const mostSheets = 50;

/** The columns of a file, of each of its sheets where it has some, as the reference's form says that it be read. */
export async function describeFile(
  tools: PreviewTools,
  file: StagedFile,
  fields: Readonly<Record<string, unknown>>,
): Promise<readonly WireFileItem[]> {
  const read = (change: object) =>
    previewStaged(tools, file, readReferenceOptions({ ...fields, ...change }, file.format));
  const first = await read({});
  if (first.sheets.length === 0) return [toItem(null, first)];
  const items: WireFileItem[] = [];
  for (const sheet of first.sheets.slice(0, mostSheets)) {
    const preview = await read({ sheet_name: sheet }).catch(orEmpty);
    items.push(preview ? toItem(sheet, preview) : { sheet_name: sheet, column_names: [] });
  }
  return items;
}

/** A sheet without a table is named all the same. */
function orEmpty(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function toItem(sheet: string | null, { columns }: { readonly columns: readonly { readonly name: string }[] }) {
  return { sheet_name: sheet, column_names: columns.map(({ name }) => name) };
}
