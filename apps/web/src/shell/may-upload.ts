import type { Session } from './session.tsx';

const forms = ['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView'];

/** Whether there can be a database that files are loaded into; several processes have none. */
export function hasPlaceForFiles({ bootstrap }: Pick<Session, 'bootstrap'>): boolean {
  return bootstrap.conf.TAKES_FILES !== 0;
}

/** Uploading takes a place for files, the right to upload at all, and one of the upload forms. */
export function mayUpload(session: Pick<Session, 'can' | 'bootstrap'>): boolean {
  const { can } = session;
  return (
    hasPlaceForFiles(session) && can('can_upload', 'Database') && forms.some((view) => can('can_this_form_get', view))
  );
}
