import { describe, expect, it } from 'vitest';
import { mayUpload } from './may-upload.ts';

describe('uploading', () => {
  const session = (...pairs: readonly string[]) => ({
    can: (permission: string, view: string) => pairs.includes(`${permission} ${view}`),
  });

  it.each(['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView'])(
    'is offered by the right to %s, with the right to upload at all [DBC-008]',
    (view) => {
      expect(mayUpload(session('can_upload Database', `can_this_form_get ${view}`))).toBe(true);
      expect(mayUpload(session(`can_this_form_get ${view}`))).toBe(false);
      expect(mayUpload(session('can_upload Database'))).toBe(false);
      expect(mayUpload(session('can_upload Database', `can_this_form_post ${view}`))).toBe(false);
    },
  );
});
