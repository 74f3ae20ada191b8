import type { UploadBody, UploadPreview } from '@powerset/contract';

export interface DraftColumn {
  readonly source: string;
  readonly name: string;
  readonly type: string;
  readonly detectedType: string;
  readonly isIncluded: boolean;
}

/** What a person makes of a preview before it is loaded. */
export interface UploadDraft {
  readonly tableName: string;
  readonly schema: string;
  readonly ifExists: 'fail' | 'replace' | 'append';
  readonly columns: readonly DraftColumn[];
}

/** Typing and table name survive when the same file is read in another way. */
export function toDraft(preview: UploadPreview, schema: string, last?: UploadDraft): UploadDraft {
  return {
    tableName: last?.tableName ?? preview.table_name,
    schema: last?.schema ?? schema,
    ifExists: last?.ifExists ?? 'fail',
    columns: preview.columns.map(({ name, detected_type: type }) => {
      const before = last?.columns.find((column) => column.source === name && column.detectedType === type);
      return before ?? { source: name, name, type, detectedType: type, isIncluded: true };
    }),
  };
}

export function changeColumn(draft: UploadDraft, source: string, change: Partial<DraftColumn>): UploadDraft {
  return {
    ...draft,
    columns: draft.columns.map((column) => (column.source === source ? { ...column, ...change } : column)),
  };
}

/** The types that are not as they were detected, for the preview to show. */
export function toColumnTypes({ columns }: UploadDraft): Readonly<Record<string, string>> {
  const changed = columns.filter((column) => column.isIncluded && column.type !== column.detectedType);
  return Object.fromEntries(changed.map(({ source, type }) => [source, type]));
}

export interface DraftProblems {
  readonly tableName: string | null;
  readonly columns: string | null;
}

/** What keeps a draft from being loaded, in the words of the page. */
export function findProblems({ tableName, columns }: UploadDraft, t: (text: string) => string): DraftProblems {
  const names = columns.filter((column) => column.isIncluded).map((column) => column.name.trim().toLowerCase());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  return {
    tableName: tableName.trim() === '' ? t('This is a required field') : null,
    columns: columnProblem(names, twice !== undefined, t),
  };
}

function columnProblem(names: readonly string[], hasTwice: boolean, t: (text: string) => string): string | null {
  if (names.length === 0) return t('Include at least one column.');
  if (names.includes('')) return t('Every column needs a name.');
  return hasTwice ? t('Two columns have the same name. Rename one of them.') : null;
}

export function toUploadBody(preview: UploadPreview, draft: UploadDraft, options: object): UploadBody {
  return {
    ...options,
    upload_id: preview.upload_id,
    table_name: draft.tableName.trim(),
    schema: draft.schema,
    already_exists: draft.ifExists,
    columns: draft.columns
      .filter((column) => column.isIncluded)
      .map(({ source, name, type }) => ({ source, name: name.trim(), type })),
  };
}
