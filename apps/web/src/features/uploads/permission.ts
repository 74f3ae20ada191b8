import type { Session } from '../../shell/index.ts';

/** Uploading takes the right to upload at all, and one of the upload forms. */
export function mayUpload({ can }: Pick<Session, 'can'>): boolean {
  const forms = ['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView'];
  return can('can_upload', 'Database') && forms.some((view) => can('can_this_form_get', view));
}
