import type { Session } from './session.tsx';

const forms = ['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView'];

/** Uploading takes the right to upload at all, and one of the upload forms. */
export function mayUpload({ can }: Pick<Session, 'can'>): boolean {
  return can('can_upload', 'Database') && forms.some((view) => can('can_this_form_get', view));
}
